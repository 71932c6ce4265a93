// The small live figures under the name of a game server: players, load and memory, the last minute beside each.

import { Group } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { IconUsers } from '@tabler/icons-react'
import {
  type MetricHistory,
  newestOf,
  type Point,
  pointsOf,
  recentTop,
} from '../../../parts/metrics/logic/metric-history.ts'
import { Sparkline } from '../../../parts/metrics/sparkline.tsx'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { axisTop, type ChartUnit, formatValue } from '../../../ui/format/unit-rules.ts'
import styles from '../game-server.module.css'

interface FiguresViewProps {
  /** Null for those who may not see it. */
  history: MetricHistory | null
  /** What was measured is still true: it runs, and its node tells. */
  isUp: boolean
  /** Null where the game does not tell. */
  players: { now: number; most: number | null } | null
  limits: Pick<GameServer, 'cpu_limit_percent' | 'memory_limit_bytes'>
}

export function FiguresView({ history, isUp, players, limits }: FiguresViewProps) {
  const t = useTexts()
  return (
    <Group
      component="dl"
      className={`numbers ${styles.figures}`}
      gap="8px 20px"
      align="stretch"
      wrap="nowrap"
    >
      {players && (
        <div className={`${styles.figure} ${styles.players}`}>
          <dt>
            <IconUsers size={14} className={styles.phoneIcon} aria-hidden />
            <span className={styles.wideLabel}>{t('usage.players')}</span>
          </dt>
          <dd>{players.most === null ? players.now : `${players.now} / ${players.most}`}</dd>
        </div>
      )}
      {history && isUp && <MeasuredFigures history={history} limits={limits} />}
    </Group>
  )
}

type MeasuredProps = Pick<FiguresViewProps, 'limits'> & { history: MetricHistory }

function MeasuredFigures({ history, limits }: MeasuredProps) {
  const t = useTexts()
  const language = useLanguage()
  const cpu = pointsOf(history, 'panel_server_cpu_usage_percent')
  const memory = pointsOf(history, 'panel_server_memory_usage_bytes')
  const newestSeconds = pointsOf(history, 'panel_server_up').at(-1)?.[0] ?? 0
  return (
    <>
      <LiveFigure
        label={t('usage.cpuShort')}
        title={t('usage.cpu', { full: formatValue(100, 'percent', language) })}
        value={newestOf(history, 'panel_server_cpu_usage_percent')}
        unit="percent"
        points={cpu}
        newestSeconds={newestSeconds}
        top={Math.max(axisTop(recentTop(cpu), 'percent'), limits.cpu_limit_percent ?? 0)}
        token="--state-moving"
      />
      <LiveFigure
        label={t('usage.memoryShort')}
        isUnmistakable
        title={t('usage.memory')}
        value={newestOf(history, 'panel_server_memory_usage_bytes')}
        unit="bytes"
        points={memory}
        newestSeconds={newestSeconds}
        top={limits.memory_limit_bytes ?? recentTop(memory) * 1.3}
        token="--state-moving"
      />
    </>
  )
}

interface LiveFigureProps {
  label: string
  /** Its unit says what it is, where there is no room for the label. */
  isUnmistakable?: boolean
  title: string
  value: number | null
  unit: ChartUnit
  points: readonly Point[]
  newestSeconds: number
  top: number
  token: string
}

function LiveFigure(props: LiveFigureProps) {
  const { label, isUnmistakable, title, value, unit, points, newestSeconds, top, token } = props
  const language = useLanguage()
  return (
    <div className={styles.figure} title={title}>
      <dt className={isUnmistakable ? styles.wideLabel : undefined}>{label}</dt>
      <dd data-none={value === null || undefined}>
        {value === null ? '–' : formatValue(value, unit, language)}
      </dd>
      <Sparkline
        points={value === null ? [] : points}
        newestSeconds={newestSeconds}
        top={top}
        token={token}
      />
    </div>
  )
}
