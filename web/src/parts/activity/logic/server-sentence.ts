// The sentence of what happened on a game server, in pieces: who did what to which server. Where nobody is named first,
// the server and what happened to it are two facts, which the page parts by a dot.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { pluginLabel } from '../../tasks/requester-label-rules.ts'
import { sentenceOf } from './activity-text.ts'
import { inPieces, marks, type SentencePart } from './sentence-parts.ts'

/** Null where nobody did it: a game went by itself, or what was asked for was called off. */
function doneText(t: TextOf, entry: ServerActivityEntry): string | null {
  switch (entry.what) {
    case 'created':
    case 'settings':
    case 'details':
      return t(`activityDone.${entry.what}`, marks)
    case 'task':
      if (entry.status === 'error') return t(`activityDone.failedTasks.${entry.task}`, marks)
      return entry.status === 'success' ? t(`activityDone.tasks.${entry.task}`, marks) : null
    case 'files':
      return t(`activityDone.files.${entry.deed}`, { ...marks, count: entry.count })
    case 'schedule':
      return t(`activityDone.schedules.${entry.deed}`, marks)
    case 'backup':
      // Nobody did that.
      if (entry.deed === 'failed' || entry.deed === 'overdue') return null
      return t(`activityDone.backups.${entry.deed}`, marks)
    case 'state':
      return null
  }
}

/** Null where nobody did it, and for those who may not know. */
function whoDid(t: TextOf, entry: ServerActivityEntry): string | null {
  const plugin = entry.what === 'task' ? entry.plugin : undefined
  return plugin === undefined ? (entry.by?.login ?? null) : pluginLabel(t, plugin, entry.by)
}

/** Where "this server" has another form after each verb; there it is said at the beginning only. */
const inflecting: readonly string[] = ['de', 'ru']

/** On the page of a server itself it is "this server". */
export function ownFacts(t: TextOf, entry: ServerActivityEntry, language: string): SentencePart[][] {
  const own = t('activity.thisServer')
  // Whose page it is needs no fact of its own.
  return serverFacts(t, entry)
    .slice(-1)
    .map(parts =>
      parts.map((part, at) => {
        const isServer = typeof part !== 'string' && part.part === 'server'
        const text = isServer && (at === 0 || !inflecting.includes(language)) ? own : part
        return at === 0 ? capitalized(text) : text
      }),
    )
}

const capitalized = (part: SentencePart): SentencePart =>
  typeof part === 'string' ? part.charAt(0).toLocaleUpperCase() + part.slice(1) : part

export function serverFacts(t: TextOf, entry: ServerActivityEntry): SentencePart[][] {
  const server = entry.server.name
  const who = whoDid(t, entry)
  const done = who === null ? null : doneText(t, entry)
  if (who !== null && done !== null) return [inPieces(done, { who, server })]
  if (entry.what === 'state' && entry.by === null) {
    const state = entry.state as 'running' | 'stopped' | 'paused' | 'crashed'
    return [inPieces(t(`activityDone.states.${state}`, marks), { server })]
  }
  if (entry.what === 'task' && who === null && entry.status === 'success')
    return [inPieces(t(`activityDone.plainTasks.${entry.task}`, marks), { server })]
  return [[{ part: 'server', text: server }], [sentenceOf(t, entry)]]
}
