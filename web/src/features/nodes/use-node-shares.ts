// How much of a node is used right now: processor, memory and disk, each with its total, from one source for every page.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { useNodeUsage } from '../../parts/usage/node-usage-store.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { formatValue } from '../../ui/format/unit-rules.ts'

export interface NodeShare {
  label: string
  /** Null: nobody knows. */
  percent: number | null
  detail: string | undefined
}

export function useNodeShares(node: Pick<Node, 'id' | 'online' | 'limits'>): NodeShare[] {
  const t = useTexts()
  const language = useLanguage()
  const known = useNodeUsage(node.id)
  const usage = node.online ? known : null
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
      percent: usage?.disk_percent ?? null,
      detail: ofTotal(usage?.disk_bytes, usage?.disk_total_bytes),
    },
  ]
}
