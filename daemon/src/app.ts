// Wires the daemon: read it top to bottom, each part uses only what stands above it.

import { join } from 'node:path'
import type { DaemonConfig } from './config/daemon-config.ts'
import { defaultDownloadLimitBytes } from './config/daemon-file.ts'
import { createArchives, packFiles } from './features/archives/archives.ts'
import { createBackupStore } from './features/backups/backup-store.ts'
import { type Backups, openBackups, type RestorePoint } from './features/backups/backups.ts'
import type { DatabaseDumps } from './features/backups/database-dumps.ts'
import { applyConfigFiles, setProperty } from './features/config-files/config-files.ts'
import { type Consoles, createConsoles } from './features/console/console.ts'
import { openDiskQuotas } from './features/files/disk-watch.ts'
import { createFileServing } from './features/files/serve-file-work.ts'
import { keeperSocketFile, openWorkFolder } from './features/game-servers/choose-work-folder.ts'
import { createGameServerFolders } from './features/game-servers/game-server-folders.ts'
import { createGameServerStore } from './features/game-servers/game-server-store.ts'
import { GameServers } from './features/game-servers/game-servers.ts'
import { createInstaller } from './features/install/install.ts'
import type { ShippedGames } from './features/install/shipped-games.ts'
import { MetricsHistory } from './features/metrics/history/history.ts'
import { type Metrics, openMetrics } from './features/metrics/metrics.ts'
import { countableGames, createPlayerCounts } from './features/players/player-counts.ts'
import { createPlayers, type Players } from './features/players/players.ts'
import { createQuery, type Query } from './features/query/query.ts'
import { createRcon, type Rcon } from './features/rcon/rcon.ts'
import { createRecentPlayers } from './features/recent-players/recent-players.ts'
import { createRecentPlayersStore } from './features/recent-players/recent-players-store.ts'
import { Schedules } from './features/schedules/schedules.ts'
import { Sftp } from './features/sftp/sftp.ts'
import { createSftpFolders } from './features/sftp/sftp-folders.ts'
import { createTaskStore } from './features/tasks/task-store.ts'
import { Tasks } from './features/tasks/tasks.ts'
import { findInstallation } from './features/upgrade/installation.ts'
import { Upgrades } from './features/upgrade/upgrade.ts'
import { busyMessage } from './features/upgrade/upgrade-rules.ts'
import { checkContent } from './features/uploads/check-content.ts'
import { createUploads } from './features/uploads/uploads.ts'
import { createPanelLinkHooks } from './panel-link-hooks.ts'
import { sevenZipSource } from './platform/archives/seven-zip.ts'
import type { BackupEngine } from './platform/backups/backup-engine.ts'
import { openBackupEngines } from './platform/backups/backup-engines.ts'
import { systemClock } from './platform/clock.ts'
import { readBootId, readHostFacts } from './platform/host-facts.ts'
import type { Log } from './platform/log.ts'
import type { LinkHooks, NodeMessage, Question } from './platform/panel-link/link-hooks.ts'
import type { KeeperOptions } from './platform/process-managers/process/keeper-process-manager.ts'
import { openProcessManagers } from './platform/process-managers/process-managers.ts'
import { createFacts, openStore } from './platform/store.ts'

export interface AppOptions {
  dataFolder: string
  config: Pick<
    DaemonConfig,
    'nodeId' | 'workPath' | 'gameUserIdBase' | 'metrics' | 'networkInterfaces' | 'drives'
  > &
    Partial<
      Pick<DaemonConfig, 'processManager' | 'downloads' | 'steamcmdPath' | 'backups' | 'upgradesFromPanel'>
    >
  version: string
  log: Log
  /** The end of the log, oldest first. */
  recentLogLines: (count: number) => string[]
  shippedGames: ShippedGames
  /** Where things go that every user of the machine must reach. */
  sharedFolder: string
  /** Entry files of keeper and launcher, when they are bundled; its socket, when it is not the node's own. */
  keeper: Pick<KeeperOptions, 'keeperFile' | 'launcherFile' | 'keeperLingerMs'> &
    Partial<Pick<KeeperOptions, 'socketFile'>>
  /** The program that unpacks with 7-Zip, when it is bundled. */
  sevenZipFile?: string
  /** Of this program, where upgrades from the panel are possible; left out by one that runs from its source. */
  program?: {
    /** The folder that holds `dist`. */
    folder: string
    /** As the launcher sets it. */
    launcher: string | undefined
    checkArguments: readonly string[]
    restart: (why: string) => void
  }
  /** Where a restic lies that came with the daemon. */
  shippedRestic?: string
  /** Instead of those that this machine has, the one to prefer first. */
  backupEngines?: readonly BackupEngine[]
  /** Of the databases that game servers have beside their files. */
  databaseDumps?: DatabaseDumps
  /** For tests that end the daemon in the middle of a restore. */
  restoreReached?: (point: RestorePoint) => void
  /** How long an installation waits before it tries again what may work later. */
  retryDelaysMs?: readonly number[]
  nowMs: () => number
  /** For what waits on this node: calls back once, and gives what prevents it. */
  setTimer?: (callback: () => void, ms: number) => () => void
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
  readonly backups: Backups
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
  const sevenZipFile = options.sevenZipFile ?? sevenZipSource
  const reportLostWrite = (error: unknown) => log.error({ err: error }, 'the store could not be written to')

  const consoles = createConsoles()
  const store = openStore(join(dataFolder, 'daemon.sqlite'))
  const { workPath, gameUserIdBase } = config
  const userIdBase = isRoot ? gameUserIdBase : null
  const { sharedFolder } = options
  const workPlace = await openWorkFolder(
    { dataFolder, workPath, nodeBinary: process.execPath, userIdBase, sharedFolder },
    log,
  )
  const { serversFolder, nodeBinary, userIdOf } = workPlace
  const processManagers = await openProcessManagers({
    dataFolder,
    keeper: {
      socketFile: keeperSocketFile(dataFolder),
      logFile: join(dataFolder, 'keeper.log'),
      userIdBase: gameUserIdBase,
      ...options.keeper,
    },
    preferred: config.processManager?.name ?? 'process',
    sockets: { docker: config.processManager?.docker_socket, podman: config.processManager?.podman_socket },
    log,
  })

  const clock = systemClock(nowMs)
  const gameServers = new GameServers({
    store: createGameServerStore(store, reportLostWrite),
    processManagers,
    consoles,
    folders: createGameServerFolders(workPlace, async uuid => {
      await uploads.removeAll(uuid)
      await backups.removeBeside(uuid)
      recentPlayers.forget(uuid)
    }),
    nodeBinary,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    adjustConfigFiles: (gameServerId, root, files, say) =>
      applyConfigFiles(root, files, text => {
        log.warn({ gameServerId }, text)
        say(text)
      }),
    clock,
    diskProblem: gameServerId => quotas.problemOf(gameServerId),
    beforeDelete: (gameServerId, action) => backups.takeSafety(gameServerId, 'delete', action),
    report: value => {
      log.info({ game_server_id: value.gameServerId, state: value.state, reason: value.reason }, 'new state')
      history?.note(value)
      backups.noteState(value)
      // What the panel does not know here is no news for it.
      if (value.gameServerId > 0) send({ $case: 'gameServerState', value })
    },
    log,
  })
  const quotas = openDiskQuotas(gameServers, log)
  const uploads = createUploads({
    folder: join(serversFolder, '.uploads'),
    isKnown: uuid => gameServers.hasUuid(uuid),
    nowMs,
    log,
  })
  const serveFileWork = createFileServing({
    gameServers,
    quotas,
    packFiles,
    uploads: uploads.serve,
    checkContent,
  })
  const folders = createSftpFolders(gameServers, quotas.of)
  const monotonicMs = () => performance.now()
  const sftp = new Sftp({ dataFolder, folders, ask: options.ask, send, log, nowMs, monotonicMs })
  const rcon = createRcon(gameServers)
  const recentPlayers = createRecentPlayers(createRecentPlayersStore(store, reportLostWrite), nowMs)
  const query = createQuery(gameServers, recentPlayers.note)
  const players = createPlayers({ gameServers, consoles, rcon, query, recentPlayers })
  const playerCounts = createPlayerCounts({ countable: () => countableGames(gameServers), query })
  const { resticPath = null, folder: ownFolder = null, uploadBytesPerSecond = null } = config.backups ?? {}
  const backupsFolder = ownFolder ?? join(dataFolder, 'backups')
  const engines = openBackupEngines({
    stateFolder: backupsFolder,
    resticPath,
    shippedRestic: options.shippedRestic,
    nowMs,
  })
  const facts = createFacts(store, reportLostWrite)
  const backups = openBackups({
    gameServers,
    consoles,
    rcon,
    store: createBackupStore(store, reportLostWrite),
    engines: options.backupEngines ?? [engines.of('restic'), engines.of('archive')],
    databaseDumps: options.databaseDumps,
    serversFolder,
    drillFolder: join(backupsFolder, 'trials'),
    stateFolder: backupsFolder,
    userIdOf,
    facts,
    filesChanged: gameServerId => quotas.of(gameServerId).hasShrunk(),
    limitBytesPerSecond: uploadBytesPerSecond ?? undefined,
    clock,
    setTimer: setUnrefTimer,
    send,
    ...(options.restoreReached && { restoreReached: options.restoreReached }),
    log,
  })
  const installer = createInstaller({
    gameServers,
    beforeChange: backups.takeSafety,
    newTemplate: { isThere: backups.mustSaveForTemplate, save: backups.saveBeforeNewTemplate },
    shippedGames: options.shippedGames,
    nodeBinary,
    allowedPrivate: config.downloads?.allowedPrivate ?? false,
    downloadLimitBytes: config.downloads?.limitBytes ?? defaultDownloadLimitBytes,
    steamcmdPath: config.steamcmdPath ?? null,
    setProperty,
    sevenZipFile,
    ...(options.retryDelaysMs && { retryDelaysMs: options.retryDelaysMs }),
  })
  const scratchFolder = join(serversFolder, '.unpacking')
  const archives = createArchives({
    ...{ gameServers, quotas, userIdOf, scratchFolder, sevenZipFile, log },
    beforeExtract: (gameServerId, action) => backups.takeSafety(gameServerId, 'extract', action),
  })
  const notifyPlayers = async (gameServerId: number, text: string) => {
    await players.command(gameServerId, { action: 'message', player: '', text })
  }
  const taskStore = createTaskStore(store, reportLostWrite)
  const tasks = new Tasks({
    store: taskStore,
    gameServers,
    installer,
    archives,
    backups,
    performRun: (run, action) => schedules.perform(run, action),
    whyMissed: run => schedules.whyMissed(run),
    whyRunEnds: run => schedules.whyRunEnds(run),
    mayBeLate: run => schedules.mayBeLate(run),
    players: { countPlayers: players.count, notifyPlayers },
    setTimer: options.setTimer ?? setUnrefTimer,
    nowMs,
    send,
    log,
  })
  const schedules = new Schedules({
    tasks,
    facts,
    gameServers,
    installer,
    consoles,
    takeBackup: backups.takeScheduled,
    countPlayers: players.count,
    notifyPlayers,
    nowMs,
    log,
  })
  const { networkInterfaces } = config
  const drives = config.drives.length > 0 ? config.drives : [serversFolder]
  const history =
    config.metrics.enabled && config.metrics.history
      ? new MetricsHistory({
          file: join(dataFolder, 'metrics-history.sqlite'),
          uuidOf: id => gameServers.get(id)?.record.definition.uuid ?? null,
          countPlayers: players.countQuietly,
          nowMs,
          log,
        })
      : null
  const metrics = openMetrics({
    settings: config.metrics,
    history,
    nodeId: config.nodeId,
    host: { networkInterfaces, drives },
    gameServers: () => gameServers.processes(),
    nowMs,
    log,
  })

  const fileTransfers = { count: 0 }
  const { program } = options
  const upgrades = new Upgrades({
    installation: findInstallation(program?.folder ?? null, program?.launcher),
    version: options.version,
    isAllowed: config.upgradesFromPanel ?? false,
    checkArguments: program?.checkArguments ?? [],
    whyBusy: () => busyMessage(tasks.working(), fileTransfers.count),
    restart: why => program?.restart(why),
    nowMs,
    log,
  })

  history?.know(gameServers.states())
  await backups.settleFolders()
  await gameServers.takeUp(readBootId())
  await uploads.start()
  await archives.cleanUp()
  await backups.start()
  tasks.resume()
  schedules.start()
  metrics.start()
  await upgrades.start()

  const features = { consoles, gameServers, tasks, backups, schedules, metrics, rcon, query, players }
  const readFacts = () => readHostFacts(options.version, serversFolder, processManagers.present)
  const { recentLogLines } = options
  return {
    ...features,
    hooks: createPanelLinkHooks({
      ...features,
      ...{
        playerCounts,
        history,
        serveFileWork,
        fileTransfers,
        upgrades,
        sftp,
        readFacts,
        recentLogLines,
        log,
      },
    }),
    async close() {
      await sftp.close()
      metrics.close()
      await history?.close()
      rcon.close()
      schedules.close()
      quotas.close()
      uploads.close()
      tasks.close()
      await backups.close()
      gameServers.close()
      await archives.close()
      await installer.close()
      await processManagers.close()
      store.close()
    },
  }
}

function setUnrefTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms).unref()
  return () => clearTimeout(timer)
}
