// The charts of one node: load, memory, network and disk, under one cursor.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { useMemo } from 'react'
import { ChartGrid } from '../../parts/metrics/chart-grid.tsx'
import type { Chart } from '../../parts/metrics/chart-line.ts'
import { emptyHistory, type MetricHistory, pointsOf } from '../../parts/metrics/logic/metric-history.ts'
import { ratesOf } from '../../parts/metrics/logic/metric-table.ts'
import type { MetricsStatus } from '../../parts/metrics/logic/metrics-status.ts'
import { StoredNote } from '../../parts/metrics/stored-note.tsx'
import type { StoredMetrics } from '../../parts/metrics/use-stored-metrics.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'

const first = { token: '--state-moving', isFilled: true }
const second = { token: '--state-building' }
const third = { token: '--state-paused' }
const whole = { token: '--text-faint', isLimit: true }

function chartsOf(t: TextOf, history: MetricHistory, peaks: MetricHistory): Chart[] {
  const series = (name: Parameters<typeof pointsOf>[1]) => pointsOf(history, name)
  const swapTotal = series('panel_node_swap_total_bytes')
  const hasNoSwap = swapTotal.length > 0 && swapTotal.every(([, total]) => total === 0)
  return [
    {
      title: t('metrics.cpu'),
      unit: 'percent',
      top: 100,
      lines: [
        { ...first, label: t('metrics.cpuLoad'), points: series('panel_node_cpu_usage_percent') },
        {
          token: '--state-moving',
          isPeak: true,
          label: t('metrics.peak'),
          points: pointsOf(peaks, 'panel_node_cpu_usage_percent'),
        },
      ],
    },
    {
      title: t('metrics.load'),
      unit: 'load',
      lines: [
        { ...first, label: t('metrics.load1'), points: series('panel_node_load1') },
        { ...second, label: t('metrics.load5'), points: series('panel_node_load5') },
        { ...third, label: t('metrics.load15'), points: series('panel_node_load15') },
      ],
    },
    {
      title: t('metrics.memory'),
      unit: 'bytes',
      lines: [
        { ...first, label: t('metrics.used'), points: series('panel_node_memory_usage_bytes') },
        { ...whole, label: t('metrics.total'), points: series('panel_node_memory_total_bytes') },
      ],
    },
    {
      title: t('metrics.swap'),
      unit: 'bytes',
      ...(hasNoSwap && { absentText: t('metrics.noSwap') }),
      lines: hasNoSwap
        ? []
        : [
            { ...first, label: t('metrics.used'), points: series('panel_node_swap_usage_bytes') },
            { ...whole, label: t('metrics.total'), points: swapTotal },
          ],
    },
    {
      title: t('metrics.network'),
      unit: 'bytesPerSecond',
      lines: [
        {
          ...first,
          label: t('metrics.received'),
          points: ratesOf(series('panel_node_network_receive_bytes_total')),
        },
        {
          ...second,
          label: t('metrics.sent'),
          points: ratesOf(series('panel_node_network_transmit_bytes_total')),
        },
      ],
    },
    {
      title: t('metrics.diskSpace'),
      unit: 'bytes',
      lines: [
        { ...first, label: t('metrics.used'), points: series('panel_node_disk_usage_bytes') },
        { ...whole, label: t('metrics.total'), points: series('panel_node_disk_total_bytes') },
      ],
    },
  ]
}

interface NodeChartsViewProps {
  node: Pick<Node, 'online'>
  history: MetricHistory
  stored: StoredMetrics
  status: MetricsStatus
  isAdministrator: boolean
}

export function NodeChartsView(props: NodeChartsViewProps) {
  const { node, history: live, stored, status, isAdministrator } = props
  const t = useTexts()
  const isLive = stored.time.span.step === 'live'
  const history = isLive ? live : stored.history
  const peaks = isLive ? emptyHistory : stored.peaks
  const charts = useMemo(() => chartsOf(t, history, peaks), [t, history, peaks])
  const count = pointsOf(history, 'panel_node_uptime_seconds_total').length
  const isWaiting = isLive ? count <= 2 : stored.time.storedState === 'loading'
  return (
    <ChartGrid
      status={node.online ? status : 'away'}
      charts={charts}
      absentText={isWaiting ? t('metrics.waiting') : t('metrics.absent')}
      time={stored.time}
      note={<StoredNote time={stored.time} isAdministrator={isAdministrator} />}
    />
  )
}
