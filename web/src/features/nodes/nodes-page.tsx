// The nodes page: reads the nodes, adds one and hands out its join command.

import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { createNode, listNodes, type Node } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useInstallProgress } from '../../parts/nodes/install-progress.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import type { ApiError } from '../../platform/api-error.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { AddNodeView } from './add-node-view.tsx'
import { joinProgress, wasOnlineSince } from './join-rules.ts'
import { NodesView } from './nodes-view.tsx'
import { requestJoin } from './request-join.ts'
import { NodeUpgrades } from './upgrade/node-upgrades.tsx'

async function offerTo(node: Pick<Node, 'id' | 'name' | 'last_seen_at'>) {
  return { node, offer: await requestJoin(node.id) }
}

const statusOf = (nodes: { data: unknown; error: ApiError | null }) => {
  if (nodes.data) return 'ready'
  if (nodes.error) return nodes.error.code === 'forbidden' ? 'closed' : 'problem'
  return 'loading'
}

export function NodesPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { add: isAdding } = useSearch({ from: '/shell/nodes' })
  const profile = useQuery(apiQuery(readProfile, {}))
  const canAdd = profile.data?.sections.node.includes('create') ?? false
  const canEnroll = profile.data?.is_admin ?? false
  const nodes = useQuery(wholeQuery(listNodes))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const join = useMutation({
    mutationFn: async (input: { name: string } | { node: Node }) => {
      const node = 'node' in input ? input.node : await api(createNode, { body: input })
      return canEnroll ? offerTo(node) : null
    },
    // The new node waits in the list for an administrator, who alone may let a machine join.
    onSuccess: created => created ?? showDialog(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listNodes) }),
  })

  const list = nodes.data?.items ?? []
  const showDialog = (isOpen: boolean) =>
    void navigate({ to: '/nodes', search: isOpen ? { add: true } : {}, replace: true })
  const joining = join.data
  const installing = useInstallProgress(joining?.node.id ?? null)
  const joiningNode = list.find(({ id }) => id === joining?.node.id)

  return (
    <>
      <NodesView
        status={statusOf(nodes)}
        canAdd={canAdd}
        canEnroll={canEnroll}
        problem={nodes.error}
        nodes={list}
        gameServersOn={id => gameServers.data?.items.filter(each => each.node_id === id).length ?? 0}
        upgrades={canEnroll && <NodeUpgrades nodes={list} />}
        onAdd={() => {
          join.reset()
          showDialog(true)
        }}
        onEnroll={node => {
          join.mutate({ node })
          showDialog(true)
        }}
        onRetry={() => void nodes.refetch()}
      />
      <AddNodeView
        isOpen={isAdding === true && (canAdd || (canEnroll && !join.isIdle))}
        isBusy={join.isPending}
        problem={join.error ? problemMessage(t, join.error) : null}
        joinCommand={
          joining
            ? {
                ...joining.offer,
                nodeName: joining.node.name,
                progress: joinProgress({
                  reached: installing?.reached ?? null,
                  hasFailed: installing?.problem != null,
                  isEnrolled: joiningNode?.enrolled ?? false,
                  isOnline: joiningNode?.online ?? false,
                  wasOnline: wasOnlineSince(joining.node.last_seen_at, joiningNode),
                }),
                problem: joiningNode?.online ? null : (installing?.problem ?? null),
              }
            : null
        }
        onCreate={name => join.mutate({ name })}
        onClose={() => showDialog(false)}
      />
    </>
  )
}
