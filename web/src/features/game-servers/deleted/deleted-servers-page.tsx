// The page of deleted servers: reads the trash, brings one back or deletes its files for good.

import {
  type DeletedServer,
  listDeletedServers,
  purgeDeletedServer,
  restoreDeletedServer,
} from '@rookery/contracts/http/deleted-servers.ts'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DeletedServersView } from './deleted-servers-view.tsx'

export function DeletedServersPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const deleted = useQuery(apiQuery(listDeletedServers, {}))
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(listDeletedServers) })
    await queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
  }
  const restore = useMutation({
    mutationFn: ({ server, port }: { server: DeletedServer; port?: number | undefined }) =>
      api(restoreDeletedServer, { params: { uuid: server.uuid }, body: port === undefined ? {} : { port } }),
    async onSuccess({ id }) {
      await refresh()
      await navigate({ to: '/servers/$serverId', params: { serverId: String(id) } })
    },
  })
  const purge = useMutation({
    mutationFn: (server: DeletedServer) => api(purgeDeletedServer, { params: { uuid: server.uuid } }),
    onSuccess: refresh,
  })
  const error = restore.error ?? purge.error
  const isPortTaken = restore.error instanceof ApiError && 'port' in restore.error.fields
  const isAboutPort = isPortTaken || (restore.isPending && restore.variables.port !== undefined)
  return (
    <DeletedServersView
      status={deleted.data ? 'ready' : deleted.error ? 'problem' : 'loading'}
      problem={deleted.error}
      servers={deleted.data ?? []}
      busyWith={
        restore.isPending ? restore.variables.server.uuid : purge.isPending ? purge.variables.uuid : null
      }
      refusal={error ? problemMessage(t, error) : null}
      withoutPort={isAboutPort ? (restore.variables?.server ?? null) : null}
      onRestore={(server, port) => {
        purge.reset()
        restore.mutate({ server, port })
      }}
      onDelete={server => {
        restore.reset()
        purge.mutate(server)
      }}
      onForget={restore.reset}
      onRetry={() => void deleted.refetch()}
    />
  )
}
