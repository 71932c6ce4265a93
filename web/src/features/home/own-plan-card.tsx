// The plan of whoever looks at Home: what is used and left, and the way to a new server.

import { Button, Group, Stack } from '@mantine/core'
import { type HeldPlan, readOwnPlan } from '@rookery/contracts/http/plans.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PlanUsageView } from '../../parts/plans/plan-usage-view.tsx'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'

interface OwnPlanCardProps {
  /** Nothing more urgent is on the page: a new server is its next step. */
  isNext: boolean
  /** Where there is no plan. */
  instead: ReactNode
}

export function OwnPlanCard({ isNext, instead }: OwnPlanCardProps) {
  const own = useQuery({ ...apiQuery(readOwnPlan, {}), refetchOnMount: 'always' })
  if (own.isPending) return null
  return own.data?.held ? <OwnPlanView held={own.data.held} isNext={isNext} /> : instead
}

export function OwnPlanView({ held, isNext }: { held: HeldPlan; isNext: boolean }) {
  const t = useTexts()
  const names = held.plans.map(({ name }) => name).join(', ')
  return (
    <Panel title={t('plans.yours', { names })}>
      <Stack p={16} gap={16}>
        <PlanUsageView usage={held.usage} />
        <Group gap={12} justify="space-between">
          <p className="text-secondary">
            {held.usage.servers.left === 0 ? t('plans.fullTitle') : t('plans.yoursText')}
          </p>
          {held.usage.servers.left !== 0 && (
            <Button
              variant={isNext ? 'filled' : 'default'}
              leftSection={<IconPlus size={17} />}
              renderRoot={props => <Link to="/servers/new" {...props} />}
            >
              {t('plans.newServer')}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}
