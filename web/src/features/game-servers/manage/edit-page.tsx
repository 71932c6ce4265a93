// Saves what an administrator has changed about a game server.

import { Modal } from '@mantine/core'
import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import {
  changeGameServer,
  type GameServerDetail,
  listGameServers,
  readGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { readNode } from '@rookery/contracts/http/nodes.ts'
import { readSettings } from '@rookery/contracts/http/settings.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { EditView } from './edit-view.tsx'

export type GameServerChange = CallOf<typeof changeGameServer>['body']

const fields = [
  'name',
  'ip',
  'port',
  'query_port',
  'rcon_port',
  'memory_limit_bytes',
  'cpu_limit_percent',
  'disk_limit_bytes',
  'process_manager',
  'tags',
  'rcon_password',
]

interface EditPageProps {
  gameServer: GameServerDetail
  onClose: () => void
}

export function EditPage({ gameServer, onClose }: EditPageProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server: String(gameServer.id) }
  const node = useQuery(apiQuery(readNode, { params: { id: String(gameServer.node_id) } }))
  const templates = useQuery(wholeQuery(listTemplates))
  const change = useMutation({
    mutationFn: (wanted: GameServerChange) => api(changeGameServer, { params, body: wanted }),
    onSuccess: changed => {
      queryClient.setQueryData(apiQuery(readGameServer, { params }).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(readSettings) })
      onClose()
    },
  })
  const template = templates.data?.items.find(({ id }) => id === gameServer.template.id)
  const supported = template?.process_managers.filter(way => node.data?.runtimes.includes(way)) ?? []
  const ways = [...new Set([gameServer.process_manager, ...supported])]
  return (
    <Modal opened size={560} onClose={onClose} title={t('manageServer.editTitle', { name: gameServer.name })}>
      <EditView
        gameServer={gameServer}
        ways={ways}
        addresses={node.data?.ips ?? []}
        isBusy={change.isPending}
        {...useRefusal(change.error, fields)}
        onClose={onClose}
        onSave={wanted => change.mutate(wanted)}
      />
    </Modal>
  )
}
