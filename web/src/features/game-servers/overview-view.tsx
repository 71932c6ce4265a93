// The overview of a game server: what is wrong, how to join, what happens now, and the facts.

import { Button } from '@mantine/core'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import detail from '../../ui/controls/detail.module.css'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { joinAddress } from '../../ui/run-state/join-address.ts'
import { awayLook, lookOf } from '../../ui/run-state/state-look.ts'
import { RecentTasks } from '../../ui/task/recent-tasks.tsx'
import { useLanguage, useTexts } from '../../ui/texts/texts.ts'
import { timeAgo } from '../../ui/time/relative-time.ts'
import styles from './game-server.module.css'
import { GameServerFacts } from './game-server-facts.tsx'

interface OverviewViewProps {
  gameServer: GameServerDetail
  pageHost: string
  canSeeConsole: boolean
  nowMs: number
  /** The live view of the newest task, or nothing. */
  task: ReactNode
  earlierTasks: Task[]
  /** Why it is down and what helps, while it is. */
  crash?: ReactNode
  /** What can be done with its files; left out for those who may not. */
  gameFiles?: ReactNode
}

export function OverviewView(props: OverviewViewProps) {
  return (
    <div className={detail.columns}>
      <div className={detail.main}>
        <Trouble {...props} />
        <JoinPanel {...props} />
        {props.task}
        {(props.earlierTasks.length > 0 || !props.task) && (
          <RecentTasks tasks={props.earlierTasks} gameServerOf={() => props.gameServer.name} />
        )}
        {props.gameFiles}
      </div>
      <GameServerFacts gameServer={props.gameServer} />
    </div>
  )
}

function JoinPanel({ gameServer, pageHost, canSeeConsole }: OverviewViewProps) {
  const t = useTexts()
  const address = joinAddress(gameServer.ip, gameServer.port, pageHost)
  const isRunning = gameServer.state === 'running' && gameServer.node_online
  return (
    <Panel>
      <div className={styles.join}>
        <div className={styles.joinText}>
          <span className={styles.joinLabel}>{isRunning ? t('server.joinReady') : t('server.join')}</span>
          <span className={styles.joinAddress}>
            <span className={isRunning ? `mono ${styles.ready}` : 'mono'}>{address}</span>
            <CopyButton text={address} label={t('actions.copyAddress')} />
          </span>
          {!isRunning && <span className={styles.joinHint}>{t('server.joinLater')}</span>}
        </div>
        {canSeeConsole && (
          <Button
            variant="default"
            renderRoot={rootProps => (
              <Link
                to="/servers/$serverId/console"
                params={{ serverId: String(gameServer.id) }}
                {...rootProps}
              />
            )}
          >
            {t('server.openConsole')}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function Trouble({ gameServer, nowMs, crash }: OverviewViewProps) {
  const t = useTexts()
  const language = useLanguage()
  if (!gameServer.node_online) {
    return (
      <Notice look={awayLook} title={t('server.awayTitle', { node: gameServer.node_name })}>
        {t('server.awayText')}
      </Notice>
    )
  }
  if (gameServer.state === 'crashed') return crash
  if (gameServer.state !== 'install_failed') return null
  const time = timeAgo(Date.parse(gameServer.state_changed_at), nowMs, language)
  return (
    <Notice look={lookOf(gameServer.state, true)} title={t('server.installFailedTitle', { time })}>
      {gameServer.state_reason ?? t('server.seeWhy')}
    </Notice>
  )
}
