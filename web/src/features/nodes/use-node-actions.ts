// Changes a node, lets it join again or deletes it, and says in words when that is refused.

import { changeNode, deleteNode, listNodes, type Node, readNode } from '@rookery/contracts/http/nodes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import type { NodeAction, NodeManageViewProps } from './node-manage-view.tsx'
import { type JoinOffer, requestJoin } from './request-join.ts'

interface NodeActions
  extends Omit<NodeManageViewProps, 'node' | 'gameServerCount' | 'mayEdit' | 'mayEnroll' | 'mayDelete'> {
  joinCommand: JoinOffer | null
  onCloseJoin: () => void
}

export function useNodeActions(node: Node): NodeActions {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const call = { params: { id: String(node.id) } }
  const forget = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(listNodes) })
    await queryClient.invalidateQueries({ queryKey: keyOf(readNode) })
  }
  const rename = useMutation({
    mutationFn: (name: string) => api(changeNode, { ...call, body: { name } }),
    onSuccess: forget,
  })
  const switchOver = useMutation({
    mutationFn: (isEnabled: boolean) => api(changeNode, { ...call, body: { enabled: isEnabled } }),
    onSuccess: forget,
  })
  const enroll = useMutation({ mutationFn: () => requestJoin(node.id) })
  const remove = useMutation({
    mutationFn: () => api(deleteNode, call),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listNodes) })
      await navigate({ to: '/nodes' })
    },
  })

  const all = { rename, switch: switchOver, enroll, delete: remove }
  const names = Object.keys(all) as NodeAction[]
  const refused = names.find(action => all[action].error)
  const asText = (error: unknown) =>
    error instanceof ApiError && error.code === 'conflict' && refused === 'delete'
      ? t('node.deleteConflict')
      : problemMessage(t, error)
  return {
    busyWith: names.find(action => all[action].isPending) ?? null,
    refusal: refused ? { action: refused, text: asText(all[refused].error) } : null,
    joinCommand: enroll.data ?? null,
    onRename: name => rename.mutate(name),
    onSwitch: isEnabled => switchOver.mutate(isEnabled),
    onEnroll: () => enroll.mutate(),
    onCloseJoin: enroll.reset,
    onDelete: () => remove.mutate(),
  }
}
