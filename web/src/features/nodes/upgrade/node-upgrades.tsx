// Updates of nodes for administrators: reads what the commands need, and begins what is asked for.

import { readNodeInstall } from '@rookery/contracts/http/node-install.ts'
import { listNodes, type Node, readNode, upgradeNode, upgradeNodes } from '@rookery/contracts/http/nodes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { NodeUpgradesView } from './node-upgrades-view.tsx'
import { needsScript } from './upgrade-rules.ts'

export function NodeUpgrades({ nodes }: { nodes: Node[] }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const install = useQuery({ ...apiQuery(readNodeInstall, {}), enabled: nodes.some(needsScript) })
  const upgrade = useMutation({
    mutationFn: async (node: Node | 'all') => {
      if (node === 'all') await api(upgradeNodes, {})
      else await api(upgradeNode, { params: { id: String(node.id) } })
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listNodes) })
      await queryClient.invalidateQueries({ queryKey: keyOf(readNode) })
    },
  })
  const asked = upgrade.isPending ? upgrade.variables : null
  const beginning = asked === null || asked === 'all' ? asked : asked.id
  return (
    <NodeUpgradesView
      nodes={nodes}
      install={install.data ?? null}
      beginning={beginning}
      problem={upgrade.error ? problemMessage(t, upgrade.error) : null}
      onUpgrade={node => upgrade.mutate(node)}
      onUpgradeAll={() => upgrade.mutate('all')}
    />
  )
}
