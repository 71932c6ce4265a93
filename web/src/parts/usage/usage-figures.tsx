// Two small figures with a thin bar each: load and memory of one game server, in a list with their last minute.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { axisTop, formatValue } from '../../ui/format/unit-rules.ts'
import { emptyHistory, type MetricHistory, pointsOf } from '../metrics/logic/metric-history.ts'
import { Sparkline } from '../metrics/sparkline.tsx'
import styles from './usage.module.css'
import { type Usage, usageSeries, usageStore, useUsage } from './usage-store.ts'

type Limits = Pick<GameServer, 'cpu_limit_percent' | 'memory_limit_bytes'>

interface UsageFiguresProps extends Limits {
  usage: Usage | null
  /** Draws the last minute beside each value. */
  history?: MetricHistory
  /** Where no heading says what they are. */
  isNamed?: boolean
}

interface FigureProps {
  label: string
  name: string | null
  text: string | null
  share: number | null
  history?: MetricHistory
  series: keyof typeof usageSeries
}

function Figure({ label, name, text, share, history, series }: FigureProps) {
  const figure = (
    <span className={styles.figure} title={label}>
      <span className="visually-hidden">{label}</span>
      <span className={text ? 'text-quiet' : 'text-faint'}>
        {name !== null && <span aria-hidden>{name}</span>}
        {text ?? '–'}
      </span>
      <span className={share === null ? undefined : styles.bar} aria-hidden>
        {share !== null && <span style={{ transform: `scaleX(${Math.min(1, share)})` }} />}
      </span>
    </span>
  )
  if (!history) return figure
  return (
    <span className={`${styles.withHistory} ${styles[series]}`}>
      {figure}
      {text && <LastMinute history={history} series={series} />}
    </span>
  )
}

function LastMinute({ history, series }: Required<Pick<FigureProps, 'history' | 'series'>>) {
  const points = pointsOf(history, usageSeries[series])
  const largest = points.reduce((most, [, value]) => Math.max(most, value), 0)
  const newest = Object.values(usageSeries).map(name => pointsOf(history, name).at(-1)?.[0] ?? 0)
  return (
    <Sparkline
      points={points}
      newestSeconds={Math.max(...newest)}
      top={axisTop(largest, series === 'cpuPercent' ? 'percent' : 'bytes')}
      token="--state-moving"
      size="small"
    />
  )
}

/** Nothing is drawn as 0: what is not measured is a dash, and without a limit memory has no bar. */
export function UsageFigures({ usage, history, isNamed = false, ...limits }: UsageFiguresProps) {
  const t = useTexts()
  const language = useLanguage()
  const cpu = usage?.cpuPercent ?? null
  const memory = usage?.memoryBytes ?? null
  const { cpu_limit_percent: cpuLimit, memory_limit_bytes: memoryLimit } = limits
  return (
    <span className={isNamed ? `${styles.usage} ${styles.named}` : styles.usage}>
      <Figure
        label={t('usage.cpu', { full: formatValue(100, 'percent', language) })}
        name={isNamed ? t('usage.cpuShort') : null}
        text={cpu === null ? null : formatValue(cpu, 'percent', language)}
        share={cpu === null ? null : cpu / (cpuLimit ?? 100)}
        history={history}
        series="cpuPercent"
      />
      <Figure
        label={t('usage.memory')}
        name={isNamed ? t('usage.memoryShort') : null}
        text={memory === null ? null : formatValue(memory, 'bytes', language)}
        share={memory === null || memoryLimit === null ? null : memory / memoryLimit}
        history={history}
        series="memoryBytes"
      />
    </span>
  )
}

interface LiveUsageProps {
  gameServer: Pick<GameServer, 'id' | 'state' | 'node_online'> & Limits
  hasHistory?: boolean
  isNamed?: boolean
}

/** Only what runs has figures. */
export const isMeasured = ({ state, node_online }: Pick<GameServer, 'state' | 'node_online'>): boolean =>
  node_online && (state === 'running' || state === 'paused')

/** The live figures of a game server; empty while it does not run. */
export function LiveUsage({ gameServer, hasHistory, isNamed = false }: LiveUsageProps) {
  const usage = useUsage(gameServer.id)
  const isUp = isMeasured(gameServer)
  // What is paused may not be measured at all: two dashes would say nothing.
  if (gameServer.state === 'paused' && usage === null) return null
  const { cpu_limit_percent, memory_limit_bytes } = gameServer
  const history = isUp ? usageStore.historyOf(gameServer.id) : emptyHistory
  return (
    <UsageFigures
      usage={isUp ? usage : null}
      history={hasHistory ? history : undefined}
      isNamed={isNamed}
      cpu_limit_percent={cpu_limit_percent}
      memory_limit_bytes={memory_limit_bytes}
    />
  )
}
