// The plans: what each allows, and how many people and roles have it.

import { ActionIcon, Box, Button, Group, Menu } from '@mantine/core'
import type { Plan } from '@rookery/contracts/http/plans.ts'
import {
  IconAlertTriangle,
  IconCalculator,
  IconDots,
  IconPencil,
  IconPlus,
  IconTicket,
  IconTrash,
} from '@tabler/icons-react'
import { planLimitTexts } from '../../parts/plans/plan-limit-text.ts'
import { MissingState, ProblemState } from '../../parts/problems/problem-state.tsx'
import { UsersTabs } from '../../parts/users/users-tabs.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import tones from '../../ui/tone/tone.module.css'
import { exceededAmounts } from './plan-draft-rules.ts'
import styles from './plans.module.css'

interface RowActions {
  onChange: (plan: Plan) => void
  onDelete: (plan: Plan) => void
}

export interface PlansViewProps extends RowActions {
  /** Closed: this person may not see them at all. */
  status: 'loading' | 'problem' | 'closed' | 'ready'
  problem?: unknown
  plans: readonly Plan[]
  onCreate: () => void
  onRetry: () => void
}

const countedOnlyStyle = { tone: 'resting', Icon: IconCalculator } as const

export function PlansView(props: PlansViewProps) {
  const t = useTexts()
  const { status, plans, onCreate } = props
  return (
    <PageFrame
      title={t('people.plansTab')}
      actions={
        plans.length > 0 && (
          <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
            {t('plans.create')}
          </Button>
        )
      }
    >
      {status !== 'closed' && <UsersTabs />}
      {plans.length > 0 && <p className="text-quiet">{t('plans.about')}</p>}
      <Panel>
        <Content {...props} />
      </Panel>
    </PageFrame>
  )
}

function Content({ status, problem, plans, onCreate, onRetry, ...actions }: PlansViewProps) {
  const t = useTexts()
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (status === 'closed') return <MissingState isForbidden />
  if (plans.length === 0) {
    return (
      <EmptyState
        icon={<IconTicket size={28} stroke={1.5} />}
        title={t('plans.emptyTitle')}
        text={t('plans.emptyText')}
        action={
          <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
            {t('plans.create')}
          </Button>
        }
      />
    )
  }
  return (
    <ul className="divided">
      {plans.map(plan => (
        <PlanRow key={plan.id} plan={plan} {...actions} />
      ))}
    </ul>
  )
}

function PlanRow({ plan, onChange, onDelete }: RowActions & { plan: Plan }) {
  const t = useTexts()
  const language = useLanguage()
  const { name, limits, template_ids, node_ids, counted_only } = plan
  const bounds = planLimitTexts(t, limits, language)
  const exceeded = planLimitTexts(t, exceededAmounts(plan), language)
  return (
    <li className={styles.row}>
      <div>
        <Group gap="4px 10px">
          <h3 className="breakable">{name}</h3>
          {counted_only && <Pill status={countedOnlyStyle} label={t('plans.countedOnly')} />}
        </Group>
        <Box mt={2}>
          {bounds.length === 0 ? (
            <p className="text-secondary">{t('plans.noLimits')}</p>
          ) : (
            <Dotted component="p" className="text-secondary">
              {bounds.map(text => (
                <span key={text}>{text}</span>
              ))}
            </Dotted>
          )}
          <Dotted component="p" className="text-note">
            <span>
              {template_ids === null
                ? t('plans.allTemplates')
                : t('plans.templateCount', { count: template_ids.length })}
            </span>
            <span>
              {node_ids === null ? t('plans.allNodes') : t('plans.nodeCount', { count: node_ids.length })}
            </span>
          </Dotted>
        </Box>
        {exceeded.length > 0 && (
          <Box component="p" className={`text-note ${tones.warning} ${styles.exceeded}`} mt={4}>
            <IconAlertTriangle size={14} aria-hidden />
            <span>{t('plans.exceeded', { list: exceeded.join(', ') })}</span>
          </Box>
        )}
      </div>
      <Holders plan={plan} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={styles.menu}
            aria-label={t('plans.more', { name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onChange(plan)}>
            {t('plans.edit')}
          </Menu.Item>
          <Menu.Item color="danger" leftSection={<IconTrash size={16} />} onClick={() => onDelete(plan)}>
            {t('plans.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function Holders({ plan: { user_count, role_count } }: { plan: Plan }) {
  const t = useTexts()
  if (user_count + role_count === 0) return <p className="text-note">{t('plans.noHolders')}</p>
  return (
    <Dotted component="p" className="text-secondary numbers">
      {user_count > 0 && <span>{t('plans.userCount', { count: user_count })}</span>}
      {role_count > 0 && <span>{t('plans.roleCount', { count: role_count })}</span>}
    </Dotted>
  )
}
