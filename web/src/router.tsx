// Which address shows which page; pages are loaded when they are first visited.

import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { NotFoundPage } from './features/shell/not-found-page.tsx'
import { peopleRoutes } from './routes/people-routes.ts'
import { root, shell } from './routes/shell-route.ts'
import { templateRoutes } from './routes/template-routes.ts'
import { LoadingRows } from './ui/feedback/loading-rows.tsx'
import { PageCrash } from './ui/feedback/page-crash.tsx'
import { textAreas } from './ui/texts/areas.ts'
import { withTexts } from './ui/texts/texts.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string; ended?: boolean } => ({
    to: typeof search.to === 'string' ? search.to : undefined,
    ended: search.ended === true || undefined,
  }),
  component: lazyRouteComponent(
    withTexts(['signIn', 'secondFactor'], () => import('./features/auth/sign-in-page.tsx')),
    'SignInPage',
  ),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./features/home/home-page.tsx'), 'HomePage'),
})

const gameServers = createRoute({
  getParentRoute: () => shell,
  path: '/servers',
  component: lazyRouteComponent(
    withTexts(['gameServers'], () => import('./features/game-servers/list/game-servers-page.tsx')),
    'GameServersPage',
  ),
})

const newGameServer = createRoute({
  getParentRoute: () => shell,
  path: '/servers/new',
  validateSearch: (search): { template?: number } =>
    typeof search.template === 'number' ? { template: search.template } : {},
  component: lazyRouteComponent(
    withTexts(
      ['newServer', 'games', 'variables'],
      () => import('./features/game-servers/create/new-game-server-page.tsx'),
    ),
    'NewGameServerPage',
  ),
})

const gameServer = createRoute({
  getParentRoute: () => shell,
  path: '/servers/$serverId',
  component: lazyRouteComponent(
    withTexts(['gameServers'], () => import('./features/game-servers/game-server-page.tsx')),
    'GameServerPage',
  ),
})

const loadOverview = withTexts(
  ['gameServers', 'crash'],
  () => import('./features/game-servers/overview-page.tsx'),
)
const OverviewPage = lazy(async () => ({ default: (await loadOverview()).OverviewPage }))
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
  component: lazyRouteComponent(
    withTexts(['gameServers'], () => import('./features/console/console-page.tsx')),
    'ConsolePage',
  ),
})

const gameServerTerminal = createRoute({
  getParentRoute: () => gameServer,
  path: '/terminal',
  component: lazyRouteComponent(
    withTexts(['gameServers'], () => import('./features/console/terminal-page.tsx')),
    'TerminalPage',
  ),
})

const gameServerMetrics = createRoute({
  getParentRoute: () => gameServer,
  path: '/metrics',
  component: lazyRouteComponent(
    withTexts(['metrics'], () => import('./features/metrics/metrics-page.tsx')),
    'MetricsPage',
  ),
})

const gameServerPlayers = createRoute({
  getParentRoute: () => gameServer,
  path: '/players',
  component: lazyRouteComponent(
    withTexts(['players'], () => import('./features/players/players-page.tsx')),
    'PlayersPage',
  ),
})

const gameServerRcon = createRoute({
  getParentRoute: () => gameServer,
  path: '/rcon',
  component: lazyRouteComponent(
    withTexts(['players'], () => import('./features/players/rcon-page.tsx')),
    'RconPage',
  ),
})

const gameServerSchedules = createRoute({
  getParentRoute: () => gameServer,
  path: '/schedules',
  component: lazyRouteComponent(
    withTexts(['schedules'], () => import('./features/schedules/schedules-page.tsx')),
    'SchedulesPage',
  ),
})

const gameServerSettings = createRoute({
  getParentRoute: () => gameServer,
  path: '/settings',
  component: lazyRouteComponent(
    withTexts(['settings', 'variables'], () => import('./features/game-servers/settings/settings-page.tsx')),
    'SettingsPage',
  ),
})

const nodes = createRoute({
  getParentRoute: () => shell,
  path: '/nodes',
  validateSearch: (search): { add?: boolean } => (search.add === true ? { add: true } : {}),
  component: lazyRouteComponent(
    withTexts(['nodes'], () => import('./features/nodes/nodes-page.tsx')),
    'NodesPage',
  ),
})

const node = createRoute({
  getParentRoute: () => shell,
  path: '/nodes/$nodeId',
  component: lazyRouteComponent(
    withTexts(['nodes', 'metrics'], () => import('./features/nodes/node-page.tsx')),
    'NodePage',
  ),
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

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(
    withTexts(['account'], () => import('./features/profile/profile-page.tsx')),
    'ProfilePage',
  ),
})

const account = createRoute({
  getParentRoute: () => profile,
  path: '/',
  component: lazyRouteComponent(
    withTexts(['account'], () => import('./features/profile/account-page.tsx')),
    'AccountPage',
  ),
})

const twoFactor = createRoute({
  getParentRoute: () => profile,
  path: '/two-factor',
  validateSearch: (search): { setup?: boolean } => (search.setup === true ? { setup: true } : {}),
  component: lazyRouteComponent(
    withTexts(['account', 'secondFactor'], () => import('./features/two-factor/two-factor-page.tsx')),
    'TwoFactorPage',
  ),
})

const accessTokens = createRoute({
  getParentRoute: () => profile,
  path: '/tokens',
  validateSearch: (search): { new?: boolean } => (search.new === true ? { new: true } : {}),
  component: lazyRouteComponent(
    withTexts(['account'], () => import('./features/personal-access-tokens/access-tokens-page.tsx')),
    'AccessTokensPage',
  ),
})

const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

// The gallery is for those who build the product: a production build leaves it out.
const gallery = createRoute({
  getParentRoute: () => root,
  path: '/gallery',
  component: import.meta.env.DEV
    ? lazyRouteComponent(
        withTexts(textAreas, () => import('./gallery/gallery-page.tsx')),
        'GalleryPage',
      )
    : NotFoundPage,
})

const routeTree = root.addChildren([
  signIn,
  gallery,
  shell.addChildren([
    home,
    gameServers,
    newGameServer,
    gameServer.addChildren([
      overview,
      gameServerConsole,
      gameServerTerminal,
      gameServerPlayers,
      gameServerRcon,
      gameServerSchedules,
      gameServerMetrics,
      gameServerSettings,
    ]),
    nodes,
    node,
    ...templateRoutes,
    tasks,
    task,
    profile.addChildren([account, twoFactor, accessTokens]),
    ...peopleRoutes,
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
