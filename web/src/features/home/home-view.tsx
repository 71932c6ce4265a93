// Home: what needs attention first, then the fleet, then what happened.

import { Stack } from '@mantine/core'
import type { ActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { AttentionView } from './attention-view.tsx'
import { FleetStrip } from './fleet-strip.tsx'
import type { Attention } from './logic/attention.ts'
import { TodayView } from './today-view.tsx'

interface HomeViewProps {
  attention: Attention[]
  gameServers: GameServer[]
  /** Null while it is read. */
  today: readonly ActivityEntry[] | null
  /** What plugins add. */
  widgets?: ReactNode
  canRestart: (gameServer: GameServer) => boolean
  canSeeConsole: (gameServer: GameServer) => boolean
  onRestart: (gameServer: GameServer) => void
}

export function HomeView({ attention, gameServers, today, widgets, ...fixes }: HomeViewProps) {
  const t = useTexts()
  return (
    <Stack className={frame.page} gap={20}>
      <h1 className="visually-hidden">{t('pages.home')}</h1>
      <AttentionView attention={attention} gameServerCount={gameServers.length} {...fixes} />
      <FleetStrip gameServers={gameServers} />
      {widgets}
      <TodayView entries={today} />
    </Stack>
  )
}
