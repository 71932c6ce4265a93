// The overview of a game server: what is wrong, how to join, how it is at a glance, what happened, and the facts.

import { Box, Button, Stack } from '@mantine/core'
import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RecentActivity } from '../../parts/activity/recent-activity.tsx'
import { awayStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { GameServerFacts } from './game-server-facts.tsx'
import type { ArrivalStep } from './join/arrival-rules.ts'
import { JoinPanel } from './join/join-panel.tsx'
import { stopEntry } from './stop-entry-rules.ts'

interface OverviewViewProps {
  gameServer: GameServerDetail
  /** The offline node it is on, for those who may see nodes. */
  node?: Pick<Node, 'id' | 'last_seen_at'> | undefined
  pageHost: string
  canSeeConsole: boolean
  nowMs: number
  /** The live view of the newest task, or nothing. */
  task: ReactNode
  /** Players, load, room, the last backup and the next schedule. */
  summary?: ReactNode
  /** What happened to it, newest first; null while it is read. */
  lately: readonly ServerActivityEntry[] | null
  /** It could not be read. */
  isLatelyUnread?: boolean
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

const visibleLines = 6

export function OverviewView(props: OverviewViewProps) {
  const t = useTexts()
  // What people come to watch stands first, and there is nothing to sum up yet.
  const isInstalling = props.gameServer.node_online && props.gameServer.state === 'installing'
  return (
    <div className={detail.columns}>
      <Stack className={detail.main} gap={16}>
        <Trouble {...props} />
        {props.gameServer.description && (
          <Box component="p" className="text-quiet breakable" style={{ whiteSpace: 'pre-line' }}>
            {props.gameServer.description}
          </Box>
        )}
        {isInstalling && props.task}
        {/* The card of a crash leads to the console itself. */}
        <JoinPanel
          {...props}
          canSeeConsole={props.canSeeConsole && !props.crash}
          stopped={stopEntry(props.gameServer.state, props.lately ?? [])}
        />
        {!isInstalling && props.summary}
        {props.nextSteps}
        {!isInstalling && props.task}
        <RecentActivity
          title={t('overview.lately')}
          entries={props.lately}
          emptyText={t(props.isLatelyUnread ? 'overview.latelyFailed' : 'overview.latelyEmpty')}
          visibleLines={visibleLines}
          all={
            <Link
              to="/servers/$serverId/activity"
              params={{ serverId: String(props.gameServer.id) }}
              className="link"
            >
              {t('actions.showAll')}
            </Link>
          }
        />
      </Stack>
      <Stack gap={16} miw={0}>
        <GameServerFacts gameServer={props.gameServer} />
        {props.gameFiles}
      </Stack>
    </div>
  )
}

function Trouble({ gameServer, node, crash }: OverviewViewProps) {
  const t = useTexts()
  if (!gameServer.node_online) {
    return (
      <Notice
        status={awayStyle}
        title={t('server.awayTitle', { node: gameServer.node_name })}
        action={
          node && (
            <Button
              size="xs"
              variant="default"
              renderRoot={rootProps => (
                <Link to="/nodes/$nodeId" params={{ nodeId: String(node.id) }} {...rootProps} />
              )}
            >
              {t('home.seeNode')}
            </Button>
          )
        }
      >
        {node?.last_seen_at && (
          <>
            {t('home.lastSeen')} <TimeAgo at={node.last_seen_at} />.{' '}
          </>
        )}
        {t('server.awayText')}
      </Notice>
    )
  }
  return crash
}
