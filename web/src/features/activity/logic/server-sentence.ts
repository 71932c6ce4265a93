// The sentence of what happened on a game server, in pieces: who did what to which server.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { activityText } from '../../../parts/activity/logic/activity-text.ts'
import { pluginLabel } from '../../../parts/tasks/requester-label-rules.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { inPieces, marks, type SentencePart } from './people-sentence.ts'

/** Between a server and what happened to it, where nobody is named first. */
export const separator = ' · '

/** Null where it was not done: a game went by itself, or what was asked for did not happen. */
function doneText(t: TextOf, entry: ServerActivityEntry): string | null {
  switch (entry.what) {
    case 'created':
    case 'settings':
    case 'details':
      return t(`activityDone.${entry.what}`, marks)
    case 'task':
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

export function serverSentence(t: TextOf, entry: ServerActivityEntry): SentencePart[] {
  const server = entry.server.name
  const who = whoDid(t, entry)
  const done = who === null ? null : doneText(t, entry)
  if (who !== null && done !== null) return inPieces(done, { who, server })
  if (entry.what === 'state' && entry.by === null) {
    const state = entry.state as 'running' | 'stopped' | 'paused' | 'crashed'
    return inPieces(t(`activityDone.states.${state}`, marks), { server })
  }
  return [{ part: 'server', text: server }, separator, activityText(t, entry).sentence]
}
