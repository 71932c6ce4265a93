// Installs a game server: the steps of its definition in order, inside its own folder, with progress in words.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import { OutgoingHttp, type OutgoingHttpOptions } from '../../platform/outgoing-http/outgoing-http.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, type InstallKind } from '../game-servers/logic/action.ts'
import { occupiesProcess } from '../game-servers/logic/run-state.ts'
import { cloneFiles } from './clone-files.ts'
import { runSteps } from './run-steps.ts'
import { restartWithUpdate, type StartWithUpdateDeps, startWithUpdate } from './start-with-update.ts'
import type { InstallDeps } from './step-deps.ts'

export interface Installer {
  /** Refused while the game runs; when it fails, the game server does not count as installed. */
  install(gameServerId: number, kind: InstallKind, action: Action): Promise<void>
  /** With the files of another game server of this node in the place of steps. */
  clone(gameServerId: number, fromId: number, action: Action): Promise<void>
  /** As a person or a schedule asks for it: begins with an update where the definition says so. */
  start(gameServerId: number, action: Action): Promise<void>
  restart(gameServerId: number, action: Action): Promise<void>
  /** Ends what is at work, and with it every program that was started for it. */
  close(): Promise<void>
}

export interface InstallerOptions extends Omit<InstallDeps, 'http' | 'retryDelaysMs'> {
  gameServers: GameServers
  nodeBinary: string
  allowedPrivate: OutgoingHttpOptions['allowedPrivate']
  retryDelaysMs?: readonly number[]
  /** Before an update or a reinstallation changes anything; what throws ends it. `isRoutine`: it comes with a start. */
  beforeChange: (
    gameServerId: number,
    kind: 'reinstall' | 'update',
    action: Action,
    options: { isRoutine: boolean },
  ) => Promise<void>
  newTemplate: StartWithUpdateDeps['newTemplate']
}

const usualRetryDelaysMs = [2_000, 10_000, 30_000]

export function createInstaller(options: InstallerOptions): Installer {
  const { gameServers } = options
  const http = new OutgoingHttp(options)
  const deps = { retryDelaysMs: usualRetryDelaysMs, ...options, http }
  const closing = new AbortController()
  const atWork = new Set<Promise<void>>()

  function work(action: Action, perform: (action: Action) => Promise<void>): Promise<void> {
    if (action.canceled.aborted) return Promise.reject(new ActionCanceled(reasonOf('canceledEarly')))
    const canceled = AbortSignal.any([action.canceled, closing.signal])
    const done = perform({ ...action, canceled })
    atWork.add(done)
    return done.finally(() => atWork.delete(done))
  }

  const install = (gameServerId: number, kind: InstallKind, asked: Action, isRoutine = false) =>
    work(asked, async action => {
      // What runs is refused below.
      const isStopped = !occupiesProcess(gameServers.require(gameServerId).record.state)
      if (kind !== 'install' && isStopped) {
        await options.beforeChange(gameServerId, kind, action, { isRoutine })
      }
      if (kind === 'reinstall') action.say('deleting all of its files')
      await gameServers.install(gameServerId, kind, context => {
        const { definition } = context
        const steps = (kind === 'update' ? definition.update : null) ?? definition.install
        return runSteps(steps, context, deps, action)
      })
      action.say(kind === 'update' ? 'it is up to date' : 'it is installed')
    })
  const starting = {
    gameServers,
    update: (gameServerId: number, action: Action) => install(gameServerId, 'update', action, true),
    newTemplate: options.newTemplate,
  }

  return {
    install: (gameServerId, kind, action) => install(gameServerId, kind, action),
    start: (gameServerId, action) => startWithUpdate(gameServerId, action, starting),
    restart: (gameServerId, action) => restartWithUpdate(gameServerId, action, starting),
    clone: (gameServerId, fromId, asked) =>
      work(asked, async action => {
        await cloneFiles(gameServers, gameServerId, fromId, action)
        action.say('it is installed')
      }),
    async close() {
      closing.abort()
      await Promise.allSettled(atWork)
      await http.close()
    },
  }
}
