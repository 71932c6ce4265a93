// What stands in the place of any page while its code is on its way: the router shows it, so no page has to.

import { type AnyRoute, useMatch, useRouter } from '@tanstack/react-router'
import shell from '../features/shell/shell.module.css'
import { LoadingPage, LoadingTab, type PageShape } from '../ui/feedback/loading-rows.tsx'
import { waitingPlace } from './waiting-place-rules.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What it shows below its title; rows if left out. */
    shape?: PageShape
  }
}

/** The router has waited already where it shows this. */
export function WaitingPage() {
  const routes: Record<string, AnyRoute> = useRouter().routesById
  const routeId = useMatch({ strict: false, shouldThrow: false, select: match => match.routeId })
  const route = routes[routeId ?? '']
  const place = waitingPlace(route?.parentRoute?.id)
  const shape = route?.options.staticData?.shape
  if (place === 'nowhere') return null
  if (place === 'window') return <WaitingShell />
  return place === 'tab' ? <LoadingTab shape={shape} isLate /> : <LoadingPage shape={shape} isLate />
}

/** Rail and header have their place before they are there. */
function WaitingShell() {
  return (
    <div className={shell.shell}>
      <div className={shell.rail} />
      <div className={shell.header} />
      <div className={shell.content}>
        <LoadingPage />
      </div>
    </div>
  )
}
