// Events made of what nodes report of servers and tasks, written with it.

import type { RunState, TaskKind, TaskStatus } from '@rookery/contracts/run-states.ts'
import type { NewEvent } from '../new-event.ts'

interface StateNews {
  gameServerId: number
  state: RunState
  reason: string | null
  changedAtMs: number
  lastExit: { exit_code: number | null; out_of_memory: boolean } | null
}

interface EndedTask {
  id: number
  runKey: string
  kind: TaskKind
  gameServerId: number | null
  requestedBy: number | null
}

interface End {
  status: TaskStatus
  message: string | null
  exitCode: number | null
}

const textLimit = 500
const timeOf = (ms: number) => new Date(ms).toISOString()
const short = (text: string | null) => text?.slice(0, textLimit) ?? null

/** A crash is told twice: as a state, and for those who care about nothing else. */
export function eventsOfState({ gameServerId, state, reason, changedAtMs, lastExit }: StateNews): NewEvent[] {
  const changed_at = timeOf(changedAtMs)
  const common = { gameServerId, data: { changed_at, reason: short(reason) } }
  const stateChanged: NewEvent = {
    ...{ kind: 'server.state_changed', gameServerId, fact: `state ${gameServerId} ${state} ${changedAtMs}` },
    data: { ...common.data, state },
  }
  if (state !== 'crashed') return [stateChanged]
  const crashed: NewEvent = {
    ...{ kind: 'server.crashed', gameServerId, fact: `crash ${gameServerId} ${changedAtMs}` },
    data: {
      ...common.data,
      exit_code: lastExit?.exit_code ?? null,
      out_of_memory: lastExit?.out_of_memory ?? false,
    },
  }
  return [stateChanged, crashed]
}

export function eventsOfTaskEnd(task: EndedTask, { status, message, exitCode }: End): NewEvent[] {
  const { id, runKey, kind, gameServerId, requestedBy: userId } = task
  // Work that belongs to no server is the panel's own.
  if (gameServerId === null) return []
  // Of what went well, the last word is of no interest any more.
  const why = status === 'success' ? null : short(message)
  const ended: NewEvent = {
    ...{ kind: 'task.ended', fact: `task ${runKey}`, gameServerId, userId },
    data: { task: { id, kind, status, message: why, exit_code: exitCode } },
  }
  if (kind !== 'backup' || status !== 'success') return [ended]
  const data = { task_id: id }
  return [ended, { kind: 'backup.ended', fact: `backup ${runKey}`, gameServerId, userId, data }]
}
