// Creates the first game server with one click and goes to its page.

import { Stack } from '@mantine/core'
import { createGameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { listTemplates, type TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { matchGames, noFilter } from '../../parts/games/logic/match-games.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { gameChoices } from './logic/runnable.ts'
import { PickAGameView } from './pick-a-game-view.tsx'

export function PickAGamePage() {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const templates = useQuery(wholeQuery(listTemplates))
  const nodes = useQuery(wholeQuery(listNodes))
  const node = nodes.data?.items.find(each => each.online && each.enabled)
  const create = useMutation({
    mutationFn: ({ template, nodeId }: { template: TemplateSummary; nodeId: number }) =>
      api(createGameServer, {
        body: { name: template.name, node_id: nodeId, template_id: template.id, install: true, start: true },
      }),
    onSuccess: async created => {
      await navigate({ to: '/servers/$serverId', params: { serverId: String(created.id) } })
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
    },
  })

  if (!templates.data || !nodes.data) {
    const problem = templates.error ?? nodes.error
    return (
      <Stack className={frame.page} gap={20}>
        {problem ? (
          <ProblemState problem={problem} onRetry={() => void templates.refetch()} />
        ) : (
          <LoadingRows rows={4} />
        )}
      </Stack>
    )
  }
  return (
    <PickAGameView
      choices={gameChoices(matchGames(templates.data.items, noFilter), node)}
      nodeName={node?.name ?? null}
      machine={node}
      busyTemplateId={create.isPending ? create.variables.template.id : null}
      problem={create.error ? problemMessage(t, create.error) : null}
      onPick={template => node && create.mutate({ template, nodeId: node.id })}
    />
  )
}
