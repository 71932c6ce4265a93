// The overview of a game server: what is wrong, how to join, how it is at a glance, what happened, and the facts.

import { Box, Stack } from '@mantine/core'
import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActivityLines } from '../../parts/activity/activity-lines.tsx'
import { foldCrashes } from '../../parts/activity/logic/fold-crashes.ts'
import { awayStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { GameServerFacts } from './game-server-facts.tsx'
import type { ArrivalStep } from './join/arrival-rules.ts'
import { JoinPanel } from './join/join-panel.tsx'

interface OverviewViewProps {
  gameServer: GameServerDetail
  pageHost: string
  canSeeConsole: boolean
  nowMs: number
  /** The live view of the newest task, or nothing. */
  task: ReactNode
  /** Players, load, room, the last backup and the next schedule. */
  glance?: ReactNode
  /** What happened to it, newest first; null while it is read. */
  lately: readonly ServerActivityEntry[] | null
  /** Installed a short while ago, or just now. */
  isNew?: boolean
  /** How far it has come on its way to being joined. */
  arriving?: ArrivalStep | null
  /** What a newcomer may want to do once it runs. */
  nextSteps?: ReactNode
  /** Why it is down and what helps, while it is; or why it could not be installed. */
  crash?: ReactNode
  /** What can be done with its files; left out for those who may not. */
  gameFiles?: ReactNode
}

export function OverviewView(props: OverviewViewProps) {
  return (
    <div className={detail.columns}>
      <Stack className={detail.main} gap={16}>
        <Trouble {...props} />
        {props.gameServer.description && (
          <Box component="p" className="text-quiet breakable" style={{ whiteSpace: 'pre-line' }}>
            {props.gameServer.description}
          </Box>
        )}
        {/* The card of a crash leads to the console itself. */}
        <JoinPanel {...props} canSeeConsole={props.canSeeConsole && !props.crash} />
        {props.glance}
        {props.nextSteps}
        {props.task}
        <Lately gameServerId={props.gameServer.id} entries={props.lately} />
        {props.gameFiles}
      </Stack>
      <GameServerFacts gameServer={props.gameServer} />
    </div>
  )
}

const visibleLines = 6

function Lately({ gameServerId, entries }: { gameServerId: number; entries: OverviewViewProps['lately'] }) {
  const t = useTexts()
  const reported = foldCrashes(entries ?? []).slice(0, visibleLines)
  return (
    <Panel
      title={t('overview.lately')}
      action={
        <Link
          to="/servers/$serverId/activity"
          params={{ serverId: String(gameServerId) }}
          className="text-hint"
        >
          {t('actions.showAll')}
        </Link>
      }
    >
      {entries === null && <LoadingRows rows={3} />}
      {entries?.length === 0 && (
        <Box component="p" className="text-faint" px={16} py={20}>
          {t('overview.latelyEmpty')}
        </Box>
      )}
      <ActivityLines
        entries={reported.map(({ entry }) => entry)}
        times={new Map(reported.map(({ entry, times }) => [entry.id, times]))}
        isAgo
      />
    </Panel>
  )
}

function Trouble({ gameServer, crash }: OverviewViewProps) {
  const t = useTexts()
  if (!gameServer.node_online) {
    return (
      <Notice status={awayStyle} title={t('server.awayTitle', { node: gameServer.node_name })}>
        {t('server.awayText')}
      </Notice>
    )
  }
  return crash
}
