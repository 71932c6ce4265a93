// How far an action on many game servers is, with the way to cancel it, and which of them it could not be done to.

import { Box, Button, Group } from '@mantine/core'
import type { BulkAction, BulkStep } from '@rookery/contracts/http/bulk-actions.ts'
import {
  IconAlertCircleFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconLoader2,
  IconRefresh,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import table from '../../ui/controls/table.module.css'
import { ProgressBar } from '../tasks/progress-bar.tsx'
import styles from './bulk-action.module.css'
import { stepReason } from './step-reason.ts'

interface BulkActionViewProps {
  bulk: BulkAction
  /** How many of those that were selected were not asked for, because of their state. */
  leftOut: number
  isCanceling: boolean
  onCancel: () => void
  /** Left out where it stays as long as it runs. */
  onClose?: () => void
  /** Does it once more to those that have failed. Null: there is no way to. */
  onRetry?: (() => void) | null
}

const iconOf = ({ status, ended_at, counts }: BulkAction) => {
  if (ended_at === null) return { Icon: IconLoader2, className: 'spinning', color: 'var(--state-moving)' }
  if (counts.failed > 0) return { Icon: IconAlertCircleFilled, color: 'var(--state-trouble)' }
  if (status === 'canceled' || counts.skipped > 0)
    return { Icon: IconCircleMinus, color: 'var(--text-quiet)' }
  return { Icon: IconCircleCheckFilled, color: 'var(--state-running)' }
}

const partsInFigures = ['planned', 'failed', 'skipped'] as const
const colorOfPart = { planned: undefined, failed: 'var(--state-trouble)', skipped: 'var(--text-quiet)' }

function Figures({ bulk, leftOut }: Pick<BulkActionViewProps, 'bulk' | 'leftOut'>) {
  const t = useTexts()
  const { action, status, total, counts, ended_at } = bulk
  return (
    <Dotted>
      <span>
        {t(`bulkActions.${ended_at === null ? 'underway' : 'over'}.${action}`, { ...counts, total })}
      </span>
      {partsInFigures.map(
        part =>
          counts[part] > 0 && (
            <Box component="span" key={part} c={colorOfPart[part]}>
              {t(`bulkActions.${part}`, { count: counts[part] })}
            </Box>
          ),
      )}
      {status === 'canceled' && <span>{t('bulkActions.canceled', { count: counts.canceled })}</span>}
      {leftOut > 0 && (
        <Box component="span" c="var(--text-quiet)">
          {t('bulkActions.leftOut', { count: leftOut })}
        </Box>
      )}
    </Dotted>
  )
}

export function BulkActionView({ bulk, leftOut, isCanceling, ...props }: BulkActionViewProps) {
  const { onCancel, onClose, onRetry } = props
  const t = useTexts()
  const { Icon, ...iconStyle } = iconOf(bulk)
  const isOver = bulk.ended_at !== null
  const { total, counts } = bulk
  const ended = counts.done + counts.failed + counts.skipped + counts.canceled
  const left = (['failed', 'skipped'] as const).flatMap(wanted =>
    bulk.servers.filter(({ status }) => status === wanted),
  )
  return (
    <Box
      component="section"
      className="panel"
      py={8}
      pl={14}
      pr={8}
      fz={13.5}
      aria-label={t('bulkActions.label')}
    >
      <Group className={styles.head} gap={10} mih={28}>
        <Icon size={17} {...iconStyle} aria-hidden style={{ flex: 'none' }} />
        <Box className="numbers" flex={1} miw={0} role="status">
          <Figures bulk={bulk} leftOut={leftOut} />
        </Box>
        <Group className={styles.buttons} gap={8} wrap="nowrap">
          {!isOver && bulk.status !== 'canceled' && (
            <Button size="xs" variant="default" loading={isCanceling} onClick={onCancel}>
              {t('bulkActions.cancel')}
            </Button>
          )}
          {isOver && counts.failed > 0 && onRetry && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={15} stroke={1.9} />}
              onClick={onRetry}
            >
              {t('bulkActions.retry', { count: counts.failed })}
            </Button>
          )}
          {onClose && (
            <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
              {t('bulkActions.hide')}
            </Button>
          )}
        </Group>
      </Group>
      {!isOver && (
        <Box pt={8} pl={27} pr={8} pb={4}>
          <ProgressBar progress={ended / total} label={t('bulkActions.label')} />
          {bulk.status !== 'canceled' && (
            <Box component="p" className="text-note" mt={4}>
              {t('bulkActions.goesOn')}
            </Box>
          )}
        </Box>
      )}
      {left.length > 0 && (
        <ul className={styles.left}>
          {left.map(step => (
            <LeftServer key={step.server_id} step={step} />
          ))}
        </ul>
      )}
    </Box>
  )
}

/** One that it could not be done to, and why. */
function LeftServer({ step }: { step: BulkStep }) {
  const t = useTexts()
  const isFailed = step.status === 'failed'
  const Icon = isFailed ? IconAlertCircleFilled : IconCircleMinus
  return (
    <li className={styles.step}>
      <Group
        component="span"
        gap={6}
        wrap="nowrap"
        fw={550}
        c={isFailed ? 'var(--state-trouble)' : 'var(--text-quiet)'}
      >
        <Icon size={15} aria-hidden style={{ flex: 'none' }} />
        {t(`bulkActions.${isFailed ? 'failedMark' : 'skippedMark'}`)}
      </Group>
      <Link
        to="/servers/$serverId"
        params={{ serverId: String(step.server_id) }}
        className={`truncate ${table.strong} ${styles.name}`}
      >
        {step.server_name ?? `#${step.server_id}`}
      </Link>
      <span className={`${styles.reason} ${isFailed ? '' : 'text-quiet'}`}>{stepReason(t, step)}</span>
    </li>
  )
}
