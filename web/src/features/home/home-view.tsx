// Home: what needs attention first, then the fleet, then what happened.

import { Box, Stack } from '@mantine/core'
import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActivityLines } from '../../parts/activity/activity-lines.tsx'
import { foldCrashes } from '../../parts/activity/logic/fold-crashes.ts'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { AttentionView } from './attention-view.tsx'
import { FleetStrip } from './fleet-strip.tsx'
import type { Attention } from './logic/attention.ts'

interface HomeViewProps {
  attention: Attention[]
  gameServers: GameServer[]
  /** Null while it is read. */
  today: readonly ServerActivityEntry[] | null
  /** Less urgent than what needs attention. */
  reminder?: ReactNode
  /** What plugins add. */
  widgets?: ReactNode
  canRestart: (gameServer: GameServer) => boolean
  canSeeConsole: (gameServer: GameServer) => boolean
  onRestart: (gameServer: GameServer) => void
}

export function HomeView({ attention, gameServers, today, reminder, widgets, ...fixes }: HomeViewProps) {
  const t = useTexts()
  return (
    <Stack className={frame.page} gap={20}>
      <h1 className="visually-hidden">{t('pages.home')}</h1>
      <AttentionView attention={attention} gameServerCount={gameServers.length} {...fixes} />
      {reminder}
      <FleetStrip gameServers={gameServers} />
      {widgets}
      <Today entries={today} />
    </Stack>
  )
}

const visibleLines = 8

/** What happened, in a few sentences; the rest is one page away. */
function Today({ entries }: { entries: readonly ServerActivityEntry[] | null }) {
  const t = useTexts()
  const reported = foldCrashes(entries ?? []).slice(0, visibleLines)
  return (
    <Panel
      title={t('activity.today')}
      action={
        <Link to="/activity" className="text-hint">
          {t('actions.showAll')}
        </Link>
      }
    >
      {entries === null && <LoadingRows rows={3} />}
      {entries?.length === 0 && (
        <Box component="p" className="text-faint" px={16} py={20}>
          {t('activity.todayEmpty')}
        </Box>
      )}
      <ActivityLines
        entries={reported.map(({ entry }) => entry)}
        times={new Map(reported.map(({ entry, times }) => [entry.id, times]))}
        hasNames
        isAgo
      />
    </Panel>
  )
}
