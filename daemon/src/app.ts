// Wires the daemon: read it top to bottom, each part uses only what stands above it.

import { join } from 'node:path'
import type { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import type { DaemonConfig } from './config/daemon-config.ts'
import { type Consoles, createConsoles } from './features/console/console.ts'
import { answerConsoleInput, sendConsole } from './features/console/panel-messages.ts'
import { createGameServerFolders } from './features/game-servers/game-server-folders.ts'
import { createGameServerStore } from './features/game-servers/game-server-store.ts'
import { GameServers } from './features/game-servers/game-servers.ts'
import { receiveGameServerMessage } from './features/game-servers/panel-messages.ts'
import { decideWorkPlace, keeperSocketFile } from './features/game-servers/work-place.ts'
import { createInstaller } from './features/install/install.ts'
import type { ShippedGames } from './features/install/shipped-games.ts'
import { findFreePorts } from './features/ports/find-free-ports.ts'
import { receiveTaskMessage } from './features/tasks/panel-messages.ts'
import { createTaskStore } from './features/tasks/task-store.ts'
import { Tasks } from './features/tasks/tasks.ts'
import { readBootId, readHostFacts } from './platform/host-facts.ts'
import type { Log } from './platform/log.ts'
import type { LinkHooks, NodeMessage } from './platform/panel-link/link-hooks.ts'
import {
  openProcessManager,
  type ProcessManagerOptions,
} from './platform/process-managers/process/process.ts'
import { openStore } from './platform/store.ts'

export interface AppOptions {
  dataFolder: string
  config: Pick<DaemonConfig, 'workPath' | 'gameUserIdBase'>
  version: string
  log: Log
  shippedGames: ShippedGames
  /** Where things go that every user of the machine must reach. */
  sharedFolder: string
  /** Entry files of keeper and launcher, when they are bundled. */
  keeper: Pick<ProcessManagerOptions, 'keeperFile' | 'launcherFile' | 'keeperLingerMs'>
  nowMs: () => number
  /** Tells the panel; what cannot be sent now is told again by Hello. */
  send: (message: NodeMessage) => void
}

export interface App {
  readonly hooks: LinkHooks
  readonly consoles: Consoles
  readonly gameServers: GameServers
  readonly tasks: Tasks
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
  for (const { level, words } of workPlace.notes) log[level](words)
  const folders = createGameServerFolders(workPlace)
  const processManager = openProcessManager({
    socketFile: keeperSocketFile(dataFolder),
    logFile: join(dataFolder, 'keeper.log'),
    userIdBase: config.gameUserIdBase,
    ...options.keeper,
  })

  const reportLostWrite = (error: unknown) => log.error({ err: error }, 'the store could not be written to')
  const gameServers = new GameServers({
    store: createGameServerStore(store, reportLostWrite),
    processManager,
    consoles,
    folders,
    nodeBinary: workPlace.nodeBinary,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    nowMs,
    tell: value => {
      log.info({ game_server_id: value.gameServerId, state: value.state, reason: value.reason }, 'new state')
      send({ $case: 'gameServerState', value })
    },
    log,
  })
  const installer = createInstaller(gameServers, options.shippedGames)
  const tasks = new Tasks({
    store: createTaskStore(store, reportLostWrite),
    gameServers,
    installer,
    nowMs,
    send,
    log,
  })

  await gameServers.takeUp(readBootId())
  tasks.resume()

  const readFacts = () => readHostFacts(options.version, workPlace.serversFolder)
  return {
    hooks: createLinkHooks({ consoles, gameServers, tasks, log, readFacts }),
    consoles,
    gameServers,
    tasks,
    async close() {
      tasks.close()
      gameServers.close()
      await processManager.close()
      store.close()
    },
  }
}

interface LinkedParts extends Pick<App, 'consoles' | 'gameServers' | 'tasks'> {
  log: Log
  readFacts: () => NodeFacts
}

/** Who answers what the panel says and asks. */
function createLinkHooks({ consoles, gameServers, tasks, log, readFacts }: LinkedParts): LinkHooks {
  return {
    describe: () => ({ facts: readFacts(), gameServers: gameServers.states(), tasks: tasks.updates() }),
    async welcomed(wanted) {
      await gameServers.keepOnly(wanted)
      tasks.repeatOutput()
    },
    async received(message) {
      if (message.$case === 'putGameServer' || message.$case === 'removeGameServer') {
        await receiveGameServerMessage(gameServers, message)
      } else receiveTaskMessage(tasks, message)
    },
    answer: async body =>
      body.$case === 'consoleInput' ? answerConsoleInput(consoles, body.value) : findFreePorts(body.value),
    transfer: (purpose, transfer) => sendConsole(consoles, purpose.value, transfer),
    presence: (connected, reason) => log.info({ connected }, reason),
  }
}
