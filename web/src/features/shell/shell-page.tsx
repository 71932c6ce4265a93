// The shell with its figures: who is signed in, what runs, which nodes are in trouble.

import { useMantineColorScheme } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { logOut } from '@rookery/contracts/http/auth.ts'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '../../platform/api-client.ts'
import { apiQuery, pageQuery, wholeQuery } from '../../platform/api-queries.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { loginSession } from '../../platform/login-session.ts'
import { adoptProfileLanguage, useLanguage, withTexts } from '../../ui/texts/texts.ts'
import { useChangeLanguage } from '../../ui/texts/use-change-language.ts'
import type { PageName } from './rail.tsx'
import { ShellView } from './shell-view.tsx'

const loadPalette = withTexts(['palette'], () => import('./palette-page.tsx'))
const PalettePage = lazy(async () => ({ default: (await loadPalette()).PalettePage }))

/** Only what the person may open is shown. */
function pagesOf(profile: Profile | undefined): PageName[] {
  const seesNodes = profile?.sections.node.includes('view') ?? false
  const seesTemplates = profile?.sections.template.includes('view') ?? false
  return [
    'home',
    'servers',
    ...(seesNodes ? (['nodes'] as const) : []),
    ...(seesTemplates ? (['templates'] as const) : []),
    'tasks',
    ...(profile?.is_admin ? (['people'] as const) : []),
  ]
}

function useSignOut() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    // Whatever the panel answers: on this machine the login session ends.
    await api(logOut, {}).catch(() => undefined)
    await navigate({ to: '/sign-in' })
    loginSession.end()
    queryClient.clear()
  }
}

export function ShellPage({ line }: { line: LineState }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const signOut = useSignOut()
  const [isSearching, setIsSearching] = useState(false)
  useHotkeys([['mod+K', () => setIsSearching(true)]], [])

  const profile = useQuery(apiQuery(readProfile, {}))
  const isAdministrator = profile.data?.is_admin ?? false
  const gameServers = useQuery(wholeQuery(listGameServers))
  const nodes = useQuery({
    ...wholeQuery(listNodes),
    enabled: profile.data?.sections.node.includes('view') ?? false,
  })
  const working = useQuery(pageQuery(listTasks, { query: { status: 'working', per_page: 1 } }))

  const profileLanguage = profile.data?.language
  useEffect(() => {
    if (profileLanguage) void adoptProfileLanguage(profileLanguage)
  }, [profileLanguage])

  const nodesAway =
    nodes.data?.items.filter(node => node.enabled && node.enrolled && !node.online).length ?? 0
  const hasFallen = gameServers.data?.items.some(
    ({ state }) => state === 'crashed' || state === 'install_failed',
  )
  const own = {
    onScheme: setColorScheme,
    onLanguage: useChangeLanguage(),
    onSignOut: () => void signOut(),
  }
  return (
    <>
      <ShellView
        pages={pagesOf(profile.data)}
        person={profile.data ? { login: profile.data.login, name: profile.data.name, isAdministrator } : null}
        scheme={colorScheme}
        language={language}
        tasksRunning={working.data?.total ?? 0}
        nodesAway={nodesAway}
        isAllWell={nodesAway === 0 && !hasFallen}
        isReconnecting={line === 'reconnecting'}
        onSearch={() => setIsSearching(true)}
        {...own}
      >
        <Outlet />
      </ShellView>
      <Suspense fallback={null}>
        {isSearching && (
          <PalettePage
            isOpen={isSearching}
            isAdministrator={isAdministrator}
            nodeRights={profile.data?.sections.node ?? []}
            templateRights={profile.data?.sections.template ?? []}
            onClose={() => setIsSearching(false)}
            {...own}
          />
        )}
      </Suspense>
    </>
  )
}
