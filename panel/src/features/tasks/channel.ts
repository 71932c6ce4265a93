// The task channel (6.2): status and output so far, then live, then exactly one end.

import { hasEnded } from '@rookery/contracts/run-states.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { Change, Changes } from '../../platform/changes.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import type { Channel } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import type { Access } from '../access/access.ts'
import { mayFollowTask } from './task-access.ts'
import type { Tasks } from './tasks.ts'

export function taskChannel(tasks: Tasks, access: Access, changes: Changes): Channel {
  return {
    path: '/api/ws/tasks/{id}',
    summary: 'Progress and output of one task',
    access: signedIn('refused'),
    check: call => mayFollowTask(tasks, access, call.caller, Number(call.params.id)),
    open(connection, call) {
      void follow(connection, Number(call.params.id)).catch(() =>
        connection.close(closeCodes.objectGone, 'no such task'),
      )
    },
  }

  async function follow(connection: Connection, taskId: number): Promise<void> {
    // Listens before it reads, so that nothing falls between; what was read already is skipped by its seq.
    const early: Change[] = []
    let tell: (change: Change) => void = change => early.push(change)
    const unlisten = changes.listen(change => {
      if ((change.kind === 'task' || change.kind === 'task-output') && change.taskId === taskId) tell(change)
    })
    connection.onClose(unlisten)
    connection.onMessage(type => connection.refuse('malformed_request', `this channel takes no ${type}`))

    const pieces = await tasks.readOutput(taskId)
    const task = await tasks.read(taskId)
    const lastSeq = pieces.at(-1)?.seq ?? -1
    connection.send('task.status', statusPayload(taskId, task.status, task.message, task.progress))
    for (const { seq, chunk } of pieces) sendOutput(connection, taskId, seq, chunk)
    if (hasEnded(task.status)) return complete(connection, taskId, task.status, task.exit_code)
    tell = change => pass(connection, change, lastSeq)
    for (const change of early) tell(change)
  }
}

/** On the wire `seq` counts the bytes up to the end of the chunk, as on the console. */
function sendOutput(connection: Connection, taskId: number, startSeq: number, chunk: string): void {
  connection.send('task.output', { task_id: taskId, seq: startSeq + Buffer.byteLength(chunk), chunk })
}

function pass(connection: Connection, change: Change, lastSeq: number): void {
  if (change.kind === 'task-output' && change.seq > lastSeq) {
    sendOutput(connection, change.taskId, change.seq, change.chunk)
  }
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
