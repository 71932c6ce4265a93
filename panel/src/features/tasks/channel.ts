// The task channel (6.2): status and output so far, then live, then exactly one end.

import { hasEnded } from '@rookery/contracts/run-states.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { Change, Changes } from '../../platform/changes.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import type { Channel } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import { unknownMessage } from '../../platform/websocket/logic/unknown-message.ts'
import type { Access } from '../access/access.ts'
import { mayFollowTask } from './task-access.ts'
import type { Tasks } from './tasks.ts'

export function taskChannel(tasks: Tasks, access: Access, changes: Changes): Channel {
  return {
    path: '/api/ws/tasks/{id}',
    summary: 'Progress and output of one task',
    access: signedIn('refused'),
    async check(call) {
      const taskId = Number(call.params.id)
      await mayFollowTask(tasks, access, call.caller, taskId)
      // Whoever may see all of them is told that there is none.
      await tasks.read(taskId)
    },
    open(connection, call) {
      void follow(connection, Number(call.params.id)).catch(() =>
        connection.close(closeCodes.objectGone, 'no such task'),
      )
    },
  }

  async function follow(connection: Connection, taskId: number): Promise<void> {
    // Listens before it reads, so that nothing falls between; what was read already is skipped by its seq.
    let early: Change[] | null = []
    let isBehind = false
    const sent: SentPieces = new Set()
    const unlisten = changes.listen(change => {
      if (change.kind === 'changes-missed') {
        isBehind = true
        if (!early) void catchUp().catch(() => connection.close(closeCodes.panelStops, 'connect again'))
      } else if (isAbout(change, taskId)) {
        if (early) early.push(change)
        else pass(connection, change, sent)
      }
    })
    connection.onClose(unlisten)
    connection.onMessage(type =>
      connection.refuse('malformed_request', unknownMessage('/api/ws/tasks/{id}', type)),
    )

    /** What is stored, then what was told meanwhile; once more when something may have been missed. */
    async function catchUp(): Promise<void> {
      do {
        early ??= []
        isBehind = false
        const pieces = await tasks.readOutput(taskId)
        const task = await tasks.read(taskId)
        connection.send('task.status', statusPayload(taskId, task.status, task.message, task.progress))
        for (const { seq, chunk } of pieces) sendOutput(connection, { taskId, seq, chunk }, sent)
        if (hasEnded(task.status)) return complete(connection, taskId, task.status, task.exit_code)
      } while (isBehind)
      const waiting = early
      early = null
      for (const change of waiting) pass(connection, change, sent)
    }
    await catchUp()
  }
}

/** Where each piece that the viewer has begins: another instance may tell one that was read already. */
type SentPieces = Set<number>

function isAbout(change: Change, taskId: number): boolean {
  return (change.kind === 'task' || change.kind === 'task-output') && change.taskId === taskId
}

/** On the wire `seq` counts the bytes up to the end of the chunk, as on the console. */
function sendOutput(
  connection: Connection,
  { taskId, seq, chunk }: { taskId: number; seq: number; chunk: string },
  sent: SentPieces,
): void {
  if (sent.has(seq)) return
  sent.add(seq)
  connection.send('task.output', { task_id: taskId, seq: seq + Buffer.byteLength(chunk), chunk })
}

function pass(connection: Connection, change: Change, sent: SentPieces): void {
  if (change.kind === 'task-output') sendOutput(connection, change, sent)
  if (change.kind !== 'task') return
  connection.send('task.status', statusPayload(change.taskId, change.status, change.message, change.progress))
  if (hasEnded(change.status)) complete(connection, change.taskId, change.status, change.exitCode)
}

function complete(connection: Connection, taskId: number, status: string, exitCode: number | null): void {
  connection.send('task.complete', {
    task_id: taskId,
    status,
    ...(exitCode === null ? {} : { exit_code: exitCode }),
  })
  connection.close(closeCodes.normal, 'the task has ended')
}

function statusPayload(taskId: number, status: string, message: string | null, progress: number | null) {
  return {
    task_id: taskId,
    status,
    ...(message === null ? {} : { message }),
    ...(progress === null ? {} : { progress }),
  }
}
