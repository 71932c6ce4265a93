// Routes of activity: of one game server, of all that the caller may see, and the same as CSV.

import { Readable } from 'node:stream'
import {
  type ActivityEntry,
  exportActivity,
  listActivity,
  listGameServerActivity,
} from '@rookery/contracts/http/activity.ts'
import { onGameServer, signedIn } from '../../platform/http/access-rule.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { type ByteExchange, byteRoute, type Route, route } from '../../platform/http/route.ts'
import type {
  TemplateTranslations,
  TemplateTranslator,
} from '../template-translations/template-translations.ts'
import type { Activity } from './activity.ts'

export function activityRoutes(activity: Activity, translations: TemplateTranslations): Route[] {
  const translator = async (exchange: ByteExchange) => {
    const words = await translations(readerLanguage(exchange))
    return (entry: ActivityEntry) => inLanguage(entry, words)
  }
  return [
    route(listGameServerActivity, onGameServer('game-server-common'), async (call, exchange) => {
      const { per_page: limit, ...query } = call.query
      const entries = await activity.ofGameServer(call.caller, call.params.server, { ...query, limit })
      return entries.map(await translator(exchange))
    }),
    route(listActivity, signedIn('refused'), async (call, exchange) => {
      const { per_page: limit, ...query } = call.query
      const entries = await activity.ofAll(call.caller, { ...query, limit })
      return entries.map(await translator(exchange))
    }),
    byteRoute(exportActivity, signedIn('refused'), async (call, { reply, signal }) => {
      const pieces = await activity.exported(call.caller, call.query, signal)
      const isHead = call.request.method === 'HEAD'
      reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="activity.csv"')
      return reply.send(isHead ? '' : Readable.from(pieces))
    }),
  ]
}

/** Settings as their template calls them, and the step that has failed. */
function inLanguage(entry: ActivityEntry, { text, step }: TemplateTranslator): ActivityEntry {
  if (entry.what === 'settings') {
    const changes = entry.changes.map(each =>
      each.of === 'variable' ? { ...each, name: text(each.name) } : each,
    )
    return { ...entry, variables: entry.variables.map(text), changes }
  }
  if (entry.what === 'task') return { ...entry, message: entry.message && step(entry.message) }
  return entry.what === 'state' ? { ...entry, reason: entry.reason && step(entry.reason) } : entry
}
