// A new server: of any template on any node for administrators, within their plan for others.

import { useDebouncedValue } from '@mantine/hooks'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { findPlace } from '@rookery/contracts/http/placement.ts'
import { proposePorts } from '@rookery/contracts/http/port-check.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTemplates, readTemplate } from '@rookery/contracts/http/templates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts, withTexts } from '../../../texts/texts.ts'
import { PageFrame, Panel } from '../../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import type { PlacementQuestion } from './logic/new-game-server.ts'
import { NewGameServerForm } from './new-game-server-form.tsx'
import { PickGameView } from './pick-game-view.tsx'
import { useCreateGameServer } from './use-create-game-server.ts'

const loadOwn = withTexts(
  ['newServer', 'games', 'variables', 'plans', 'ownership'],
  () => import('./own-new-server-page.tsx'),
)
const OwnNewServerPage = lazy(async () => ({ default: (await loadOwn()).OwnNewServerPage }))

/** People type a figure digit by digit. */
const typingMs = 300

function usePlacement(templateId: number | undefined) {
  const [question, setQuestion] = useState<PlacementQuestion>({})
  const [asked] = useDebouncedValue(question, typingMs)
  const found = useQuery({
    ...apiQuery(findPlace, { query: { ...asked, template_id: String(templateId) } }),
    enabled: templateId !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { placement: found.data ?? null, onPlacement: setQuestion }
}

export function NewGameServerPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const { template: templateId } = useSearch({ from: '/shell/servers/new' })
  const profile = useQuery(apiQuery(readProfile, {}))
  const pick = (id: number | undefined) =>
    void navigate({ to: '/servers/new', search: id === undefined ? {} : { template: id } })
  const loading = (
    <Panel>
      <LoadingRows />
    </Panel>
  )
  return (
    <PageFrame path={<Link to="/servers">{t('pages.servers')}</Link>} title={t('newServer.title')}>
      {profile.error ? (
        <Panel>
          <ProblemState problem={profile.error} onRetry={() => void profile.refetch()} />
        </Panel>
      ) : !profile.data ? (
        loading
      ) : profile.data.is_admin ? (
        <AnyNewServerPage
          templateId={templateId}
          mayCreateTemplates={profile.data.sections.template.includes('create')}
          onPick={pick}
        />
      ) : (
        <Suspense fallback={loading}>
          <OwnNewServerPage templateId={templateId} onPick={pick} />
        </Suspense>
      )}
    </PageFrame>
  )
}

interface AnyNewServerPageProps {
  /** Undefined: none is chosen yet. */
  templateId: number | undefined
  mayCreateTemplates: boolean
  onPick: (templateId: number | undefined) => void
}

/** Of every template, on every node. */
function AnyNewServerPage({ templateId, mayCreateTemplates, onPick }: AnyNewServerPageProps) {
  const t = useTexts()
  const templates = useQuery(wholeQuery(listTemplates))
  const nodes = useQuery(wholeQuery(listNodes))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const chosen = useQuery({
    ...apiQuery(readTemplate, { params: { id: String(templateId) } }),
    enabled: templateId !== undefined,
  })
  const create = useCreateGameServer()
  const [nodeId, setNodeId] = useState<number | null>(null)
  const proposal = useQuery({
    ...apiQuery(proposePorts, {
      params: { id: String(nodeId) },
      query: { template_id: String(templateId) },
    }),
    enabled: nodeId !== null && templateId !== undefined,
    retry: false,
  })
  const placement = usePlacement(templateId)
  const pick = (id: number | undefined) => {
    create.reset()
    onPick(id)
  }
  const problem = templates.error ?? nodes.error ?? gameServers.error ?? chosen.error
  const isChosen = templateId !== undefined
  return (
    <>
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
          mayCreate={mayCreateTemplates}
          onPick={pick}
        />
      )}
    </>
  )
}
