// What happened lately, in a few sentences; the rest is one page away.

import { Box } from '@mantine/core'
import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { ActivityLines } from './activity-lines.tsx'
import { foldCrashes } from './logic/fold-crashes.ts'

interface RecentActivityProps {
  title: string
  /** Newest first; null while they are read. */
  entries: readonly ServerActivityEntry[] | null
  emptyText: string
  visibleLines: number
  hasNames?: boolean
  /** The link to all of it. */
  all: ReactNode
}

export function RecentActivity(props: RecentActivityProps) {
  const { title, entries, emptyText, visibleLines, hasNames, all } = props
  const reported = foldCrashes(entries ?? []).slice(0, visibleLines)
  return (
    <Panel title={title} action={all}>
      {entries === null && <LoadingRows rows={3} />}
      {entries?.length === 0 && (
        <Box component="p" className="text-faint" px={16} py={20}>
          {emptyText}
        </Box>
      )}
      <ActivityLines
        entries={reported.map(({ entry }) => entry)}
        times={new Map(reported.map(({ entry, times }) => [entry.id, times]))}
        hasNames={hasNames}
        isAgo
      />
    </Panel>
  )
}
