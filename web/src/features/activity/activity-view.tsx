// Activity under day headings, with a choice of what to show and a way to older lines.

import { Button, Group, Stack } from '@mantine/core'
import { type ActivityEntry, type ActivityKind, activityKinds } from '@rookery/contracts/http/activity.ts'
import { IconHistory } from '@tabler/icons-react'
import { ActivityLines } from '../../parts/activity/activity-lines.tsx'
import { byDay, dayBefore, startOfDay } from '../../parts/activity/logic/activity-days.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { dayHeading } from '../../ui/time/date-formats.ts'
import styles from './activity-view.module.css'

interface ActivityViewProps {
  /** Null while they are read. */
  entries: readonly ActivityEntry[] | null
  kind: ActivityKind | null
  nowMs: number
  hasNames?: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
  onKind: (kind: ActivityKind | null) => void
  onOlder: () => void
}

export function ActivityView(props: ActivityViewProps) {
  const { entries, kind, onKind } = props
  return (
    <Stack gap={16}>
      <KindChoice kind={kind} onKind={onKind} />
      {entries === null ? <LoadingRows rows={6} /> : <Days {...props} entries={entries} />}
    </Stack>
  )
}

function Days({
  entries,
  kind,
  nowMs,
  hasNames,
  hasOlder,
  isLoadingOlder,
  onOlder,
}: ActivityViewProps & { entries: readonly ActivityEntry[] }) {
  const t = useTexts()
  const dayText = useDayText(nowMs)
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory size={28} stroke={1.5} />}
        title={kind ? t('activity.emptyKindTitle') : t('activity.emptyTitle')}
        text={kind ? t('activity.emptyKindText') : t('activity.emptyText')}
      />
    )
  }
  return (
    <>
      {byDay(entries).map(day => (
        <Panel key={day.startMs} title={dayText(day.startMs)}>
          <ActivityLines entries={day.entries} hasNames={hasNames ?? false} />
        </Panel>
      ))}
      {hasOlder && (
        <Button variant="default" mx="auto" loading={isLoadingOlder} onClick={onOlder}>
          {t('activity.older')}
        </Button>
      )}
    </>
  )
}

function KindChoice({ kind, onKind }: Pick<ActivityViewProps, 'kind' | 'onKind'>) {
  const t = useTexts()
  return (
    <Group component="fieldset" className={styles.kinds} gap={6}>
      <legend className="visually-hidden">{t('activity.filter')}</legend>
      {[null, ...activityKinds].map(each => (
        <label key={each ?? 'all'} className="text-secondary">
          <input
            type="radio"
            className="visually-hidden"
            name="activity-kind"
            checked={each === kind}
            onChange={() => onKind(each)}
          />
          {t(`activityKinds.${each ?? 'all'}`)}
        </label>
      ))}
    </Group>
  )
}

function useDayText(nowMs: number): (startMs: number) => string {
  const t = useTexts()
  const language = useLanguage()
  const today = startOfDay(nowMs)
  return startMs => {
    if (startMs === today) return t('activity.today')
    if (startMs === dayBefore(today)) return t('activity.yesterday')
    return dayHeading(startMs, nowMs, language)
  }
}
