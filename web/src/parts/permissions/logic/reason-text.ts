// Says why something is allowed or denied, so that a person who never saw the model understands it.

import type { Decision, StoredEntry } from '@rookery/contracts/http/permissions.ts'
import type { TextOf } from '../../../texts/texts.ts'

export type Source = Omit<Decision, 'allowed'>

/** Where the entry holds, in words; one that names an object has decided about just this one. */
function whereText(t: TextOf, { object_type, object_id }: StoredEntry): string {
  if (object_type === null) return t('permissions.where.everywhere')
  return object_id === null
    ? t(`permissions.where.all.${object_type}`)
    : t(`permissions.where.this.${object_type}`)
}

function entryText(t: TextOf, entry: NonNullable<Source['entry']>): string {
  const where = whereText(t, entry)
  if (entry.role === null) {
    return entry.effect === 'allow'
      ? t('permissions.reasons.ownAllows', { where })
      : t('permissions.reasons.ownDenies', { where })
  }
  const role = entry.role.title
  return entry.effect === 'allow'
    ? t('permissions.reasons.roleAllows', { role, where })
    : t('permissions.reasons.roleDenies', { role, where })
}

export function reasonText(t: TextOf, { reason, entry }: Source): string {
  switch (reason) {
    case 'owner':
      return t('permissions.reasons.owner')
    case 'administrator':
      return t('permissions.reasons.administrator')
    case 'basic_privileges':
      return entry
        ? t('permissions.reasons.basicDenied', { reason: entryText(t, entry) })
        : t('permissions.reasons.basicMissing')
    case 'suspended':
      return t('permissions.reasons.suspended')
    case 'no_entry':
      return t('permissions.reasons.noEntry')
    case 'entry':
      return entry ? entryText(t, entry) : t('permissions.reasons.noEntry')
  }
}
