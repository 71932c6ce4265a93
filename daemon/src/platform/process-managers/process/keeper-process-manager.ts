// A process manager over a keeper: starts, finds again and lets go of games, each in its own pty.

import { createHash, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { ProcessManagerName } from '@rookery/contracts/process-managers.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { PtyDescription } from '../../../keeper/keeper-protocol.ts'
import { type LaunchDescription, launchProblem } from '../../../keeper/launch/launch-description.ts'
import { type Launch, LaunchError, type ProcessManager, type RunningProcess } from '../process-manager.ts'
import type { Confinement, Entrance } from './confinement.ts'
import { type TreeOf, treeOf } from './end-tree.ts'
import { HeldProcess } from './held-process.ts'
import { KeeperClient } from './keeper-client.ts'
import { KeeperGone, KeeperRefused } from './keeper-socket.ts'
import { defaultUserIdBase, isOwnUser } from './own-user.ts'
import { claimStart } from './start-claim.ts'
import { waitUntilLaunched } from './wait-until-launched.ts'

export interface KeeperOptions {
  /** Where the keeper listens: in a folder that only the daemon may enter, at most 106 bytes long. */
  socketFile: string
  /** Entry files of keeper and launcher; from source these are found by themselves. */
  keeperFile?: string
  launcherFile?: string
  logFile?: string
  /** A game with `uid` = base + id has that user for itself, and is ended with all that runs under it. */
  userIdBase?: number
  keeperLingerMs?: number
  /** Told of a game that is set aside: it runs on, and everything else is taken up. */
  setAside?: (reason: string, error: unknown) => void
}

/** Games as child processes of a keeper of its own; what is put around them makes the difference. */
export class KeeperProcessManager implements ProcessManager {
  readonly name: ProcessManagerName
  readonly #keeper: KeeperClient
  readonly #owner: string
  readonly #confinement: Confinement
  readonly #userIdBase: number
  readonly #closing = new AbortController()
  readonly #processes = new Map<string, HeldProcess>()
  readonly #socketFile: string
  readonly #setAside: KeeperOptions['setAside']

  constructor(
    name: ProcessManagerName,
    options: KeeperOptions,
    confinementFor: (owner: string) => Confinement,
  ) {
    this.name = name
    this.#socketFile = options.socketFile
    this.#setAside = options.setAside
    this.#owner = createHash('sha256').update(options.socketFile).digest('hex').slice(0, 10)
    this.#confinement = confinementFor(this.#owner)
    this.#userIdBase = options.userIdBase ?? defaultUserIdBase
    this.#keeper = new KeeperClient({
      socketFile: options.socketFile,
      mainFile: options.keeperFile ?? sourceFile('../../../keeper/main.ts'),
      launcherFile: options.launcherFile ?? sourceFile('../../../keeper/launcher.ts'),
      logFile: options.logFile,
      lingerMs: options.keeperLingerMs,
    })
  }

  async start(launch: Launch): Promise<RunningProcess> {
    const problem = launchProblem(describeLaunch(launch, this.#treeFor(launch), {}))
    if (problem !== null) throw new LaunchError('invalid', problem)
    const endClaim = claimStart(this.#socketFile, launch.id)
    if (endClaim === null) throw alreadyRunning(launch.id)
    try {
      return await this.#start(launch)
    } catch (error) {
      throw asLaunchError(error, launch.id)
    } finally {
      endClaim()
    }
  }

  async adopt(): Promise<RunningProcess[]> {
    const held = await Promise.all(
      (await this.#list()).map(pty =>
        this.#hold(pty).catch((error: unknown) => {
          const reason = `game server ${pty.id} (process ${pty.pid}) is set aside: its note in the keeper is damaged, and what it runs in was not found. It runs on; end it with kill ${pty.pid}, then start it again`
          this.#setAside?.(reason, error)
          return null
        }),
      ),
    )
    return held.filter(running => running !== null)
  }

  async find(id: number): Promise<RunningProcess | null> {
    const alive = (await this.#list()).find(pty => pty.id === id && pty.exit === null)
    return alive ? await this.#hold(alive) : null
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#keeper.close()
  }

  async #list(): Promise<PtyDescription[]> {
    try {
      return await this.#keeper.list({ mayStart: false })
    } catch (error) {
      if (error instanceof KeeperGone) return []
      throw error
    }
  }

  async #start(launch: Launch): Promise<RunningProcess> {
    await this.#removeLastRun(launch.id)
    const tree = await this.#confinement.make(launch, this.#treeFor(launch))
    const pty = await this.#spawn(launch, tree).catch(async (error: unknown) => {
      await this.#confinement.remove(tree).catch(() => {})
      throw error
    })
    const running = await this.#hold(pty)
    try {
      await waitUntilLaunched(running, tree.mark)
      return running
    } catch (error) {
      await running.forget().catch(() => {})
      throw error
    }
  }

  async #spawn(launch: Launch, tree: TreeOf): Promise<PtyDescription> {
    const { id, cols, rows } = launch
    return this.#keeper.spawn({
      verb: 'spawn',
      id,
      streamId: randomBytes(9).toString('base64url'),
      launch: describeLaunch(launch, tree, this.#confinement.entrance(tree)),
      cols,
      rows,
      label: JSON.stringify(tree),
    })
  }

  /** An exit that is still kept gives way to a new start; something alive does not. */
  async #removeLastRun(id: number): Promise<void> {
    const former = (await this.#keeper.list({ mayStart: true })).find(pty => pty.id === id)
    if (former === undefined) return
    if (former.exit === null) throw alreadyRunning(id)
    await (await this.#hold(former)).forget()
  }

  async #hold(pty: PtyDescription): Promise<HeldProcess> {
    const held = this.#processes.get(pty.streamId)
    if (held) return held
    const tree = parseJsonOrNull(treeOf, pty.label) ?? (await this.#restoreTree(pty.id))
    const meanwhile = this.#processes.get(pty.streamId)
    if (meanwhile) return meanwhile
    for (const [streamId, other] of this.#processes) if (other.id === pty.id) this.#processes.delete(streamId)
    const fresh = new HeldProcess(pty, tree, this.#keeper, this.#confinement, this.#closing.signal)
    this.#processes.set(pty.streamId, fresh)
    return fresh
  }

  /** Of a label that cannot be read, the mark is known: by it every process of the game is found, only slower. */
  async #restoreTree(id: number): Promise<TreeOf> {
    const tree = { mark: this.#markOf(id) }
    return this.#confinement.restore ? this.#confinement.restore(id, tree) : tree
  }

  #markOf(id: number): string {
    return `ROOKERY_SERVER_ID=${this.#owner}-${id}`
  }

  #treeFor(launch: Launch): TreeOf {
    const { id, uid } = launch
    return {
      mark: this.#markOf(id),
      ...(isOwnUser(uid, id, this.#userIdBase) && process.getuid?.() === 0 ? { ownUid: uid } : {}),
    }
  }
}

function describeLaunch(launch: Launch, tree: TreeOf, entrance: Entrance): LaunchDescription {
  const { argv, cwd, env, uid, gid } = launch
  const [markName = '', markValue = ''] = tree.mark.split('=')
  return {
    argv,
    cwd,
    env: { ...env, [markName]: markValue },
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
    ...entrance,
  }
}

function sourceFile(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

function alreadyRunning(id: number): LaunchError {
  return new LaunchError('already_running', `process ${id} is already running: stop it first`)
}

function asLaunchError(error: unknown, id: number): LaunchError {
  if (error instanceof LaunchError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  if (error instanceof KeeperRefused) {
    if (error.code === 'id_taken') return alreadyRunning(id)
    return new LaunchError(error.code === 'invalid' ? 'invalid' : 'unavailable', error.message, { cause })
  }
  return new LaunchError('unavailable', `the keeper of processes cannot be reached: ${cause.message}`, {
    cause,
  })
}
