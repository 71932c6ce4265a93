// What happened today, in a few sentences; the rest is one page away.

import type { ActivityEntry } from '@rookery/contracts/http/activity.ts'
import { Link } from '@tanstack/react-router'
import { ActivityLines } from '../../parts/activity/activity-lines.tsx'
import { foldCrashes } from '../../parts/activity/logic/fold-crashes.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import styles from './home.module.css'

const visibleLines = 8

/** Null while they are read. */
export function TodayView({ entries }: { entries: readonly ActivityEntry[] | null }) {
  const t = useTexts()
  const reported = foldCrashes(entries ?? []).slice(0, visibleLines)
  return (
    <Panel
      title={t('activity.today')}
      action={
        <Link to="/activity" className={`text-hint ${styles.beside}`}>
          {t('actions.showAll')}
        </Link>
      }
    >
      {entries === null && <LoadingRows rows={3} />}
      {entries?.length === 0 && <p className={styles.nothing}>{t('activity.todayEmpty')}</p>}
      <ActivityLines
        entries={reported.map(({ entry }) => entry)}
        times={new Map(reported.map(({ entry, times }) => [entry.id, times]))}
        hasNames
        isAgo
      />
    </Panel>
  )
}
