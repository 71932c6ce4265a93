// Home: what needs attention first, then the fleet, then what happened.

import { Stack } from '@mantine/core'
import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RecentActivity } from '../../parts/activity/recent-activity.tsx'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { AttentionView } from './attention-view.tsx'
import type { FallenFixes } from './fallen-view.tsx'
import { FleetStrip } from './fleet-strip.tsx'
import type { Attention } from './logic/attention.ts'

interface HomeViewProps extends FallenFixes {
  attention: Attention[]
  gameServers: GameServer[]
  /** Null while it is read. */
  today: readonly ServerActivityEntry[] | null
  /** Less urgent than what needs attention. */
  reminder?: ReactNode
  /** What plugins add. */
  widgets?: ReactNode
}

const visibleLines = 8

export function HomeView({ attention, gameServers, today, reminder, widgets, ...fixes }: HomeViewProps) {
  const t = useTexts()
  return (
    <Stack className={frame.page} gap={20}>
      <h1 className="visually-hidden">{t('pages.home')}</h1>
      <AttentionView attention={attention} gameServerCount={gameServers.length} fixes={fixes} />
      {reminder}
      <FleetStrip gameServers={gameServers} />
      {widgets}
      <RecentActivity
        title={t('activity.today')}
        entries={today}
        emptyText={t('activity.todayEmpty')}
        visibleLines={visibleLines}
        hasNames
        all={
          <Link to="/activity" className="link">
            {t('actions.showAll')}
          </Link>
        }
      />
    </Stack>
  )
}
