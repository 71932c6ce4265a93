// All game servers of this node: what the panel defines, what was found running, and what the panel does not know.

import {
  type GameServerDefinition,
  gameServerDefinition,
} from '@rookery/contracts/daemon/game-server-definition.ts'
import type {
  GameServerState,
  PutGameServer,
  RemoveGameServer,
} from '@rookery/contracts/daemon/generated/link.ts'
import type { UnknownGameServer } from '@rookery/contracts/daemon/unknown-game-server.ts'
import { createPathPatterns } from '../../platform/confined-files/logic/path-patterns.ts'
import { protectFiles } from '../../platform/confined-files/protected-files.ts'
import type { ConfinedRoot, OpenedRoot } from '../../platform/confined-files.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { createGameServerNumbers, type GameServerNumbers } from './game-server-numbers.ts'
import type { SupervisorDeps } from './lifecycle/supervised.ts'
import { type Action, ActionFailed, type InstallKind, unwatchedAction } from './logic/action.ts'
import type { InstallContext } from './logic/install-context.ts'
import { refusalToRead } from './logic/run-state.ts'
import { nextSequence } from './logic/sequence.ts'
import { inBackground, resumeGameServers } from './resume-game-servers.ts'
import { Supervisor } from './supervisor.ts'
import { unknownGameServers } from './unknown-game-servers.ts'

const nobodysNumber = -1
/** Last lines of crashes that Hello carries at most, so that it stays a message that the panel takes. */
const helloLinesChars = 512 * 1024

/** Whose work it is; a person is anybody whom the panel does not vouch for. */
export type FolderUser = 'node' | 'administrator' | 'person'

export class GameServers {
  readonly #deps: SupervisorDeps
  readonly #numbers: GameServerNumbers
  /** By this node's own numbers. */
  readonly #supervisors = new Map<number, Supervisor>()
  /** Processes whose game server is not known here; they wait for the panel to name it. */
  readonly #strays = new Map<number, RunningProcess>()
  /** Those that are being ended because nobody wants them; their number is not free before that. */
  readonly #leaving = new Map<number, Promise<void>>()

  constructor(deps: SupervisorDeps) {
    this.#deps = deps
    this.#numbers = createGameServerNumbers(deps.store)
    for (const record of deps.store.all()) this.#supervisors.set(record.id, new Supervisor(record, deps))
  }

  /** Finds out what became of everything while the daemon was away; `bootId` null where the kernel does not tell. */
  async takeUp(bootId: string | null): Promise<void> {
    for (const { uuid, number } of await this.#deps.folders.numbers()) this.#numbers.note(uuid, number)
    const strays = await resumeGameServers([...this.#supervisors.values()], bootId, this.#deps)
    for (const stray of strays) this.#strays.set(stray.id, stray)
  }

  get(id: number): Supervisor | null {
    return this.#supervisors.get(id) ?? null
  }

  /** This node's number of what the panel calls `panelId`; one that nothing has when it is not known here. */
  numberOf(panelId: number): number {
    return this.#named(panelId)?.id ?? nobodysNumber
  }

  /** The highest number that the panel ever gave to a game server here. */
  highestNumber(): number {
    return this.#numbers.highest()
  }

  withUuid(uuid: string): Supervisor | null {
    return [...this.#supervisors.values()].find(({ record }) => record.definition.uuid === uuid) ?? null
  }

  hasUuid(uuid: string): boolean {
    return this.withUuid(uuid) !== null
  }

  require(id: number): Supervisor {
    const supervisor = this.get(id)
    if (!supervisor)
      throw new ActionFailed('this node does not know the game server: save its settings again')
    return supervisor
  }

  /** Until `work` has come to its end nothing counts as installed. */
  async install(
    id: number,
    kind: InstallKind,
    work: (context: InstallContext) => Promise<void>,
  ): Promise<void> {
    await this.require(id).install(kind, work)
  }

  /** Reads in the folder of another game server; refused while it is being installed. */
  async readFolder<Result>(id: number, read: (root: OpenedRoot) => Promise<Result>): Promise<Result> {
    const { record } = this.require(id)
    if (!record.installed) throw new ActionFailed(refusalToRead(record.state))
    return this.#deps.folders.work(id, record.definition.uuid, read)
  }

  /**
   * Work on the files of a game server. With `make` the folder is made where there is none yet; without it the work
   * gets null then. What the template protects stays closed to everybody but the node itself and administrators.
   */
  workInFolder<Result>(
    id: number,
    { make, by }: { make: boolean; by: FolderUser },
    work: (root: ConfinedRoot | null) => Promise<Result>,
  ): Promise<Result> {
    const { uuid, protected_files } = this.require(id).record.definition
    const { folders } = this.#deps
    const isOpen = by !== 'person' || protected_files.length === 0
    const workWithin = (root: OpenedRoot | null) =>
      work(root === null || isOpen ? root : protectFiles(root, createPathPatterns(protected_files)))
    return make ? folders.work(id, uuid, workWithin) : folders.visit(id, uuid, workWithin)
  }

  /** What may still be written on the drive of all game servers. */
  freeBytes(): Promise<number> {
    return this.#deps.folders.freeBytes()
  }

  /** Hides what must not be shown of a game server's secrets; text about one that is not known has none. */
  mask(id: number, text: string): string {
    return this.get(id)?.mask(text) ?? text
  }

  /** Every game server of this node, with what runs of it. */
  processes(): { id: number; process: RunningProcess | null }[] {
    return [...this.#supervisors.values()].map(({ id, process }) => ({ id, process }))
  }

  states(): GameServerState[] {
    let leftChars = helloLinesChars
    return [...this.#supervisors.values()].map(({ stateMessage }) => {
      const failure = stateMessage.installFailure
      const chars = [...stateMessage.lastLines, ...(failure?.lastLines ?? [])].join('').length
      if (chars > leftChars) {
        const installFailure = failure && { ...failure, lastLines: [] }
        return { ...stateMessage, lastLines: [], ...(installFailure && { installFailure }) }
      }
      leftChars -= chars
      return stateMessage
    })
  }

  /** A definition that cannot be read changes nothing. */
  async put(
    { gameServerId: panelId, revision, definition }: PutGameServer,
    { mayGoBack } = { mayGoBack: false },
  ): Promise<void> {
    const read = this.#readDefinition(panelId, definition)
    if (!read) return
    const number = this.#numbers.of(read.uuid, panelId)
    const former = this.#named(panelId)
    // A restored panel gives its numbers out again: what had this one before is another game server, and goes on.
    if (former && former.id !== number) former.name(null)
    const leaving = this.#leaving.get(number)
    if (leaving) await leaving
    const known = this.get(number)
    if (!known) return this.#add(number, panelId, revision, read)
    const isNews = known.record.panelId !== panelId
    known.name(panelId)
    const isNewPlacement = read.placement_epoch > known.record.definition.placement_epoch
    known.define(revision, read, { mayGoBack: mayGoBack || isNewPlacement })
    if (isNews) this.#deps.report(known.stateMessage)
  }

  /** Welcome: all that the panel has on this node, and what it has taken away. What else is here goes on (L17). */
  async takeWelcome(all: readonly PutGameServer[], removed: readonly RemoveGameServer[]): Promise<void> {
    for (const message of all) await this.put(message, { mayGoBack: true })
    for (const order of removed) this.removeNamed(order)
    const wanted = new Set(all.map(({ gameServerId }) => this.numberOf(gameServerId)))
    for (const supervisor of this.#supervisors.values()) {
      const { id, record } = supervisor
      if (wanted.has(id) || record.panelId === null) continue
      this.#deps.log.warn(
        { uuid: record.definition.uuid },
        'the panel does not know this game server: it goes on',
      )
      supervisor.name(null)
    }
  }

  /** What the panel does not have here. */
  async unknown(): Promise<UnknownGameServer[]> {
    const { store, folders } = this.#deps
    return unknownGameServers({
      records: [...this.#supervisors.values()].map(({ record }) => record),
      retained: store.retained(),
      folders: await folders.uuids(),
      running: new Set([...this.#strays.keys()].flatMap(id => this.#numbers.uuidOf(id) ?? [])),
    })
  }

  /** By its uuid; by the panel's number where an older panel does not name that. */
  removeNamed({ gameServerId, uuid, deleteFiles }: RemoveGameServer): void {
    const named = uuid ? this.withUuid(uuid) : this.#named(gameServerId)
    if (named) this.remove(named.id, deleteFiles ? 'delete' : 'keep')
    else if (uuid && deleteFiles) void this.#inBackground(gameServerId, () => this.#removeLeft(uuid))
  }

  /** What is left of a game server that has no definition here. */
  async #removeLeft(uuid: string): Promise<void> {
    const { store, folders } = this.#deps
    if (!(await folders.uuids()).includes(uuid)) return
    for (const [id, stray] of this.#strays) {
      if (this.#numbers.uuidOf(id) !== uuid) continue
      this.#strays.delete(id)
      await stray.endTree()
      await stray.exit
      await stray.forget()
    }
    await folders.remove(uuid)
    store.forgetRetained(uuid)
  }

  /** Ends it and forgets it; files go only on the panel's word. */
  remove(id: number, files: 'keep' | 'delete' = 'keep'): void {
    const supervisor = this.#supervisors.get(id)
    if (!supervisor) return
    this.#deps.log.info({ gameServerId: id }, 'this game server was removed: it is ended')
    const letGo = (how: 'keep' | 'delete') =>
      this.#letGo(supervisor, () => this.delete(supervisor, { files: how }, unwatchedAction()))
    const mustBeSaved = files === 'delete' && supervisor.record.definition.backup_storages.length > 0
    if (mustBeSaved) {
      void this.#inBackground(id, async () => letGo((await this.#isSaved(id)) ? 'delete' : 'keep'))
    } else letGo(files)
  }

  /** What could not be backed up is not deleted: it stays among what the panel does not know. */
  async #isSaved(id: number): Promise<boolean> {
    try {
      await this.#deps.beforeDelete?.(id, unwatchedAction())
      return true
    } catch (error) {
      this.#deps.log.error(
        { gameServerId: id, err: error },
        'its files were kept, because no backup could be taken',
      )
      return false
    }
  }

  async delete(
    supervisor: Supervisor,
    { files }: { files: 'keep' | 'delete' },
    action: Action,
  ): Promise<void> {
    const { definition, installed } = supervisor.record
    const { store, clock } = this.#deps
    await supervisor.dismiss(action)
    if (files === 'keep') store.retain({ definition, installed, removedAtMs: clock.nowMs() })
    if (this.get(supervisor.id) === supervisor) this.#supervisors.delete(supervisor.id)
    if (files === 'keep') return action.say('its files were kept')
    action.say('deleting its files')
    await this.#deps.folders.remove(definition.uuid)
  }

  close(): void {
    for (const supervisor of this.#supervisors.values()) supervisor.close()
  }

  #letGo(supervisor: Supervisor, end: () => Promise<void>): void {
    this.#supervisors.delete(supervisor.id)
    const leaving = this.#inBackground(supervisor.id, end).finally(() => this.#leaving.delete(supervisor.id))
    this.#leaving.set(supervisor.id, leaving)
  }

  #readDefinition(gameServerId: number, text: string): GameServerDefinition | null {
    try {
      return gameServerDefinition.parse(JSON.parse(text))
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown'
      this.#deps.log.error(
        { gameServerId, reason },
        'a definition from the panel cannot be read and is ignored',
      )
      return null
    }
  }

  #named(panelId: number): Supervisor | null {
    const all = [...this.#supervisors.values()]
    return all.find(({ record }) => record.panelId === panelId) ?? null
  }

  #add(id: number, panelId: number, revision: number, definition: GameServerDefinition): void {
    const { store, clock, report } = this.#deps
    const changedAtMs = clock.nowMs()
    // Its files may have been kept when it was removed.
    const installed = store.retained().some(one => one.definition.uuid === definition.uuid && one.installed)
    const record = {
      id,
      panelId,
      revision,
      definition,
      installed,
      state: installed ? ('stopped' as const) : ('not_installed' as const),
      reason: '',
      changedAtMs,
      sequence: nextSequence(0, changedAtMs),
      lastExit: null,
      lastLines: [],
      runSecrets: [],
      runningRevision: 0,
      wanted: 'unknown' as const,
      restartAtMs: null,
      restartedAtMs: [],
    }
    store.save(record)
    store.forgetRetained(definition.uuid)
    const supervisor = new Supervisor(record, this.#deps)
    this.#supervisors.set(id, supervisor)
    report(supervisor.stateMessage)
    const stray = this.#strays.get(id)
    if (!stray) return
    this.#strays.delete(id)
    void this.#inBackground(id, () => supervisor.adopt(Promise.resolve(stray), false))
  }

  #inBackground(gameServerId: number, work: () => Promise<void>): Promise<void> {
    return inBackground(this.#deps.log, gameServerId, work)
  }
}
