// The dialog that makes a new server from a backup, and leads there.

import { Modal } from '@mantine/core'
import { type Backup, restoreAsNewServer } from '@rookery/contracts/http/backups.ts'
import { listGameServers, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, pageQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { type NewServerInput, NewServerView } from './new-server-view.tsx'

interface NewServerDialogProps {
  server: string
  backup: Backup
  onClose: () => void
}

const nodesAtOnce = 1_000

export function NewServerDialog({ server, backup, onClose }: NewServerDialogProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server } }))
  const nodes = useQuery(pageQuery(listNodes, { query: { per_page: nodesAtOnce } }))
  const create = useMutation({
    mutationFn: (body: NewServerInput) =>
      api(restoreAsNewServer, { params: { server, backup: String(backup.id) }, body }),
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      await navigate({ to: '/servers/$serverId', params: { serverId: String(id) } })
    },
  })
  const refusal = useRefusal(create.error, ['name', 'node_id', 'port'])
  const { data } = gameServer
  return (
    <Modal opened onClose={onClose} title={t('backups.newServer')}>
      {data && nodes.data ? (
        <NewServerView
          name={data.name}
          nodeId={data.node_id}
          nodes={nodes.data.items}
          isBusy={create.isPending}
          faults={refusal.faults}
          problem={refusal.problem}
          onCreate={input => create.mutate(input)}
          onClose={onClose}
        />
      ) : (
        <LoadingRows rows={4} />
      )}
    </Modal>
  )
}
