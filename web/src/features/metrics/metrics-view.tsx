// The charts of one game server: load, memory, network, disk and processes, under one cursor.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { IconChartLine, IconPlugConnectedX } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { ChartGrid } from '../../parts/metrics/chart-grid.tsx'
import type { Chart } from '../../parts/metrics/chart-line.ts'
import type { Mark } from '../../parts/metrics/logic/chart-marks.ts'
import {
  emptyHistory,
  type MetricHistory,
  type Point,
  pointsOf,
} from '../../parts/metrics/logic/metric-history.ts'
import { ratesOf } from '../../parts/metrics/logic/metric-table.ts'
import type { MetricsStatus } from '../../parts/metrics/logic/metrics-status.ts'
import { StoredNote } from '../../parts/metrics/stored-note.tsx'
import type { StoredMetrics } from '../../parts/metrics/use-stored-metrics.ts'
import type { Language } from '../../texts/languages.ts'
import { type TextOf, useLanguage, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'

interface MetricsViewProps {
  history: MetricHistory
  /** Of the node it runs on; left out for those who may not see it. */
  nodeHistory?: MetricHistory
  stored: StoredMetrics
  status: MetricsStatus
  state: RunState
  isAdministrator: boolean
  linkOf?: (mark: Mark) => ReactNode
  /** What is known, and where more is, while its node cannot be asked. */
  away?: ReactNode
}

interface ChartSources {
  history: MetricHistory
  /** The most within each step; nothing while live. */
  peaks: MetricHistory
  nodeHistory: MetricHistory
  players: readonly Point[]
}

function chartsOf(
  t: TextOf,
  language: Language,
  { history, peaks, nodeHistory, players }: ChartSources,
): Chart[] {
  const full = formatValue(100, 'percent', language)
  const series = (name: Parameters<typeof pointsOf>[1]) => pointsOf(history, name)
  const ofNode = (name: Parameters<typeof pointsOf>[1], label: string) => ({
    label,
    token: '--text-faint',
    isShare: true,
    points: pointsOf(nodeHistory, name),
  })
  const peak = (name: Parameters<typeof pointsOf>[1]) => ({
    label: t('metrics.peak'),
    token: '--state-moving',
    isPeak: true,
    points: pointsOf(peaks, name),
  })
  const first = { token: '--state-moving', isFilled: true }
  const second = { token: '--accent-text' }
  const charts: Chart[] = [
    {
      title: t('metrics.cpu'),
      unit: 'percent',
      lines: [
        {
          ...first,
          label: t('metrics.ofOneCore', { full }),
          points: series('panel_server_cpu_usage_percent'),
        },
        peak('panel_server_cpu_usage_percent'),
        ofNode('panel_node_cpu_usage_percent', t('metrics.ofAllCores', { full })),
      ],
    },
    {
      title: t('metrics.memory'),
      unit: 'bytes',
      lines: [
        { ...first, label: t('metrics.used'), points: series('panel_server_memory_usage_bytes') },
        {
          label: t('metrics.limit'),
          token: '--text-faint',
          isLimit: true,
          points: series('panel_server_memory_limit_bytes'),
        },
        ofNode('panel_node_memory_usage_percent', t('metrics.node')),
      ],
    },
    {
      title: t('metrics.network'),
      unit: 'bytesPerSecond',
      lines: [
        {
          ...first,
          label: t('metrics.received'),
          points: ratesOf(series('panel_server_network_receive_bytes_total')),
        },
        {
          ...second,
          label: t('metrics.sent'),
          points: ratesOf(series('panel_server_network_transmit_bytes_total')),
        },
      ],
    },
    {
      title: t('metrics.disk'),
      unit: 'bytesPerSecond',
      lines: [
        {
          ...first,
          label: t('metrics.read'),
          points: ratesOf(series('panel_server_block_io_read_bytes_total')),
        },
        {
          ...second,
          label: t('metrics.written'),
          points: ratesOf(series('panel_server_block_io_write_bytes_total')),
        },
      ],
    },
    {
      title: t('metrics.processes'),
      unit: 'count',
      lines: [{ ...first, label: t('metrics.processes'), points: series('panel_server_process_pids') }],
    },
  ]
  if (players.length === 0) return charts
  const online: Chart = {
    title: t('metrics.players'),
    unit: 'count',
    lines: [
      {
        ...first,
        token: '--state-running',
        label: t('metrics.playersOnline'),
        isStepped: true,
        points: players,
      },
    ],
  }
  return [...charts.slice(0, 2), online, ...charts.slice(2)]
}

/** The first values take two measurements: until then nothing is called absent. */
const measurementsBeforeAbsent = 3
export const isResting = (state: RunState): boolean =>
  state !== 'running' && state !== 'starting' && state !== 'paused'

export function MetricsView(props: MetricsViewProps) {
  const {
    history: live,
    nodeHistory = emptyHistory,
    stored,
    status,
    state,
    isAdministrator,
    linkOf,
    away,
  } = props
  const t = useTexts()
  const language = useLanguage()
  const { time } = stored
  const isLive = time.span.step === 'live'
  const history = isLive ? live : stored.history
  const charts = useMemo(
    () =>
      chartsOf(t, language, {
        history,
        peaks: isLive ? emptyHistory : stored.peaks,
        nodeHistory: isLive ? nodeHistory : emptyHistory,
        players: isLive ? stored.recent.players : stored.players,
      }),
    [t, language, isLive, history, nodeHistory, stored.peaks, stored.players, stored.recent.players],
  )
  const measurements = pointsOf(history, 'panel_server_up').filter(([, isUp]) => isUp > 0).length
  const isWaiting = isLive ? measurements < measurementsBeforeAbsent : time.storedState === 'loading'
  return (
    <ChartGrid
      status={status}
      charts={charts}
      absentText={isWaiting ? t('metrics.waiting') : t('metrics.absent')}
      time={time}
      marks={isLive ? stored.recent.marks : stored.marks}
      isResting={isResting(state)}
      linkOf={linkOf}
      note={<StoredNote time={time} isAdministrator={isAdministrator} />}
      empty={emptyStateOf(t, { isLive, measurements, status, state, time, away })}
    />
  )
}

interface EmptyReasons {
  isLive: boolean
  measurements: number
  status: MetricsStatus
  state: RunState
  time: StoredMetrics['time']
  away: ReactNode
}

/** Undefined where there is something to draw, or may be in a moment. */
function emptyStateOf(t: TextOf, reasons: EmptyReasons): ReactNode {
  const { isLive, measurements, status, state, time, away } = reasons
  const icon = <IconChartLine size={28} stroke={1.5} />
  const isAway = isLive ? status === 'interrupted' : time.storedState === 'unreachable'
  if (isAway && measurements === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconPlugConnectedX size={28} stroke={1.5} />}
          title={t('metrics.awayTitle')}
          text={t('metrics.awayText')}
          action={away}
        />
      </Panel>
    )
  }
  if (isLive && status === 'live' && measurements === 0 && isResting(state)) {
    return (
      <Panel>
        <EmptyState icon={icon} title={t('metrics.restingTitle')} text={t('metrics.resting')} />
      </Panel>
    )
  }
  if (!isLive && time.storedState === 'ready' && measurements === 0) {
    return (
      <Panel>
        <EmptyState icon={icon} title={t('metrics.nothingStoredTitle')} text={t('metrics.nothingStored')} />
      </Panel>
    )
  }
  return undefined
}
