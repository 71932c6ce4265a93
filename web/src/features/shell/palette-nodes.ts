// The palette's entries of nodes, found by name and address.

import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { IconServerBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { wholeQuery } from '../../platform/api-queries.ts'
import type { PaletteEntry } from './palette-view.tsx'

export function useNodeEntries(canSeeNodes: boolean): PaletteEntry[] {
  const navigate = useNavigate()
  const nodes = useQuery({ ...wholeQuery(listNodes), enabled: canSeeNodes })
  return (nodes.data?.items ?? []).map(node => ({
    id: `node-${node.id}`,
    group: 'groupNodes',
    title: node.name,
    keywords: node.ips.join(' '),
    Icon: IconServerBolt,
    run: () => void navigate({ to: '/nodes/$nodeId', params: { nodeId: String(node.id) } }),
  }))
}
