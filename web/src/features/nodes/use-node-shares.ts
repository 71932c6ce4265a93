// How much of a node is used right now: processor, memory and disk, each with its total, from one source for every page.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'
import { type MetricHistory, newestOf } from '../../parts/metrics/logic/metric-history.ts'
import { useNodeUsage } from '../../parts/usage/node-usage-store.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'

export interface NodeShare {
  label: string
  /** Null: nobody knows. */
  percent: number | null
  detail: string | undefined
}

type NodeUsage = Omit<NodeUsageRow, 'id' | 'cpu_percent_lately' | 'memory_percent_lately'>

/** What the charts of the page show last; null as long as nothing is measured. */
export function measuredUsage(history: MetricHistory): NodeUsage | null {
  const cpu = newestOf(history, 'panel_node_cpu_usage_percent')
  if (cpu === null) return null
  const share = (used: number | null, total: number | null) => (used && total ? (used / total) * 100 : null)
  const memory = newestOf(history, 'panel_node_memory_usage_bytes')
  const memoryTotal = newestOf(history, 'panel_node_memory_total_bytes')
  const disk = newestOf(history, 'panel_node_disk_usage_bytes')
  const diskTotal = newestOf(history, 'panel_node_disk_total_bytes')
  return {
    cpu_percent: cpu,
    memory_percent: share(memory, memoryTotal),
    memory_bytes: memory,
    memory_total_bytes: memoryTotal,
    disk_percent: share(disk, diskTotal),
    disk_bytes: disk,
    disk_total_bytes: diskTotal,
  }
}

/** `measured`: where a page has newer figures than the lists. */
export function useNodeShares(
  node: Pick<Node, 'id' | 'online' | 'limits'>,
  measured: NodeUsage | null = null,
): NodeShare[] {
  const t = useTexts()
  const language = useLanguage()
  const known = useNodeUsage(node.id)
  const usage = node.online ? (measured ?? known) : null
  const bytes = (amount: number) => formatValue(amount, 'bytes', language)
  const ofTotal = (used: number | null | undefined, total: number | null | undefined) =>
    used == null || total == null ? undefined : t('nodes.ofTotal', { used: bytes(used), total: bytes(total) })
  const cores = node.limits.cpu_cores
  return [
    {
      label: t('nodes.cpu'),
      percent: usage?.cpu_percent ?? null,
      detail: cores === undefined ? undefined : t('node.cores', { count: cores }),
    },
    {
      label: t('nodes.memory'),
      percent: usage?.memory_percent ?? null,
      detail: ofTotal(usage?.memory_bytes, usage?.memory_total_bytes),
    },
    {
      label: t('nodes.disk'),
      // The node counts what may still be written, which can be less than the total says.
      percent: (usage && known?.disk_percent) ?? usage?.disk_percent ?? null,
      detail: ofTotal(usage?.disk_bytes, usage?.disk_total_bytes),
    },
  ]
}
