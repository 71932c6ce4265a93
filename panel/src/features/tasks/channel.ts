// The task channel (6.2): status and output so far, then live, then exactly one end.

import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { Translate } from '@rookery/contracts/template/translations.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { Change, Changes } from '../../platform/changes.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import { preferredLanguage } from '../../platform/http/logic/preferred-language.ts'
import type { Channel } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import { unknownMessage } from '../../platform/websocket/logic/unknown-message.ts'
import type { Access } from '../access/access.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import { mayFollowTask } from './task-access.ts'
import type { Tasks } from './tasks.ts'

interface TaskChannelDeps {
  access: Access
  changes: Changes
  translations: TemplateTranslations
}

export function taskChannel(tasks: Tasks, { access, changes, translations }: TaskChannelDeps): Channel {
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
      // A browser can't choose the headers of a WebSocket.
      const language = preferredLanguage(call.query.language ?? '')
      void follow(connection, Number(call.params.id), language).catch(() =>
        connection.close(closeCodes.objectGone, 'no such task'),
      )
    },
  }

  async function follow(connection: Connection, taskId: number, language: string | null): Promise<void> {
    const { step } = await translations(language)
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
        else pass(connection, change, { sent, step })
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
        connection.send('task.status', statusPayload(taskId, task, step))
        for (const { seq, chunk } of pieces) sendOutput(connection, { taskId, seq, chunk }, sent)
        if (hasEnded(task.status)) return complete(connection, taskId, task.status, task.exit_code)
      } while (isBehind)
      const waiting = early
      early = null
      for (const change of waiting) pass(connection, change, { sent, step })
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

function pass(
  connection: Connection,
  change: Change,
  { sent, step }: { sent: SentPieces; step: Translate },
): void {
  if (change.kind === 'task-output') sendOutput(connection, change, sent)
  if (change.kind !== 'task') return
  connection.send('task.status', statusPayload(change.taskId, change, step))
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

function statusPayload(
  taskId: number,
  { status, message, progress }: { status: string; message: string | null; progress: number | null },
  step: Translate,
) {
  return {
    task_id: taskId,
    status,
    ...(message === null ? {} : { message: step(message) }),
    ...(progress === null ? {} : { progress }),
  }
}
