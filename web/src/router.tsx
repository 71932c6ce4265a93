// Which address shows which page; pages are loaded when they are first visited.

import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ActivitySearch } from './features/activity/logic/activity-search.ts'
import { SignInPage } from './features/auth/sign-in-page.tsx'
import {
  type FileSearch,
  type FilesSearch,
  readFileSearch,
  readFilesSearch,
} from './features/files/logic/files-search.ts'
import { readSort } from './features/game-servers/list/logic/list-sort.ts'
import { NotFoundPage } from './features/shell/not-found-page.tsx'
import type { TaskSearch } from './features/tasks/task-search-rules.ts'
import { arriving } from './platform/lazy-loading.ts'
import { pluginRoutes } from './routes/plugin-routes.ts'
import { root, shell } from './routes/shell-route.ts'
import { templateRoutes } from './routes/template-routes.ts'
import { usersRoutes } from './routes/users-routes.ts'
import { WaitingPage } from './routes/waiting-page.tsx'
import { textAreas } from './texts/text-areas.ts'
import { withTexts } from './texts/texts.ts'
import { LoadingTab } from './ui/feedback/loading-rows.tsx'
import { PageCrash } from './ui/feedback/page-crash.tsx'
import { quietMs } from './ui/feedback/waiting-rules.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string; ended?: boolean } => ({
    to: typeof search.to === 'string' ? search.to : undefined,
    ended: search.ended === true || undefined,
  }),
  component: SignInPage,
})

const loadWidgets = withTexts(['pluginFrame'], () => import('./features/plugins/frame/home-widgets.tsx'))
const HomeWidgets = lazy(async () => ({ default: (await loadWidgets()).HomeWidgets }))
const HomePage = lazyRouteComponent(
  withTexts(['activity'], () => import('./features/home/home-page.tsx')),
  'HomePage',
)

const loadReminder = withTexts(
  ['account', 'secondFactor'],
  () => import('./features/two-factor/reminder-page.tsx'),
)
const ReminderPage = lazy(async () => ({ default: (await loadReminder()).ReminderPage }))

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: Object.assign(
    () => (
      <HomePage
        showReminder={nudge => (
          <Suspense fallback={null}>
            <ReminderPage nudge={nudge} place="home" />
          </Suspense>
        )}
        showWidgets={pages => (
          <Suspense fallback={null}>
            <HomeWidgets pages={pages} />
          </Suspense>
        )}
      />
    ),
    { preload: HomePage.preload },
  ),
})

const GameServersPage = lazyRouteComponent(
  withTexts(
    ['gameServers', 'serverList'],
    () => import('./features/game-servers/list/game-servers-page.tsx'),
  ),
  'GameServersPage',
)
const loadDocked = withTexts(['gameServers'], () => import('./features/console/docked-console.tsx'))
const DockedConsole = lazy(async () => ({ default: (await loadDocked()).DockedConsole }))

const gameServers = createRoute({
  getParentRoute: () => shell,
  path: '/servers',
  validateSearch: (search): ReturnType<typeof readSort> => readSort(search),
  component: Object.assign(
    () => (
      <GameServersPage
        showConsole={gameServer => (
          <Suspense fallback={null}>
            <DockedConsole gameServer={gameServer} />
          </Suspense>
        )}
      />
    ),
    { preload: GameServersPage.preload },
  ),
})

const panelSettings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  staticData: { shape: 'form' },
  component: lazyRouteComponent(
    withTexts(
      ['uploads', 'activityPeople'],
      () => import('./features/panel-settings/panel-settings-page.tsx'),
    ),
    'PanelSettingsPage',
  ),
})

const newGameServer = createRoute({
  getParentRoute: () => shell,
  path: '/servers/new',
  staticData: { shape: 'form' },
  validateSearch: (search): { template?: number } =>
    typeof search.template === 'number' ? { template: search.template } : {},
  component: lazyRouteComponent(
    withTexts(
      ['newServer', 'games', 'variables', 'plans', 'ownership'],
      () => import('./features/game-servers/create/new-game-server-page.tsx'),
    ),
    'NewGameServerPage',
  ),
})

const deletedServers = createRoute({
  getParentRoute: () => shell,
  path: '/servers/deleted',
  component: lazyRouteComponent(
    withTexts(['manageServer'], () => import('./features/game-servers/deleted/deleted-servers-page.tsx')),
    'DeletedServersPage',
  ),
})

const gameServer = createRoute({
  getParentRoute: () => shell,
  path: '/servers/$serverId',
  staticData: { shape: 'tabs' },
  component: lazyRouteComponent(
    withTexts(['gameServers'], () => import('./features/game-servers/game-server-page.tsx')),
    'GameServerPage',
  ),
})

const loadOverview = withTexts(
  ['gameServers', 'crash', 'serverOverview', 'activity'],
  () => import('./features/game-servers/overview-page.tsx'),
)
const OverviewPage = lazy(async () => ({ default: (await loadOverview()).OverviewPage }))
const LiveTask = lazy(async () => ({
  default: (await arriving(() => import('./features/tasks/live-task.tsx'))).LiveTask,
}))

const showTask = (taskId: number, onClose?: () => void) => (
  <LiveTask key={taskId} taskId={taskId} isEmbedded onClose={onClose} />
)

const overview = createRoute({
  getParentRoute: () => gameServer,
  path: '/',
  component: () => (
    <Suspense fallback={<LoadingTab />}>
      <OverviewPage showTask={showTask} />
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
    withTexts(['gameServers'], () => import('./features/console/terminal/terminal-page.tsx')),
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
    withTexts(['players'], () => import('./features/rcon/rcon-page.tsx')),
    'RconPage',
  ),
})

const loadFiles = withTexts(['files', 'uploads'], () => import('./features/files/files-page.tsx'))
const FilesPage = lazy(async () => ({ default: (await loadFiles()).FilesPage }))

const gameServerFiles = createRoute({
  getParentRoute: () => gameServer,
  path: '/files',
  validateSearch: (search): FilesSearch => readFilesSearch(search),
  component: () => (
    <Suspense fallback={<LoadingTab />}>
      <FilesPage showTask={showTask} />
    </Suspense>
  ),
})

const gameServerFile = createRoute({
  getParentRoute: () => gameServer,
  path: '/files/file',
  validateSearch: (search): FileSearch => readFileSearch(search),
  component: lazyRouteComponent(
    withTexts(['files'], () => import('./features/files/file-page.tsx')),
    'FilePage',
  ),
})

const gameServerBackups = createRoute({
  getParentRoute: () => gameServer,
  path: '/backups',
  validateSearch: (search): { free?: number } =>
    typeof search.free === 'number' ? { free: search.free } : {},
  component: lazyRouteComponent(
    withTexts(['backups'], () => import('./features/backups/backups-page.tsx')),
    'BackupsPage',
  ),
})

const gameServerDatabases = createRoute({
  getParentRoute: () => gameServer,
  path: '/databases',
  component: lazyRouteComponent(
    withTexts(['databases'], () => import('./features/databases/databases-page.tsx')),
    'DatabasesPage',
  ),
})

const backupStorages = createRoute({
  getParentRoute: () => shell,
  path: '/backup-storages',
  component: lazyRouteComponent(
    withTexts(
      ['backupStorages', 'backups'],
      () => import('./features/backup-storages/backup-storages-page.tsx'),
    ),
    'BackupStoragesPage',
  ),
})

const databaseHosts = createRoute({
  getParentRoute: () => shell,
  path: '/database-hosts',
  component: lazyRouteComponent(
    withTexts(['databaseHosts'], () => import('./features/database-hosts/database-hosts-page.tsx')),
    'DatabaseHostsPage',
  ),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(
    withTexts(['webhooks'], () => import('./features/webhooks/webhooks-page.tsx')),
    'WebhooksPage',
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
  staticData: { shape: 'form' },
  component: lazyRouteComponent(
    withTexts(
      ['settings', 'variables', 'newServer', 'manageServer', 'gameServers'],
      () => import('./features/game-servers/settings/settings-page.tsx'),
    ),
    'SettingsPage',
  ),
})

const gameServerActivity = createRoute({
  getParentRoute: () => gameServer,
  path: '/activity',
  // The page reads it: what checks it is loaded with it.
  validateSearch: (search): ActivitySearch => search,
  component: lazyRouteComponent(
    withTexts(
      ['activity', 'activityPeople', 'permissionTitles'],
      () => import('./features/activity/activity-page.tsx'),
    ),
    'ActivityPage',
  ),
})

const gameServerAccess = createRoute({
  getParentRoute: () => gameServer,
  path: '/access',
  component: lazyRouteComponent(
    withTexts(
      ['access', 'ownership', 'permissionTitles', 'users'],
      () => import('./features/permissions/permissions-page.tsx'),
    ),
    'AccessPage',
  ),
})

const gameServerPlugin = createRoute({
  getParentRoute: () => gameServer,
  path: '/plugin/$pluginId/$pageId',
  component: lazyRouteComponent(
    withTexts(['pluginFrame'], () => import('./features/plugins/frame/plugin-pages.tsx')),
    'ServerTabPage',
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

const activity = createRoute({
  getParentRoute: () => shell,
  path: '/activity',
  // The page reads it: what checks it is loaded with it.
  validateSearch: (search): ActivitySearch => search,
  component: lazyRouteComponent(
    withTexts(
      ['activity', 'activityPeople', 'permissionTitles', 'uploads'],
      () => import('./features/activity/all-activity-page.tsx'),
    ),
    'AllActivityPage',
  ),
})

const tasks = createRoute({
  getParentRoute: () => shell,
  path: '/tasks',
  validateSearch: (search): TaskSearch => search,
  component: lazyRouteComponent(
    withTexts(['taskFilters', 'bulkActions'], () => import('./features/tasks/tasks-page.tsx')),
    'TasksPage',
  ),
})

const task = createRoute({
  getParentRoute: () => shell,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => arriving(() => import('./features/tasks/task-page.tsx')), 'TaskPage'),
})

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  staticData: { shape: 'tabs' },
  component: lazyRouteComponent(
    withTexts(['account'], () => import('./features/profile/profile-page.tsx')),
    'ProfilePage',
  ),
})

const account = createRoute({
  getParentRoute: () => profile,
  path: '/',
  staticData: { shape: 'form' },
  component: lazyRouteComponent(
    withTexts(['account'], () => import('./features/profile/account-page.tsx')),
    'AccountPage',
  ),
})

const twoFactor = createRoute({
  getParentRoute: () => profile,
  path: '/two-factor',
  staticData: { shape: 'form' },
  validateSearch: (search): { setup?: boolean } => (search.setup === true ? { setup: true } : {}),
  component: lazyRouteComponent(
    withTexts(['account', 'secondFactor'], () => import('./features/two-factor/two-factor-page.tsx')),
    'TwoFactorPage',
  ),
})

const sessions = createRoute({
  getParentRoute: () => profile,
  path: '/sessions',
  component: lazyRouteComponent(
    withTexts(['account'], () => import('./features/profile/sessions-page.tsx')),
    'SessionsPage',
  ),
})

const accessTokens = createRoute({
  getParentRoute: () => profile,
  path: '/tokens',
  validateSearch: (search): { new?: boolean } => (search.new === true ? { new: true } : {}),
  component: lazyRouteComponent(
    withTexts(['account', 'permissionTitles'], () => import('./features/tokens/tokens-page.tsx')),
    'AccessTokensPage',
  ),
})

const sftp = createRoute({
  getParentRoute: () => profile,
  path: '/sftp',
  component: lazyRouteComponent(
    withTexts(['sftp'], () => import('./features/sftp/sftp-page.tsx')),
    'SftpPage',
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
    deletedServers,
    gameServer.addChildren([
      overview,
      gameServerConsole,
      gameServerTerminal,
      gameServerPlayers,
      gameServerRcon,
      gameServerFiles,
      gameServerFile,
      gameServerBackups,
      gameServerDatabases,
      gameServerSchedules,
      gameServerMetrics,
      gameServerSettings,
      gameServerActivity,
      gameServerAccess,
      gameServerPlugin,
    ]),
    nodes,
    node,
    ...templateRoutes,
    activity,
    tasks,
    task,
    profile.addChildren([account, twoFactor, sessions, accessTokens, sftp]),
    ...usersRoutes,
    ...pluginRoutes,
    backupStorages,
    databaseHosts,
    webhooks,
    panelSettings,
    nowhere,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageCrash,
  defaultPendingComponent: WaitingPage,
  defaultPendingMs: quietMs,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
