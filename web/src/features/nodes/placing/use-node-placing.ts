// Saves where new servers may go on one node.

import { changeNode, listNodes, type Node, readNode } from '@rookery/contracts/http/nodes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import type { NodePlacingViewProps } from './node-placing-view.tsx'
import type { PlacingChange } from './placing-draft-rules.ts'

const fields = ['location', 'tags']

export function useNodePlacing(node: Node): Omit<NodePlacingViewProps, 'node' | 'locations'> {
  const queryClient = useQueryClient()
  const call = { params: { id: String(node.id) } }
  const save = useMutation({
    mutationFn: (body: PlacingChange) => api(changeNode, { ...call, body }),
    onSuccess: async changed => {
      queryClient.setQueryData(apiQuery(readNode, call).queryKey, changed)
      await queryClient.invalidateQueries({ queryKey: keyOf(listNodes) })
    },
  })
  return {
    isBusy: save.isPending,
    isSaved: save.isSuccess,
    ...useRefusal(save.error, fields),
    onSave: save.mutate,
  }
}
