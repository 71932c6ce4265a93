// The server at a glance: players by name, room, the last backup and the next schedule; each leads to its tab. Load and memory stand in the head.

import type { Backup } from '@rookery/contracts/http/backups.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { readFileUsage } from '@rookery/contracts/http/files.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { ServerTask } from '@rookery/contracts/http/schedules.ts'
import type { GameQuery } from '@rookery/contracts/players.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { Dotted } from '../../../ui/controls/dotted.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { TimeAgo, TimeUntil } from '../../../ui/time/live-time.tsx'
import styles from './summary.module.css'
import { namedPlayers } from './summary-rules.ts'

interface SummaryViewProps {
  gameServer: Pick<GameServer, 'id'>
  /** What the person may see: the rest has no place. */
  may: { files: boolean; schedules: boolean; players: boolean }
  isUp: boolean
  /** What only the node knows is unknown while it is offline. */
  isNodeOnline: boolean
  /** Null where the game does not tell. */
  query: Pick<GameQuery, 'players' | 'max_players'> | null
  playerNames: readonly string[] | null
  usage: AnswerOf<typeof readFileUsage> | null
  /** Undefined while it is read. */
  lastBackup: Pick<Backup, 'taken_at' | 'bytes'> | null | undefined
  next: Pick<ServerTask, 'name' | 'next_run_at'> | null | undefined
}

export function SummaryView(props: SummaryViewProps) {
  const { may, isUp } = props
  const isEmpty = !may.files && !may.schedules && !(isUp && may.players)
  if (isEmpty) return null
  return (
    <Panel>
      <dl className={`numbers ${styles.summary}`}>
        {isUp && <Players {...props} />}
        {may.files && <Room {...props} />}
        {may.files && <LastBackup {...props} />}
        {may.schedules && <NextSchedule {...props} />}
      </dl>
    </Panel>
  )
}

type Tab = 'players' | 'metrics' | 'files' | 'backups' | 'schedules'

interface CellProps {
  serverId: number
  /** Where more of it is; left out for those who may not go there. */
  tab?: Tab | false
  label: string
  value: ReactNode
  detail?: ReactNode
}

function Cell({ serverId, tab, label, value, detail }: CellProps) {
  return (
    <div className={styles.cell}>
      <dt>
        {tab ? (
          <Link
            to={`/servers/$serverId/${tab}`}
            params={{ serverId: String(serverId) }}
            className={styles.link}
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className={styles.value}>{value}</dd>
      {detail && <dd className={`text-hint ${styles.detail}`}>{detail}</dd>}
    </div>
  )
}

function Players({ gameServer, may, query, playerNames }: SummaryViewProps) {
  const t = useTexts()
  const now = query?.players ?? null
  const most = query?.max_players ?? null
  const { names, more } = namedPlayers(playerNames ?? [])
  const listed = names.join(', ')
  return (
    <Cell
      serverId={gameServer.id}
      tab={may.players && 'players'}
      label={t('overview.players')}
      value={now === null ? '–' : most === null ? now : t('overview.playersOf', { now, most })}
      detail={
        names.length > 0 ? (
          <bdi className={styles.names}>
            {more > 0 ? t('overview.moreNames', { names: listed, count: more }) : listed}
          </bdi>
        ) : (
          t(now === null ? 'overview.playersUnknown' : now === 0 ? 'overview.nobody' : 'overview.noNames')
        )
      }
    />
  )
}

function Room({ gameServer, usage, isNodeOnline }: SummaryViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const asText = (bytes: number) => formatValue(bytes, 'bytes', language)
  const limit = usage?.limit_bytes ?? null
  return (
    <Cell
      serverId={gameServer.id}
      tab="files"
      label={t('overview.disk')}
      value={usage ? asText(usage.used_bytes) : isNodeOnline ? '–' : t('overview.unknown')}
      detail={
        usage
          ? limit === null
            ? t('overview.free', { free: asText(usage.free_bytes) })
            : t('overview.ofLimit', { limit: asText(limit) })
          : !isNodeOnline && t('overview.unknownOffline')
      }
    />
  )
}

function LastBackup({ gameServer, lastBackup }: SummaryViewProps) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <Cell
      serverId={gameServer.id}
      tab="backups"
      label={t('overview.lastBackup')}
      value={
        lastBackup ? (
          <TimeAgo isValue at={lastBackup.taken_at} />
        ) : lastBackup === null ? (
          t('overview.none')
        ) : (
          '–'
        )
      }
      detail={
        lastBackup
          ? formatValue(lastBackup.bytes, 'bytes', language)
          : lastBackup === null && <span className="link">{t('overview.firstBackup')}</span>
      }
    />
  )
}

function NextSchedule({ gameServer, next, isNodeOnline }: SummaryViewProps) {
  const t = useTexts()
  return (
    <Cell
      serverId={gameServer.id}
      tab="schedules"
      label={t('overview.nextSchedule')}
      value={
        next?.next_run_at ? (
          <TimeUntil isValue at={next.next_run_at} />
        ) : next === null ? (
          t('overview.none')
        ) : (
          '–'
        )
      }
      detail={
        next ? (
          <Dotted>
            <bdi>{next.name}</bdi>
            {!isNodeOnline && <span>{t('overview.ifOnline')}</span>}
          </Dotted>
        ) : (
          next === null && t('overview.noSchedule')
        )
      }
    />
  )
}
