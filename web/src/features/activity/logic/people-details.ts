// What exactly somebody changed, as rows of a label and what it says.

import type { PeopleActivityDetails, PeopleActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { listed, peopleSentence, permissionName } from './people-sentence.ts'

export interface DetailRow {
  label: string
  /** What was there before, where something was changed; null: nothing. */
  before?: string | null
  value: string
}

type Permission = NonNullable<PeopleActivityDetails['permissions']>[number]

export function peopleDetails(
  t: TextOf,
  entry: PeopleActivityEntry,
  formatTime: (at: string) => string,
): DetailRow[] {
  const { details, via } = entry
  const row = (label: string, value: string | undefined | null): DetailRow[] =>
    value ? [{ label, value }] : []
  const list = (label: string, names: readonly string[] | undefined) => row(label, names?.join(', '))
  const device = [details.browser, details.system].filter(Boolean).join(', ')
  return [
    ...(details.changes ?? []).map(({ field, before, after }) => ({
      label: fieldName(t, field),
      before: valueText(t, before),
      value: valueText(t, after),
    })),
    ...(isInSentence(t, entry) ? [] : permissionRows(t, details.permissions ?? [])),
    ...list(
      t('activityDetails.added'),
      details.added?.map(name => permissionName(t, name)),
    ),
    ...list(
      t('activityDetails.removed'),
      details.removed?.map(name => permissionName(t, name)),
    ),
    ...list(t('activityDetails.changed'), details.fields),
    ...row(t('activityDetails.address'), details.ip),
    ...row(t('activityDetails.device'), device),
    ...row(t('activityDetails.method'), details.method && t(`activityDetails.${details.method}`)),
    // One kind alone is the number that the sentence says.
    ...(details.wrong_passwords && details.wrong_codes
      ? [
          ...row(t('activityDetails.wrongPasswords'), String(details.wrong_passwords)),
          ...row(t('activityDetails.wrongCodes'), String(details.wrong_codes)),
        ]
      : []),
    ...row(t('activityDetails.first'), details.first_at && formatTime(details.first_at)),
    ...list(t('activityDetails.addresses'), details.addresses),
    ...row(t('activityDetails.reason'), details.reason),
    ...(via === 'token' || via === 'key' ? row(t('activityDetails.via'), t(`activityDetails.${via}`)) : []),
  ]
}

/** The sentence names them all. */
function isInSentence(t: TextOf, entry: PeopleActivityEntry): boolean {
  const hasList = peopleSentence(t, entry).some(part => typeof part !== 'string' && part.part === 'list')
  return hasList && (entry.details.permissions ?? []).length <= listed
}

const fieldName = (t: TextOf, field: string) =>
  t(`activityChangedFields.${field as 'name'}`, { defaultValue: field })

function valueText(t: TextOf, value: string | null): string {
  if (value === null) return t('activityDetails.empty')
  if (value === 'true') return t('activityDetails.on')
  return value === 'false' ? t('activityDetails.off') : value
}

const turns = [
  ['given', ({ after }: Permission) => after === 'allow'],
  ['taken', ({ before, after }: Permission) => before === 'allow' && after === null],
  ['denied', ({ after }: Permission) => after === 'deny'],
  ['undenied', ({ before, after }: Permission) => before === 'deny' && after === null],
] as const

function permissionRows(t: TextOf, permissions: readonly Permission[]): DetailRow[] {
  return turns.flatMap(([turn, isSo]) => {
    const names = permissions.filter(isSo).map(each => placedName(t, each))
    return names.length === 0 ? [] : [{ label: t(`activityDetails.${turn}`), value: names.join(', ') }]
  })
}

/** One that is for a single game server is in the sentence already. */
function placedName(t: TextOf, { permission, object_type, object_id }: Permission): string {
  const name = permissionName(t, permission)
  if (object_type === null || (object_type === 'server' && object_id !== null)) return name
  return `${name} (${object_type} ${object_id ?? t('activityDetails.all')})`
}
