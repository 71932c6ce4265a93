// The states of a task on this node and what each transition changes of its record.
//
//   run, add ────▶ waiting ── begin ──▶ working ──▶ success, error, canceled, skipped
//                   │    ◀── again ──────┘    an earlier life of the daemon left it at work, and it is safe to repeat
//                   └── cancel ──▶ canceled   somebody canceled it, or asked for a kill after it
//   run, too late or too many ──▶ error       it is known all the same, so that its key is never run (L6)
//   add, of a schedule that is left out ──▶ skipped
//   a run of several steps goes back to waiting after each step but the last (step-run.ts)
//
// What has ended stays as it is; when the panel has stored that, only its key is remembered for a while.

import type { TaskRecord } from '../task-store.ts'

export type TaskChange = Partial<Pick<TaskRecord, 'status' | 'message' | 'exitCode' | 'beganAtMs'>>

export const begin = (nowMs: number): TaskChange => ({ status: 'working', message: '', beganAtMs: nowMs })

export const again = (): TaskChange => ({ status: 'waiting', message: '' })

export const succeed = (message: string): TaskChange => ({ status: 'success', message })

export const fail = (message: string, exitCode: number | null = null): TaskChange => ({
  status: 'error',
  message,
  exitCode,
})

export const skip = (message: string): TaskChange => ({ status: 'skipped', message })

export const cancel = (message: string): TaskChange => ({ status: 'canceled', message })
