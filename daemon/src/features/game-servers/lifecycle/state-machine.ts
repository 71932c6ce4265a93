// The one place where a game server's state changes: by the move table, written before it is told.

import { isDeepStrictEqual } from 'node:util'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { isSameRun } from '@rookery/contracts/daemon/same-run.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { maskText } from '../../console/logic/mask-secrets.ts'
import type { GameServerRecord, GameServerStore } from '../game-server-store.ts'
import { ActionFailed } from '../logic/action.ts'
import { maskFailure } from '../logic/install-failure.ts'
import { nextRunState, occupiesProcess, type RunInput, refusalMessage } from '../logic/run-state.ts'
import { nextSequence } from '../logic/sequence.ts'

export type StateChange = Partial<
  Pick<
    GameServerRecord,
    | 'reason'
    | 'installed'
    | 'lastExit'
    | 'lastLines'
    | 'installFailure'
    | 'runSecrets'
    | 'runningRevision'
    | 'wanted'
    | 'restartAtMs'
    | 'restartedAtMs'
  >
>

export class StateMachine {
  #record: GameServerRecord
  readonly #store: GameServerStore
  readonly #nowMs: () => number
  readonly #report: (state: GameServerState) => void
  #isClosed = false

  constructor(
    record: GameServerRecord,
    store: GameServerStore,
    nowMs: () => number,
    report: (state: GameServerState) => void,
  ) {
    this.#record = record
    this.#store = store
    this.#nowMs = nowMs
    this.#report = report
  }

  get record(): Readonly<GameServerRecord> {
    return this.#record
  }

  get state(): RunState {
    return this.#record.state
  }

  can(input: RunInput): boolean {
    return nextRunState(this.state, input) !== null
  }

  /** Hides the secrets of the present definition and of the present run. */
  mask(text: string): string {
    return maskText(text, [...this.#record.definition.secrets, ...this.#record.runSecrets])
  }

  /** From here on nothing is written or told: the game server is somebody else's, or gone. */
  close(): void {
    this.#isClosed = true
  }

  /** Writes what is nobody's news. */
  remember(change: Pick<StateChange, 'wanted' | 'restartAtMs' | 'restartedAtMs'>): void {
    if (this.#isClosed) return
    this.#record = { ...this.#record, ...change }
    this.#store.save(this.#record)
  }

  /** Something to know about the present state, or '' when that is over: it is told, and the state is as old as before. */
  remark(reason: string): void {
    const masked = this.mask(reason)
    if (this.#isClosed || masked === this.#record.reason) return
    const sequence = nextSequence(this.#record.sequence, this.#nowMs())
    this.#record = { ...this.#record, reason: masked, sequence }
    this.#store.save(this.#record)
    this.#report(this.asMessage())
  }

  /** Refuses in words what the table does not know; a move that changes nothing is not told again. */
  move(input: RunInput, { reason = '', installFailure, ...rest }: StateChange = {}): void {
    const state = nextRunState(this.state, input)
    if (state === null) throw new ActionFailed(refusalMessage(this.state, input))
    if (this.#isClosed || (state === this.state && Object.keys(rest).length === 0)) return
    const failure = installFailure && maskFailure(installFailure, text => this.mask(text))
    this.#write({ ...rest, state, reason: this.mask(reason), ...(failure && { installFailure: failure }) })
    this.#report(this.asMessage())
  }

  /**
   * A definition with a lower revision is old news, except in Welcome: then the panel's database was restored, and
   * counts on from there. One with the same is the panel's latest word too: a newer panel may render the same settings
   * in another way.
   */
  define(
    revision: number,
    definition: GameServerRecord['definition'],
    { mayGoBack }: { mayGoBack: boolean },
  ): boolean {
    if (this.#isClosed) return false
    const before = this.#record
    const isSame = isDeepStrictEqual(definition, before.definition)
    if ((revision < before.revision && !mayGoBack) || (revision === before.revision && isSame)) return false
    const isRunOfOld = before.runningRevision === before.revision
    const keepsRun = isRunOfOld && isSameRun(before.definition, definition)
    const isReported = revision !== before.revision && occupiesProcess(this.state)
    // The number of another count says nothing in this one, but that the run is not of the newest.
    const isOfOtherCount = revision < before.revision && before.runningRevision > 0
    this.#record = {
      ...before,
      revision,
      definition,
      ...(isOfOtherCount && { runningRevision: revision - 1 }),
      ...(keepsRun && { runningRevision: revision }),
      ...(isReported && { sequence: nextSequence(this.#record.sequence, this.#nowMs()) }),
    }
    this.#store.save(this.#record)
    if (isReported) this.#report(this.asMessage())
    return true
  }

  /** Which number the panel has for it; null: the panel does not have it here. */
  name(panelId: number | null): void {
    if (this.#record.panelId === panelId) return
    this.#record = { ...this.#record, panelId }
    this.#store.save(this.#record)
  }

  asMessage(): GameServerState {
    const { panelId, definition, state, reason, changedAtMs, sequence, installed, lastExit } = this.#record
    const { lastLines, installFailure } = this.#record
    return {
      gameServerId: panelId ?? 0,
      uuid: definition.uuid,
      placementEpoch: definition.placement_epoch,
      state,
      reason,
      changedAtMs,
      sequence,
      installed,
      exitCode: lastExit?.code ?? undefined,
      signal: lastExit?.signal ?? '',
      outOfMemory: lastExit?.outOfMemory ?? false,
      lastLines: state === 'crashed' ? lastLines : [],
      runningRevision: occupiesProcess(state) ? this.#record.runningRevision : 0,
      ...(state === 'install_failed' && installFailure && { installFailure }),
    }
  }

  #write(change: Partial<GameServerRecord>): void {
    const changedAtMs = this.#nowMs()
    const sequence = nextSequence(this.#record.sequence, changedAtMs)
    this.#record = { ...this.#record, ...change, changedAtMs, sequence }
    this.#store.save(this.#record)
  }
}
