// The two routes that all others hang from: the root, and the shell of those who are signed in.

import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { NotFoundPage } from '../features/shell/not-found-page.tsx'
import { arriving } from '../platform/lazy-loading.ts'
import { loginSession } from '../platform/login-session.ts'

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (loginSession.sessionToken() !== null) return
    const isHome = location.pathname === '/'
    throw redirect({ to: '/sign-in', search: isHome ? {} : { to: location.href } })
  },
  component: lazyRouteComponent(() => arriving(() => import('../signed-in.tsx')), 'SignedIn'),
})
