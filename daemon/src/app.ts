// Wires the daemon: read it top to bottom, each part uses only what stands above it.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import type { DaemonConfig } from './config/daemon-config.ts'
import { defaultDownloadLimitBytes } from './config/daemon-file.ts'
import { createArchives, packFiles } from './features/archives/archives.ts'
import { applyConfigFiles, setProperty } from './features/config-files/config-files.ts'
import { type Consoles, createConsoles } from './features/console/console.ts'
import { answerConsoleInput, sendConsole } from './features/console/panel-messages.ts'
import { serveAttach } from './features/console/serve-attach.ts'
import { createDiskQuotas } from './features/files/disk-quota.ts'
import { watchDisks } from './features/files/disk-watch.ts'
import { createFileServing, type ServeFileWork } from './features/files/serve-file-work.ts'
import { createGameServerFolders } from './features/game-servers/game-server-folders.ts'
import { createGameServerStore } from './features/game-servers/game-server-store.ts'
import { GameServers } from './features/game-servers/game-servers.ts'
import { receiveGameServerMessage, withOwnNumber } from './features/game-servers/panel-messages.ts'
import { decideWorkPlace, keeperSocketFile } from './features/game-servers/work-place.ts'
import { createInstaller } from './features/install/install.ts'
import type { ShippedGames } from './features/install/shipped-games.ts'
import { Metrics } from './features/metrics/metrics.ts'
import { sendMetrics, sendUsage } from './features/metrics/panel-messages.ts'
import { answerCommandPlayer, answerListPlayers } from './features/players/panel-messages.ts'
import { createPlayers, type Players } from './features/players/players.ts'
import { findFreePorts } from './features/ports/find-free-ports.ts'
import { answerQueryGame } from './features/query/panel-messages.ts'
import { createQuery, type Query } from './features/query/query.ts'
import { answerRconCommand } from './features/rcon/panel-messages.ts'
import { createRcon, type Rcon } from './features/rcon/rcon.ts'
import { answerScheduleRuns } from './features/schedules/panel-messages.ts'
import { createScheduleRunStore } from './features/schedules/schedule-run-store.ts'
import { Schedules } from './features/schedules/schedules.ts'
import { Sftp } from './features/sftp/sftp.ts'
import { createSftpFolders } from './features/sftp/sftp-folders.ts'
import { receiveTaskMessage } from './features/tasks/panel-messages.ts'
import { createTaskStore } from './features/tasks/task-store.ts'
import { Tasks } from './features/tasks/tasks.ts'
import { checkContent } from './features/uploads/check-content.ts'
import { createUploads } from './features/uploads/uploads.ts'
import { sevenZipSource } from './platform/archives/seven-zip.ts'
import { systemClock } from './platform/clock.ts'
import { readBootId, readHostFacts } from './platform/host-facts.ts'
import { HostUsageReader } from './platform/host-usage.ts'
import type { Log } from './platform/log.ts'
import type { LinkHooks, NodeMessage, Question } from './platform/panel-link/link-hooks.ts'
import type { KeeperOptions } from './platform/process-managers/process/keeper-process-manager.ts'
import { openProcessManagers } from './platform/process-managers/process-managers.ts'
import { openStore } from './platform/store.ts'

export interface AppOptions {
  dataFolder: string
  config: Pick<
    DaemonConfig,
    'nodeId' | 'workPath' | 'gameUserIdBase' | 'metrics' | 'networkInterfaces' | 'drives'
  > &
    Partial<Pick<DaemonConfig, 'processManager' | 'downloads' | 'steamcmdPath'>>
  version: string
  log: Log
  /** The end of the log, oldest first. */
  recentLogLines: (count: number) => string[]
  shippedGames: ShippedGames
  /** Where things go that every user of the machine must reach. */
  sharedFolder: string
  /** Entry files of keeper and launcher, when they are bundled. */
  keeper: Pick<KeeperOptions, 'keeperFile' | 'launcherFile' | 'keeperLingerMs'>
  /** The program that unpacks with 7-Zip, when it is bundled. */
  sevenZipFile?: string
  /** How long an installation waits before it tries again what may work later. */
  retryDelaysMs?: readonly number[]
  nowMs: () => number
  /** Tells the panel; what cannot be sent now is told again by Hello. */
  send: (message: NodeMessage) => void
  /** JSON of the panel's answer; throws LinkRefusal, also while the panel is away. */
  ask: (question: Question) => Promise<unknown>
}

export interface App {
  readonly hooks: LinkHooks
  readonly consoles: Consoles
  readonly gameServers: GameServers
  readonly tasks: Tasks
  readonly schedules: Schedules
  readonly metrics: Metrics
  readonly rcon: Rcon
  readonly query: Query
  readonly players: Players
  /** Lets go of everything; games keep running. */
  close(): Promise<void>
}

export async function openApp(options: AppOptions): Promise<App> {
  const { dataFolder, config, log, nowMs, send } = options
  const isRoot = process.getuid?.() === 0

  const consoles = createConsoles()
  const store = openStore(join(dataFolder, 'daemon.sqlite'))
  const workPlace = await decideWorkPlace({
    dataFolder,
    workPath: config.workPath,
    nodeBinary: process.execPath,
    userIdBase: isRoot ? config.gameUserIdBase : null,
    sharedFolder: options.sharedFolder,
  })
  for (const { level, message } of workPlace.notes) log[level](message)
  const folders = createGameServerFolders(workPlace)
  const processManagers = await openProcessManagers({
    dataFolder,
    keeper: {
      socketFile: keeperSocketFile(dataFolder),
      logFile: join(dataFolder, 'keeper.log'),
      userIdBase: config.gameUserIdBase,
      ...options.keeper,
    },
    preferred: config.processManager?.name ?? 'process',
    sockets: { docker: config.processManager?.docker_socket, podman: config.processManager?.podman_socket },
    log,
  })

  const reportLostWrite = (error: unknown) => log.error({ err: error }, 'the store could not be written to')
  const gameServers = new GameServers({
    store: createGameServerStore(store, reportLostWrite),
    processManagers,
    consoles,
    folders: {
      ...folders,
      async remove(uuid) {
        await folders.remove(uuid)
        await uploads.removeAll(uuid)
      },
    },
    nodeBinary: workPlace.nodeBinary,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    adjustConfigFiles: (gameServerId, root, files, say) =>
      applyConfigFiles(root, files, text => {
        log.warn({ gameServerId }, text)
        say(text)
      }),
    clock: systemClock(nowMs),
    diskProblem: gameServerId => quotas.problemOf(gameServerId),
    report: value => {
      log.info({ game_server_id: value.gameServerId, state: value.state, reason: value.reason }, 'new state')
      // What the panel does not know here is no news for it.
      if (value.gameServerId > 0) send({ $case: 'gameServerState', value })
    },
    log,
  })
  const quotas = createDiskQuotas({
    limitOf(gameServerId) {
      const { uuid, limits } = gameServers.require(gameServerId).record.definition
      return { uuid, limitBytes: limits.disk_bytes }
    },
    measure: gameServerId =>
      gameServers.workInFolder(
        gameServerId,
        { make: false, by: 'node' },
        async root => (await root?.measure()) ?? { files: 0, bytes: 0 },
      ),
    monotonicMs: () => performance.now(),
  })
  const diskWatch = watchDisks(gameServers, quotas.problemOf, (gameServerId, error) =>
    log.warn({ gameServerId, err: error }, 'the files of a game server could not be counted'),
  )
  const uploads = createUploads({
    folder: join(workPlace.serversFolder, '.uploads'),
    isKnown: uuid => gameServers.hasUuid(uuid),
    nowMs,
    log,
  })
  const serveFileWork = createFileServing({
    gameServers,
    quotas,
    packFiles,
    uploads: uploads.serve,
    checkContent: checkContent,
  })
  const sftp = new Sftp({
    dataFolder,
    folders: createSftpFolders(gameServers, quotas.of),
    ask: options.ask,
    send,
    log,
    nowMs,
    monotonicMs: () => performance.now(),
  })
  const rcon = createRcon(gameServers)
  const query = createQuery(gameServers)
  const players = createPlayers({ gameServers, consoles, rcon, query })
  const installer = createInstaller({
    gameServers,
    shippedGames: options.shippedGames,
    nodeBinary: workPlace.nodeBinary,
    allowedPrivate: config.downloads?.allowedPrivate ?? false,
    downloadLimitBytes: config.downloads?.limitBytes ?? defaultDownloadLimitBytes,
    steamcmdPath: config.steamcmdPath ?? null,
    setProperty,
    sevenZipFile: options.sevenZipFile ?? sevenZipSource,
    ...(options.retryDelaysMs && { retryDelaysMs: options.retryDelaysMs }),
  })
  const archives = createArchives({
    gameServers,
    quotas,
    userIdOf: workPlace.userIdOf,
    scratchFolder: join(workPlace.serversFolder, '.unpacking'),
    sevenZipFile: options.sevenZipFile ?? sevenZipSource,
    log,
  })
  const tasks = new Tasks({
    store: createTaskStore(store, reportLostWrite),
    gameServers,
    installer,
    archives,
    nowMs,
    send,
    log,
  })
  const schedules = new Schedules({
    store: createScheduleRunStore(store, reportLostWrite),
    gameServers,
    installer,
    consoles,
    countPlayers: players.count,
    openTask: gameServerId => tasks.openKind(gameServerId),
    nowMs,
    log,
  })

  const hostUsage = new HostUsageReader({
    networkInterfaces: config.networkInterfaces,
    drives: config.drives.length > 0 ? config.drives : [workPlace.serversFolder],
    warn: text => log.warn(text),
  })
  const metrics = new Metrics({
    settings: config.metrics,
    phaseMs: phaseMsOf(config.nodeId),
    readHost: () => hostUsage.read(),
    gameServers: () => gameServers.processes(),
    nowMs,
    monotonicMs: () => performance.now(),
    newStreamId: randomUUID,
    log,
  })

  await gameServers.takeUp(readBootId())
  await uploads.start()
  await archives.tidy()
  tasks.resume()
  schedules.start()
  metrics.start()

  const readFacts = () => readHostFacts(options.version, workPlace.serversFolder, processManagers.present)
  return {
    hooks: createLinkHooks({
      ...options,
      consoles,
      gameServers,
      rcon,
      query,
      players,
      tasks,
      schedules,
      metrics,
      serveFileWork,
      sftp,
      readFacts,
    }),
    consoles,
    gameServers,
    tasks,
    schedules,
    metrics,
    rcon,
    query,
    players,
    async close() {
      await sftp.close()
      metrics.close()
      rcon.close()
      schedules.close()
      diskWatch.close()
      uploads.close()
      tasks.close()
      gameServers.close()
      await archives.close()
      await installer.close()
      await processManagers.close()
      store.close()
    },
  }
}

/** Spreads the nodes of a panel over the interval: a large step that no usual interval divides. */
function phaseMsOf(nodeId: number): number {
  return (nodeId * 7_919) % 60_000
}

/** An answer on Control stays small. */
const logLinesLimit = 1_000

interface LinkedDeps
  extends Pick<
      App,
      'consoles' | 'gameServers' | 'rcon' | 'query' | 'players' | 'tasks' | 'schedules' | 'metrics'
    >,
    Pick<AppOptions, 'log' | 'recentLogLines'> {
  serveFileWork: ServeFileWork
  sftp: Sftp
  readFacts: () => NodeFacts
}

/** Who answers what the panel says and asks. */
function createLinkHooks(deps: LinkedDeps): LinkHooks {
  const {
    consoles,
    gameServers,
    rcon,
    query,
    players,
    tasks,
    schedules,
    metrics,
    log,
    recentLogLines,
    serveFileWork,
    sftp,
    readFacts,
  } = deps
  return {
    describe: () => ({
      facts: readFacts(),
      gameServers: gameServers.states(),
      tasks: tasks.updates(),
      highestGameServerId: gameServers.highestNumber(),
    }),
    async welcomed(wanted, removed = []) {
      await gameServers.takeWelcome(wanted, removed)
      schedules.check()
      tasks.repeatOutput()
    },
    async received(message) {
      if (message.$case === 'putGameServer' || message.$case === 'removeGameServer') {
        await receiveGameServerMessage(gameServers, message)
        schedules.check()
      } else if (message.$case === 'sftpRightsChanged') sftp.rightsChanged(message.value.userId)
      else receiveTaskMessage(tasks, withOwnNumber(gameServers, message))
    },
    refuseLate: value => tasks.refuseLate(withOwnNumber(gameServers, { $case: 'runTask', value }).value),
    async answer(asked) {
      const body = withOwnNumber(gameServers, asked)
      switch (body.$case) {
        case 'consoleInput':
          return answerConsoleInput(consoles, body.value)
        case 'findFreePorts':
          return findFreePorts(body.value)
        case 'readLog':
          return { logLines: recentLogLines(Math.min(body.value.lines, logLinesLimit)) }
        case 'rconCommand':
          return answerRconCommand(rcon, body.value)
        case 'queryGame':
          return answerQueryGame(query, body.value)
        case 'listPlayers':
          return answerListPlayers(players, body.value)
        case 'commandPlayer':
          return answerCommandPlayer(players, body.value)
        case 'readScheduleRuns':
          return answerScheduleRuns(schedules, body.value)
        case 'listUnknownGameServers':
          return { json: JSON.stringify(await gameServers.unknown()) }
      }
    },
    async transfer(asked, transfer) {
      const purpose = withOwnNumber(gameServers, asked)
      switch (purpose.$case) {
        case 'watchConsole':
          return sendConsole(consoles, purpose.value, transfer)
        case 'watchMetrics':
          return sendMetrics(metrics, purpose.value, transfer)
        case 'watchUsage':
          return sendUsage(metrics, id => gameServers.get(id)?.record.panelId ?? null, transfer)
        case 'attach':
          return serveAttach(consoles, purpose.value, transfer)
        case 'fileWork':
          return serveFileWork(purpose.value, transfer)
      }
    },
    settings: settings => sftp.apply(settings),
    presence: (connected, reason) => log.info({ connected }, reason),
  }
}
