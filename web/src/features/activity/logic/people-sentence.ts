// The sentence of what somebody did, in pieces, so that people and objects in it can be links.

import type { PeopleActivityEntry } from '@rookery/contracts/http/activity.ts'
import { inPieces, marks, type SentencePart } from '../../../parts/activity/logic/sentence-parts.ts'
import type { TextOf } from '../../../texts/texts.ts'

/** So many names stand in a sentence; the rest is a number. */
export const listed = 4

export function whoDid(t: TextOf, { by, via, details }: PeopleActivityEntry): string {
  if (by) return by.login
  return via === 'command'
    ? t('activityPeople.command', { user: details.machine_user ?? '' })
    : t('activityPeople.panel')
}

/** `isOfOneServer`: on the page of a server its name is left out. */
export function peopleSentence(t: TextOf, entry: PeopleActivityEntry, isOfOneServer = false): SentencePart[] {
  const { key: whole, names } = phraseOf(t, entry)
  const key = isOfOneServer ? whole.replace(/^(permissions_\w+)_on$/, '$1') : whole
  const count = (entry.details.wrong_passwords ?? 0) + (entry.details.wrong_codes ?? 0)
  const places = entry.event === 'sign_in_failed' ? { ...marks, count } : marks
  return inPieces(t(`activityEvents.${key}` as 'activityEvents.signed_in', places), {
    who: whoDid(t, entry),
    subject: entry.subject?.name ?? '',
    server: entry.server?.name ?? '',
    list: shortList(t, names),
  })
}

const withOwnForm: readonly string[] = ['sessions_ended', 'user_changed', 'password_changed']

/** Most events have one phrase of their own name. */
function phraseOf(t: TextOf, entry: PeopleActivityEntry): { key: string; names: string[] } {
  const { event, subject, by, details } = entry
  if (event === 'permissions_changed') return permissionPhrase(t, entry)
  if (event.startsWith('token_') || event.startsWith('key_'))
    return { key: event, names: [details.name ?? ''] }
  if (event === 'sign_in_failed' && !subject) return { key: 'sign_in_failed_unknown', names: [] }
  if (event.endsWith('_upgraded') && details.outcome === 'failure')
    return { key: event.replace('upgraded', 'upgrade_failed'), names: [] }
  const isOwn = subject?.type === 'user' && subject.name === by?.login
  return { key: isOwn && withOwnForm.includes(event) ? `${event}_own` : event, names: [] }
}

/** Only given, or only taken away: the sentence says what. */
function permissionPhrase(t: TextOf, { details, server }: PeopleActivityEntry) {
  const permissions = details.permissions ?? []
  const names = permissions.map(({ permission }) => permissionName(t, permission))
  const on = server ? '_on' : ''
  const isWide = permissions.some(({ object_type }) => object_type !== 'server' || !server)
  if (!isWide && permissions.every(({ after }) => after === 'allow'))
    return { key: `permissions_given${on}`, names }
  if (!isWide && permissions.every(({ before, after }) => before === 'allow' && after === null))
    return { key: `permissions_taken${on}`, names }
  return { key: `permissions_changed${on}`, names: [] }
}

export const permissionName = (t: TextOf, permission: string): string =>
  t(`permissionTitles.${permission as 'view'}`, { defaultValue: permission })

function shortList(t: TextOf, names: readonly string[]): string {
  const list = names.slice(0, listed).join(', ')
  const left = names.length - listed
  return left > 0 ? t('activity.more', { list, count: left }) : list
}
