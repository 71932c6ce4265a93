// Activity under day headings, with what narrows it and a way to older lines.

import { Button, Stack } from '@mantine/core'
import type { ActivityEntry } from '@rookery/contracts/http/activity.ts'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import { byDay, dayBefore, startOfDay } from '../../parts/activity/logic/activity-days.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { dayHeading } from '../../ui/time/date-formats.ts'
import { ActivityFilters, type ActivityFiltersProps } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import { countFilters } from './logic/activity-search.ts'

interface ActivityViewProps extends ActivityFiltersProps {
  /** Null while they are read. */
  entries: readonly ActivityEntry[] | null
  nowMs: number
  hasNames?: boolean
  isAdministrator: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
  onOlder: () => void
}

export function ActivityView({ entries, ...props }: ActivityViewProps) {
  return (
    <Stack gap={16}>
      <ActivityFilters {...props} />
      {entries === null ? <LoadingRows rows={6} /> : <Days {...props} entries={entries} />}
    </Stack>
  )
}

function Days({
  entries,
  search,
  nowMs,
  hasNames,
  isAdministrator,
  hasOlder,
  isLoadingOlder,
  onOlder,
  onSearch,
}: ActivityViewProps & { entries: readonly ActivityEntry[] }) {
  const t = useTexts()
  const dayText = useDayText(nowMs)
  if (entries.length === 0 && countFilters(search) > 0) {
    return (
      <EmptyState
        icon={<IconFilterOff size={28} stroke={1.5} />}
        title={t('activityPeople.emptyTitle')}
        text={t('activityPeople.emptyText')}
        action={
          <Button variant="default" onClick={() => onSearch({})}>
            {t('activityPeople.clear')}
          </Button>
        }
      />
    )
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory size={28} stroke={1.5} />}
        title={t('activity.emptyTitle')}
        text={t('activity.emptyText')}
      />
    )
  }
  return (
    <>
      {byDay(entries).map(day => (
        <Panel key={day.startMs} title={dayText(day.startMs)}>
          <ActivityList
            entries={day.entries}
            hasNames={hasNames ?? false}
            isAdministrator={isAdministrator}
          />
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
