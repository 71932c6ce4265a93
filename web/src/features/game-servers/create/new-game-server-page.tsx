// Creates a game server and goes to its page, where the install can be watched.

import { useDebouncedValue } from '@mantine/hooks'
import { createGameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { findPlace } from '@rookery/contracts/http/placement.ts'
import { proposePorts } from '@rookery/contracts/http/port-check.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { listTemplates, readTemplate } from '@rookery/contracts/http/templates.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { PageFrame, Panel } from '../../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import type { NewGameServerBody, PlacementQuestion } from './logic/new-game-server.ts'
import { NewGameServerForm } from './new-game-server-form.tsx'
import { PickGameView } from './pick-game-view.tsx'

function useCreate() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewGameServerBody) => api(createGameServer, { body }),
    onSuccess: async created => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
      await navigate({ to: '/servers/$serverId', params: { serverId: String(created.id) } })
    },
  })
}

/** People type a figure digit by digit. */
const typingMs = 300

function usePlacement(templateId: number | undefined, isAdministrator: boolean) {
  const [question, setQuestion] = useState<PlacementQuestion>({})
  const [asked] = useDebouncedValue(question, typingMs)
  const found = useQuery({
    ...apiQuery(findPlace, { query: { ...asked, template_id: String(templateId) } }),
    enabled: isAdministrator && templateId !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { placement: found.data ?? null, onPlacement: setQuestion }
}

export function NewGameServerPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const { template: templateId } = useSearch({ from: '/shell/servers/new' })
  const templates = useQuery(wholeQuery(listTemplates))
  const nodes = useQuery(wholeQuery(listNodes))
  const profile = useQuery(apiQuery(readProfile, {}))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const chosen = useQuery({
    ...apiQuery(readTemplate, { params: { id: String(templateId) } }),
    enabled: templateId !== undefined,
  })
  const create = useCreate()
  const [nodeId, setNodeId] = useState<number | null>(null)
  const proposal = useQuery({
    ...apiQuery(proposePorts, {
      params: { id: String(nodeId) },
      query: { template_id: String(templateId) },
    }),
    enabled: nodeId !== null && templateId !== undefined,
    retry: false,
  })
  const placement = usePlacement(templateId, profile.data?.is_admin ?? false)
  const pick = (id: number | undefined) => {
    create.reset()
    void navigate({ to: '/servers/new', search: id === undefined ? {} : { template: id } })
  }
  const problem = templates.error ?? nodes.error ?? gameServers.error ?? chosen.error
  const isChosen = templateId !== undefined
  return (
    <PageFrame path={<Link to="/servers">{t('pages.servers')}</Link>} title={t('newServer.title')}>
      {problem ? (
        <Panel>
          <ProblemState problem={problem} onRetry={() => void templates.refetch()} />
        </Panel>
      ) : !templates.data || !nodes.data || !gameServers.data || (isChosen && !chosen.data) ? (
        <Panel>
          <LoadingRows />
        </Panel>
      ) : isChosen && chosen.data ? (
        <NewGameServerForm
          key={chosen.data.id}
          summary={chosen.data}
          template={chosen.data.template}
          nodes={nodes.data.items}
          gameServers={gameServers.data.items}
          proposedPort={proposal.data?.port ?? null}
          onNode={setNodeId}
          {...placement}
          pageHost={window.location.hostname}
          isBusy={create.isPending}
          problem={create.error ? problemMessage(t, create.error) : null}
          faults={create.error instanceof ApiError ? create.error.fields : {}}
          onChangeGame={() => pick(undefined)}
          onCreate={body => create.mutate(body)}
        />
      ) : (
        <PickGameView
          templates={templates.data.items}
          nodes={nodes.data.items}
          mayCreate={profile.data?.sections.template.includes('create') ?? false}
          onPick={pick}
        />
      )}
    </PageFrame>
  )
}
