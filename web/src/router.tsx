// Which address shows which page; pages are loaded when they are first visited.

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { NotFoundPage } from './features/shell/not-found-page.tsx'
import { loginSession } from './platform/login-session.ts'
import { LoadingRows } from './ui/feedback/loading-rows.tsx'
import { PageCrash } from './ui/feedback/page-crash.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string; ended?: boolean } => ({
    to: typeof search.to === 'string' ? search.to : undefined,
    ended: search.ended === true || undefined,
  }),
  component: lazyRouteComponent(() => import('./features/auth/sign-in-page.tsx'), 'SignInPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (loginSession.sessionToken() !== null) return
    const isHome = location.pathname === '/'
    throw redirect({ to: '/sign-in', search: isHome ? {} : { to: location.href } })
  },
  component: lazyRouteComponent(() => import('./signed-in.tsx'), 'SignedIn'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./features/home/home-page.tsx'), 'HomePage'),
})

const gameServers = createRoute({
  getParentRoute: () => shell,
  path: '/servers',
  validateSearch: (search): { new?: boolean } => (search.new === true ? { new: true } : {}),
  component: lazyRouteComponent(
    () => import('./features/game-servers/game-servers-page.tsx'),
    'GameServersPage',
  ),
})

const gameServer = createRoute({
  getParentRoute: () => shell,
  path: '/servers/$serverId',
  component: lazyRouteComponent(
    () => import('./features/game-servers/game-server-page.tsx'),
    'GameServerPage',
  ),
})

const OverviewPage = lazy(async () => ({
  default: (await import('./features/game-servers/overview-page.tsx')).OverviewPage,
}))
const LiveTask = lazy(async () => ({ default: (await import('./features/tasks/live-task.tsx')).LiveTask }))

const overview = createRoute({
  getParentRoute: () => gameServer,
  path: '/',
  component: () => (
    <Suspense fallback={<LoadingRows rows={3} />}>
      <OverviewPage showTask={taskId => <LiveTask key={taskId} taskId={taskId} isEmbedded />} />
    </Suspense>
  ),
})

const gameServerConsole = createRoute({
  getParentRoute: () => gameServer,
  path: '/console',
  component: lazyRouteComponent(() => import('./features/console/console-page.tsx'), 'ConsolePage'),
})

const nodes = createRoute({
  getParentRoute: () => shell,
  path: '/nodes',
  validateSearch: (search): { add?: boolean } => (search.add === true ? { add: true } : {}),
  component: lazyRouteComponent(() => import('./features/nodes/nodes-page.tsx'), 'NodesPage'),
})

const tasks = createRoute({
  getParentRoute: () => shell,
  path: '/tasks',
  component: lazyRouteComponent(() => import('./features/tasks/tasks-page.tsx'), 'TasksPage'),
})

const task = createRoute({
  getParentRoute: () => shell,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => import('./features/tasks/task-page.tsx'), 'TaskPage'),
})

const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

// The gallery is for those who build the product: a production build leaves it out.
const gallery = createRoute({
  getParentRoute: () => root,
  path: '/gallery',
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import('./gallery/gallery-page.tsx'), 'GalleryPage')
    : NotFoundPage,
})

const routeTree = root.addChildren([
  signIn,
  gallery,
  shell.addChildren([
    home,
    gameServers,
    gameServer.addChildren([overview, gameServerConsole]),
    nodes,
    tasks,
    task,
    nowhere,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageCrash,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
