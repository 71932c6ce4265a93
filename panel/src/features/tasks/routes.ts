// Routes of tasks. A single one is opened by what it belongs to, also for an access token that may start such tasks.

import { cancelTask, listTasks, readTask, readTaskOutput, type Task } from '@rookery/contracts/http/tasks.ts'
import type { Translate } from '@rookery/contracts/template/translations.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { signedIn } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { type ByteExchange, type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import { mayCancelTask, mayFollowTask, visibleTasks } from './task-access.ts'
import type { Tasks } from './tasks.ts'

export function taskRoutes(tasks: Tasks, access: Access, translations: TemplateTranslations): Route[] {
  /** What its template calls the step that is at work or has failed. */
  const translator = async (exchange: ByteExchange) => {
    const { step } = await translations(readerLanguage(exchange))
    return (task: Task) => inLanguage(task, step)
  }
  const follow = async (caller: SignedInCaller, taskId: number) => {
    await mayFollowTask(tasks, access, caller, taskId)
    return tasks.read(taskId)
  }
  return [
    route(listTasks, signedIn('admin:gdaemon-task:read'), async (call, exchange) => {
      const { server, node, status, kind, user } = call.query
      const visible = await visibleTasks(access, call.caller)
      const filter = { gameServerId: server, nodeId: node, status, kind, requestedBy: user, visible }
      const { items, total } = await tasks.list(filter, windowOf(call.query))
      return { items: items.map(await translator(exchange)), total }
    }),
    route(readTask, signedIn('any ability'), async (call, exchange) => {
      const translate = await translator(exchange)
      return translate(await follow(call.caller, call.params.id))
    }),
    route(readTaskOutput, signedIn('any ability'), async call => {
      await follow(call.caller, call.params.id)
      const pieces = await tasks.readOutput(call.params.id)
      return { output: pieces.map(piece => piece.chunk).join('') }
    }),
    route(cancelTask, signedIn('refused'), async call => {
      await mayCancelTask(tasks, access, call.caller, call.params.id)
      return tasks.cancel(call.params.id)
    }),
  ]
}

function inLanguage(task: Task, step: Translate): Task {
  const { reason, message, failure } = task
  return {
    ...task,
    reason: reason && step(reason),
    message: message && step(message),
    failure: failure && { ...failure, step: failure.step && step(failure.step) },
  }
}
