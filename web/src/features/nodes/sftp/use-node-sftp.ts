// Switches SFTP of a node on and off, changes its port, and watches until the node has done so.

import { changeNode, listNodes, type Node, readNode } from '@rookery/contracts/http/nodes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import type { NodeSftpViewProps } from './node-sftp-view.tsx'
import { isSettling } from './sftp-state-rules.ts'

const watchEveryMs = 1_500

export function useNodeSftp(node: Node): Omit<NodeSftpViewProps, 'node' | 'mayEdit'> {
  const queryClient = useQueryClient()
  const call = { params: { id: String(node.id) } }
  useQuery({ ...apiQuery(readNode, call), refetchInterval: isSettling(node) && watchEveryMs })
  const change = useMutation({
    mutationFn: (sftp: { enabled?: boolean; port?: number }) => api(changeNode, { ...call, body: { sftp } }),
    onSuccess: async changed => {
      queryClient.setQueryData(apiQuery(readNode, call).queryKey, changed)
      await queryClient.invalidateQueries({ queryKey: keyOf(listNodes) })
    },
  })
  const { faults, problem } = useRefusal(change.error, ['sftp.port'])
  return {
    busyWith: change.isPending ? (change.variables.enabled === undefined ? 'port' : 'switch') : null,
    portFaults: faults['sftp.port'],
    problem,
    onSwitch: isOn => change.mutate({ enabled: isOn }),
    onPort: port => change.mutate({ port }),
  }
}
