// The charts of one game server: load, memory, network, disk and processes, under one cursor.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { IconChartLine } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ChartGrid } from '../../parts/metrics/chart-grid.tsx'
import type { Chart } from '../../parts/metrics/chart-line.ts'
import { emptyHistory, type MetricHistory, pointsOf } from '../../parts/metrics/logic/metric-history.ts'
import { ratesOf } from '../../parts/metrics/logic/metric-table.ts'
import type { MetricsStatus } from '../../parts/metrics/logic/metrics-status.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

interface MetricsViewProps {
  history: MetricHistory
  /** Of the node it runs on; left out for those who may not see it. */
  nodeHistory?: MetricHistory
  status: MetricsStatus
  state: RunState
}

function chartsOf(t: TextOf, history: MetricHistory, nodeHistory: MetricHistory): Chart[] {
  const series = (name: Parameters<typeof pointsOf>[1]) => pointsOf(history, name)
  const ofNode = (name: Parameters<typeof pointsOf>[1]) => ({
    label: t('metrics.node'),
    token: '--text-faint',
    isShare: true,
    points: pointsOf(nodeHistory, name),
  })
  const first = { token: '--state-moving', isFilled: true }
  const second = { token: '--accent-text' }
  return [
    {
      title: t('metrics.cpu'),
      unit: 'percent',
      lines: [
        { ...first, label: t('metrics.cpuLoad'), points: series('panel_server_cpu_usage_percent') },
        ofNode('panel_node_cpu_usage_percent'),
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
        ofNode('panel_node_memory_usage_percent'),
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
}

/** The first values take two looks: until then nothing is called absent. */
const looksBeforeAbsent = 3
const isResting = (state: RunState) => state !== 'running' && state !== 'starting' && state !== 'paused'

export function MetricsView({ history, nodeHistory = emptyHistory, status, state }: MetricsViewProps) {
  const t = useTexts()
  const charts = useMemo(() => chartsOf(t, history, nodeHistory), [t, history, nodeHistory])
  const histories = useMemo(() => [history, nodeHistory], [history, nodeHistory])
  const looks = pointsOf(history, 'panel_server_up').filter(([, isUp]) => isUp === 1).length
  if (status === 'live' && looks === 0 && isResting(state)) {
    return (
      <Panel>
        <EmptyState
          icon={<IconChartLine size={28} stroke={1.5} />}
          title={t('metrics.restingTitle')}
          text={t('metrics.resting')}
        />
      </Panel>
    )
  }
  const absentText = looks >= looksBeforeAbsent ? t('metrics.absent') : t('metrics.waiting')
  return <ChartGrid histories={histories} status={status} charts={charts} absentText={absentText} />
}
