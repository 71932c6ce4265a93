// Reads what a node holds beyond this panel, and adopts or deletes it; shows nothing where there is nothing.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import {
  adoptUnknownServer,
  deleteUnknownServer,
  listUnknownServers,
} from '@rookery/contracts/http/unknown-servers.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { UnknownServersView } from './unknown-servers-view.tsx'

/** A deletion on the node takes a moment, and nothing tells when it is done. */
const refreshEveryMs = 5_000

export function UnknownServers({ node }: { node: Node }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { id: String(node.id) }
  const found = useQuery({
    ...apiQuery(listUnknownServers, { params }),
    enabled: node.online,
    refetchInterval: query => (query.state.data?.length ? refreshEveryMs : false),
  })
  const templates = useQuery({ ...wholeQuery(listTemplates), enabled: (found.data?.length ?? 0) > 0 })
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(listUnknownServers) })
    await queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
  }
  const adopt = useMutation({
    mutationFn: ({ uuid, ...body }: { uuid: string } & BodyOf<typeof adoptUnknownServer>) =>
      api(adoptUnknownServer, { params: { ...params, uuid }, body }),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: (uuid: string) => api(deleteUnknownServer, { params: { ...params, uuid } }),
    onSuccess: refresh,
  })
  if (!found.data?.length) return null
  const error = adopt.error ?? remove.error
  const busyWith = adopt.isPending ? adopt.variables.uuid : remove.isPending ? remove.variables : null
  return (
    <UnknownServersView
      servers={found.data}
      templates={templates.data?.items ?? []}
      busyWith={busyWith}
      problem={error ? problemMessage(t, error) : null}
      onAsk={adopt.reset}
      onAdopt={(uuid, input) => adopt.mutate({ uuid, ...input })}
      onDelete={uuid => remove.mutate(uuid)}
    />
  )
}
