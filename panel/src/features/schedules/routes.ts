// Routes of scheduled tasks; what a schedule does needs its own right beside the one to manage schedules.

import {
  cancelServerTaskRun,
  changeServerTask,
  createServerTask,
  deleteServerTask,
  listNewestServerTaskRuns,
  listServerTaskRuns,
  listServerTasks,
  readServerTask,
  readServerTaskOptions,
  runServerTask,
} from '@rookery/contracts/http/schedules.ts'
import type { Translate } from '@rookery/contracts/template/translations.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { type ByteExchange, creatingRoute, madeObject, type Route, route } from '../../platform/http/route.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import type { Schedules } from './schedules.ts'

export function scheduleRoutes(
  schedules: Schedules,
  { editTags, translations }: { editTags: EditTags; translations: TemplateTranslations },
): Route[] {
  const translator = async (exchange: ByteExchange) => {
    const { step } = await translations(readerLanguage(exchange))
    return <Run extends TranslatedRun>(run: Run): Run => inLanguage(run, step)
  }
  const managing = onGameServer('game-server-tasks', 'server:tasks-manage')
  const readTagged = ({ server, id }: { server: number; id: number }, { reply }: ByteExchange) =>
    schedules.read(server, id, state => editTags.give(reply, state))
  return [
    route(listServerTasks, managing, call => schedules.list(call.params.server)),
    route(readServerTaskOptions, onGameServer('game-server-tasks'), call =>
      schedules.readOptions(call.params.server),
    ),
    creatingRoute(createServerTask, managing, {
      made: madeObject,
      create: ({ params, body, caller }, once) =>
        schedules.create(params.server, body, caller, (transaction, id) => once.note(transaction, { id })),
      again: ({ id }, { params }) => schedules.read(params.server, id),
    }),
    route(readServerTask, onGameServer('game-server-tasks'), ({ params }, exchange) =>
      readTagged(params, exchange),
    ),
    route(changeServerTask, managing, async ({ params, body, caller }, exchange) => {
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      await schedules.change(params.server, params.id, body, { caller, requireState })
      return readTagged(params, exchange)
    }),
    route(deleteServerTask, managing, call =>
      schedules.remove(call.params.server, call.params.id, call.caller),
    ),
    route(listServerTaskRuns, managing, async ({ params, query }, exchange) => {
      const translate = await translator(exchange)
      return (await schedules.readRuns(params.server, params.id, query.limit)).map(translate)
    }),
    route(listNewestServerTaskRuns, onGameServer('game-server-tasks'), async (call, exchange) => {
      const translate = await translator(exchange)
      return (await schedules.readNewestRuns(call.params.server)).map(translate)
    }),
    route(runServerTask, onGameServer('game-server-tasks'), call =>
      schedules.run(call.params.server, call.params.id, call.caller),
    ),
    route(cancelServerTaskRun, onGameServer('game-server-tasks'), call =>
      schedules.cancelRun(call.params.server, call.params.id, call.params.run, call.caller),
    ),
  ]
}

interface TranslatedRun {
  reason: string
  steps?: { reason: string }[] | undefined
}

/** A failed update tells which step of it has failed, as its template calls it. */
function inLanguage<Run extends TranslatedRun>(run: Run, step: Translate): Run {
  const steps = run.steps?.map(each => ({ ...each, reason: step(each.reason) }))
  return { ...run, reason: step(run.reason), ...(steps && { steps }) }
}
