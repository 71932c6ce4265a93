// Writes what becomes of a task and tells the panel: every change with a higher sequence, every word with its offset.
// The runs of schedules are only written: the panel asks for them.

import type { TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeMessage } from '../../platform/panel-link/link-hooks.ts'
import { maskFailure } from '../game-servers/logic/install-failure.ts'
import { nextSequence } from '../game-servers/logic/sequence.ts'
import { outputLimitBytes, retain } from './logic/retained-output.ts'
import { beginStep, endStep, stepOutcome } from './logic/step-run.ts'
import { again, begin, succeed } from './logic/task-transitions.ts'
import type { StepTask } from './step-runs.ts'
import type { TaskRecord, TaskStore } from './task-store.ts'

export type Send = (message: NodeMessage) => void

export interface JournalDeps {
  store: TaskStore
  nowMs: () => number
  send: Send
  /** Hides the secrets of a game server. */
  mask: (gameServerId: number, text: string) => string
}

export class TaskJournal {
  readonly #store: TaskStore
  readonly #nowMs: () => number
  readonly #send: Send
  readonly #mask: JournalDeps['mask']

  constructor({ store, nowMs, send, mask }: JournalDeps) {
    this.#store = store
    this.#nowMs = nowMs
    this.#send = send
    this.#mask = mask
  }

  /** Makes a new task known; one that cannot be written down has ended with an error. */
  open(task: Omit<TaskRecord, 'id' | 'sequence'>): TaskRecord {
    const nowMs = this.#nowMs()
    const record: TaskRecord = { ...task, id: 0, sequence: nextSequence(0, nowMs) }
    try {
      record.id = this.#store.add(record, nowMs)
    } catch (error) {
      record.status = 'error'
      record.message = `the node cannot write down its tasks, so this one is not begun: ${(error as Error).message}`
    }
    this.report(record)
    return record
  }

  /** Changes the given record in place, writes it, then tells. */
  change(record: TaskRecord, change: Partial<TaskRecord>): void {
    const nowMs = this.#nowMs()
    const message = this.#mask(record.gameServerId, change.message ?? record.message)
    const failure =
      change.failure && maskFailure(change.failure, text => this.#mask(record.gameServerId, text))
    Object.assign(record, change, failure && { failure }, {
      message,
      sequence: nextSequence(record.sequence, nowMs),
    })
    this.#store.save(record, nowMs)
    this.report(record)
  }

  /** Throws, and changes nothing, when it cannot be written down: then it must not be begun. */
  beginStep(record: StepTask): void {
    const nowMs = this.#nowMs()
    const change = { ...begin(record.beganAtMs ?? nowMs), steps: beginStep(record.steps, nowMs) }
    this.#store.saveOrThrow({ ...record, ...change }, nowMs)
    Object.assign(record, change)
  }

  /** For the next life only: what follows until the end of the task is not needed for its success. */
  noteDelivered(record: TaskRecord): void {
    const isDone = succeed('')
    const change = record.steps ? { ...again(), steps: endStep(record.steps, stepOutcome(isDone)) } : isDone
    this.#store.save({ ...record, ...change }, this.#nowMs())
  }

  report(record: TaskRecord): void {
    if (record.scheduleId === null) this.#send({ $case: 'taskUpdate', value: asTaskUpdate(record) })
  }

  say(record: TaskRecord, message: string): void {
    const isRun = record.scheduleId !== null
    const seq = record.outputEnd ?? this.#store.outputEnd(record.id)
    const line = this.#mask(record.gameServerId, message)
    const added = retain(seq, line, isRun ? outputLimitBytes.run : outputLimitBytes.task)
    if (!added) return
    this.#store.appendOutput(record.id, seq, added.chunk)
    record.outputEnd = added.end
    if (!isRun) this.#send(outputOf(record, seq, added.chunk))
  }

  /** Everything said so far, again: the panel keeps what it does not have yet. */
  repeatOutput(): void {
    for (const record of this.#store.unacknowledged()) {
      for (const { seq, chunk } of this.#store.output(record.id)) this.#send(outputOf(record, seq, chunk))
    }
  }
}

function outputOf({ panelId, runKey }: TaskRecord, seq: number, chunk: Buffer): NodeMessage {
  return { $case: 'taskOutput', value: { taskId: panelId, runKey, seq, chunk } }
}

export function asTaskUpdate(record: TaskRecord): TaskUpdate {
  return {
    taskId: record.panelId,
    runKey: record.runKey,
    status: record.status,
    message: record.message,
    progress: record.progress ?? undefined,
    exitCode: record.exitCode ?? undefined,
    sequence: record.sequence,
    ...(record.failure && { failure: record.failure }),
  }
}
