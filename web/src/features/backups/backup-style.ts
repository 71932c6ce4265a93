// How a backup looks in a list: its icon, what it is called, and how large it is.

import type { Backup } from '@rookery/contracts/http/backups.ts'
import { IconCalendarClock, IconDatabaseExport, IconShieldCheck, type TablerIcon } from '@tabler/icons-react'
import type { TextOf } from '../../texts/texts.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { dateAndTime } from '../../ui/time/date-formats.ts'

export const kindIcons: Record<Backup['kind'], TablerIcon> = {
  manual: IconDatabaseExport,
  scheduled: IconCalendarClock,
  safety: IconShieldCheck,
}

export function kindText(t: TextOf, { kind, before, taken_by }: Backup): string {
  if (kind === 'scheduled') return t('backups.kindScheduled')
  if (kind === 'safety') return before ? t(`backups.before.${before}`) : t('backups.kindSafety')
  return taken_by ? t('backups.kindManualBy', { who: taken_by.login }) : t('backups.kindManual')
}

export const bytesText = (bytes: number, language: string) => formatValue(bytes, 'bytes', language)

export const momentOf = ({ taken_at }: Pick<Backup, 'taken_at'>, language: string) =>
  dateAndTime(Date.parse(taken_at), language)
