// Creates a game server from the dialog and goes to its page, where the install can be watched.

import { createGameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../platform/api-client.ts'
import { keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { problemInWords } from '../../ui/feedback/problem-in-words.ts'
import { useTexts } from '../../ui/texts/texts.ts'
import { type NewGameServer, NewGameServerView } from './new-game-server-view.tsx'

export function NewGameServerPage({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const templates = useQuery({ ...wholeQuery(listTemplates), enabled: isOpen })
  const nodes = useQuery({ ...wholeQuery(listNodes), enabled: isOpen })
  const create = useMutation({
    mutationFn: (wish: NewGameServer) =>
      api(createGameServer, { body: { ...wish, install: true, start: true } }),
    onSuccess: async created => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
      await navigate({ to: '/servers/$serverId', params: { serverId: String(created.id) } })
    },
  })

  return (
    <NewGameServerView
      isOpen={isOpen && templates.data !== undefined && nodes.data !== undefined}
      templates={templates.data?.items ?? []}
      nodes={nodes.data?.items ?? []}
      isBusy={create.isPending}
      problem={create.error ? problemInWords(t, create.error) : null}
      onClose={() => {
        create.reset()
        onClose()
      }}
      onCreate={wish => create.mutate(wish)}
    />
  )
}
