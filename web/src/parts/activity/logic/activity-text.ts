// Makes a sentence from a line of activity: what happened, by whom, and what it was about.

import type { GameServerChange, ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { reasonText } from '../../reasons/reason-rules.ts'
import type { SayReason } from '../../reasons/use-reason-text.ts'
import { pluginLabel } from '../../tasks/requester-label-rules.ts'

export interface ActivityTexts {
  /** Why, or what exactly; null where the sentence says it all. */
  more: string | null
  /** What is more is the names of files. */
  areFiles: boolean
}

type TaskEnd = 'success' | 'error' | 'canceled'
type ReportedState = 'running' | 'stopped' | 'paused' | 'crashed'

const displayedNames = 3

function phraseOf(t: TextOf, entry: ServerActivityEntry): string {
  switch (entry.what) {
    case 'created':
      return t('activity.created')
    case 'state':
      return t(`activityStates.${entry.state as ReportedState}`)
    case 'task':
      return t(`activityTasks.${entry.task}.${entry.status as TaskEnd}`)
    case 'settings':
      return t('activity.settings')
    case 'details':
      return t('activity.details')
    case 'files':
      return t(`activityFiles.${entry.deed}`, { count: entry.count })
    case 'schedule':
      return t(`activitySchedules.${entry.deed}`)
    case 'backup':
      return t(`activityBackups.${entry.deed}`)
  }
}

function withWho(t: TextOf, entry: ServerActivityEntry, phrase: string): string {
  const who = whoOf(t, entry)
  if (who === null) return phrase
  // What did not happen was not done by anybody.
  const isDone = entry.what !== 'task' || entry.status === 'success'
  return isDone ? t('activity.by', { phrase, who }) : t('activity.askedBy', { phrase, who })
}

/** Of a plugin's task, the plugin and who granted it that. */
function whoOf(t: TextOf, entry: ServerActivityEntry): string | null {
  const plugin = entry.what === 'task' ? entry.plugin : undefined
  return plugin === undefined ? (entry.by?.login ?? null) : pluginLabel(t, plugin, entry.by)
}

function listed(t: TextOf, names: readonly string[], count: number): string | null {
  if (names.length === 0) return null
  const list = names.slice(0, displayedNames).join(', ')
  const left = count - Math.min(names.length, displayedNames)
  return left > 0 ? t('activity.more', { list, count: left }) : list
}

/** A field that a newer panel knows is shown by its own name. */
function fieldMessage(t: TextOf, field: string): string {
  return t(`activityFields.${field as 'name'}`, { defaultValue: field })
}

/** "memory limit 20 → 30 GiB"; of a secret only its name. */
function changedText(
  t: TextOf,
  changes: readonly GameServerChange[],
  of: GameServerChange['of'],
  name: string,
  language: string,
): string {
  const label = of === 'field' ? fieldMessage(t, name) : name
  const change = changes.find(each => each.of === of && each.name === name)
  if (!change) return label
  const [before, after] = [change.before, change.after].map(value => valueText(t, of, name, value, language))
  const areSizes = of === 'field' && name.endsWith('_bytes') && change.before !== null
  const both = areSizes ? beforeAndAfter(before ?? '', after ?? '') : `${before}\u00a0→ ${after}`
  return `${label} ${both}`
}

function valueText(
  t: TextOf,
  of: GameServerChange['of'],
  name: string,
  value: string | null,
  language: string,
): string {
  if (value === null) return t(name.includes('limit') ? 'activity.unlimited' : 'activity.empty')
  if (of === 'variable') return value
  if (name === 'memory_limit_bytes' || name === 'disk_limit_bytes')
    return formatValue(Number(value), 'bytes', language)
  if (name === 'cpu_limit_percent') return formatValue(Number(value), 'percent', language)
  if (value === 'true') return t('activity.on')
  return value === 'false' ? t('activity.off') : value
}

/** A unit that both have stands once. No line begins with the arrow. */
function beforeAndAfter(before: string, after: string): string {
  const [amount, unit] = before.split(' ')
  return unit !== undefined && after.endsWith(` ${unit}`)
    ? `${amount}\u00a0→ ${after}`
    : `${before}\u00a0→ ${after}`
}

function moreOf(t: TextOf, entry: ServerActivityEntry, language: string, say: SayReason): string | null {
  switch (entry.what) {
    case 'created':
      return null
    case 'backup':
      return entry.message && say(entry.message)
    case 'state':
      return whyText(t, entry.reason, entry.exit_code, say)
    case 'task':
      return entry.status === 'success' ? null : whyText(t, entry.message, entry.exit_code, say)
    case 'settings':
    case 'details': {
      const texts = [
        ...entry.variables.map(title => changedText(t, entry.changes, 'variable', title, language)),
        ...entry.fields.map(field => changedText(t, entry.changes, 'field', field, language)),
      ]
      return listed(t, texts, texts.length)
    }
    case 'files':
      return listed(t, entry.paths, entry.count)
    case 'schedule':
      return entry.name
  }
}

/** A reason names the exit code already. */
const whyText = (t: TextOf, reason: string | null, exitCode: number | null, say: SayReason) =>
  reason === null ? codeText(t, exitCode) : say(reason)

const codeText = (t: TextOf, code: number | null) => (code === null ? null : t('activity.exitCode', { code }))

export const sentenceOf = (t: TextOf, entry: ServerActivityEntry): string =>
  withWho(t, entry, phraseOf(t, entry))

/** `language`: how numbers are written. */
export function activityText(
  t: TextOf,
  entry: ServerActivityEntry,
  language: string,
  say: SayReason = reason => reasonText(t, reason),
): ActivityTexts {
  return {
    more: moreOf(t, entry, language, say),
    areFiles: entry.what === 'files',
  }
}
