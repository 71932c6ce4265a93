// A new server of somebody who has a plan: its templates and nodes, and no more than is left of it.

import { Button, Stack } from '@mantine/core'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readOwnPlan, readPlanOffer, readPlanTemplate } from '@rookery/contracts/http/plans.ts'
import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { planShortageText } from '../../../parts/plans/plan-shortage-text.ts'
import { PlanUsageView } from '../../../parts/plans/plan-usage-view.tsx'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { MissingState, ProblemState } from '../../../parts/problems/problem-state.tsx'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, wholeQuery } from '../../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { NewGameServerForm } from './new-game-server-form.tsx'
import { PickGameView } from './pick-game-view.tsx'
import { useCreateGameServer } from './use-create-game-server.ts'

interface OwnNewServerPageProps {
  /** Undefined: none is chosen yet. */
  templateId: number | undefined
  onPick: (templateId: number | undefined) => void
}

const ignore = () => {}

export function OwnNewServerPage({ templateId, onPick }: OwnNewServerPageProps) {
  const t = useTexts()
  const language = useLanguage()
  const own = useQuery({ ...apiQuery(readOwnPlan, {}), refetchOnMount: 'always' })
  const offer = useQuery(apiQuery(readPlanOffer, {}))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const chosen = useQuery({
    ...apiQuery(readPlanTemplate, { params: { id: String(templateId) } }),
    enabled: templateId !== undefined,
  })
  const create = useCreateGameServer()
  const problem = own.error ?? offer.error ?? gameServers.error ?? chosen.error
  if (problem) {
    return (
      <Panel>
        <ProblemState problem={problem} onRetry={() => void own.refetch()} />
      </Panel>
    )
  }
  if (!own.data || !offer.data || !gameServers.data || (templateId !== undefined && !chosen.data)) {
    return (
      <Panel>
        <LoadingRows />
      </Panel>
    )
  }
  const { held } = own.data
  if (!held) {
    return (
      <Panel>
        <MissingState isForbidden />
      </Panel>
    )
  }
  // A form that was sent stays, with what was refused.
  if (held.usage.servers.left === 0 && create.isIdle)
    return <FullPlan limit={held.usage.servers.limit ?? 0} />
  const pick = (id: number | undefined) => {
    create.reset()
    onPick(id)
  }
  if (templateId === undefined || !chosen.data) {
    return (
      <Stack gap={20}>
        <Panel>
          <div style={{ padding: '16px 20px' }}>
            <PlanUsageView usage={held.usage} />
          </div>
        </Panel>
        <PickGameView templates={offer.data.templates} nodes={null} mayCreate={false} onPick={pick} />
      </Stack>
    )
  }
  const shortage = planShortageText(t, create.error, language)
  const fields = create.error instanceof ApiError && shortage === null ? create.error.fields : {}
  return (
    <NewGameServerForm
      key={chosen.data.id}
      plan={held}
      summary={chosen.data}
      template={chosen.data.template}
      nodes={offer.data.nodes.map(node => ({ ...node, enrolled: true, enabled: true, ips: [] }))}
      gameServers={gameServers.data.items}
      proposedPort={null}
      onNode={ignore}
      placement={null}
      onPlacement={ignore}
      pageHost={window.location.hostname}
      isBusy={create.isPending}
      problem={create.error ? (shortage ?? problemMessage(t, create.error)) : null}
      faults={fields}
      onChangeGame={() => pick(undefined)}
      onCreate={body => create.mutate(body)}
    />
  )
}

function FullPlan({ limit }: { limit: number }) {
  const t = useTexts()
  return (
    <Panel>
      <EmptyState
        icon={<IconTicket size={28} stroke={1.5} />}
        title={t('plans.fullTitle')}
        text={t('plans.fullText', { count: limit })}
        action={
          <Button variant="default" renderRoot={props => <Link to="/servers" {...props} />}>
            {t('pages.servers')}
          </Button>
        }
      />
    </Panel>
  )
}
