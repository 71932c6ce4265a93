// The dialog that looks for servers in a storage, and leads to the one that is brought back.

import { Modal } from '@mantine/core'
import type { BackupStorage } from '@rookery/contracts/http/backup-storages.ts'
import { bringBackServer, type FoundServer, findServers } from '@rookery/contracts/http/found-servers.ts'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { type BringBack, FoundServersView, type Search } from './found-servers-view.tsx'

const fields = ['node_id', 'recovery_key', 'uuid', 'name', 'port']

export function FoundServersDialog({ storage, onClose }: { storage: BackupStorage; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const nodes = useQuery(wholeQuery(listNodes))
  const params = { id: String(storage.id) }
  const search = useMutation({ mutationFn: (body: Search) => api(findServers, { params, body }) })
  const bringBack = useMutation({
    mutationFn: ({ server, body }: { server: FoundServer; body: BringBack }) =>
      api(bringBackServer, { params: { ...params, uuid: server.uuid }, body }),
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      await navigate({ to: '/servers/$serverId', params: { serverId: String(id) } })
    },
  })
  const refusal = useRefusal(bringBack.error ?? search.error, fields)
  if (!nodes.data) return null
  const { assigned } = storage
  const usable = nodes.data.items.filter(({ id }) => assigned.to === 'all' || assigned.node_ids.includes(id))
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('backupStorages.found.title', { name: storage.name })}
    >
      <FoundServersView
        nodes={usable}
        needsUuid={storage.place.kind === 'rest'}
        found={search.data?.servers ?? null}
        opened={search.data?.opened ?? 0}
        isSearching={search.isPending}
        isBusy={bringBack.isPending}
        faults={refusal.faults}
        problem={refusal.problem}
        onSearch={body => {
          bringBack.reset()
          search.mutate(body)
        }}
        onBringBack={(server, body) => bringBack.mutate({ server, body })}
        onClose={onClose}
      />
    </Modal>
  )
}
