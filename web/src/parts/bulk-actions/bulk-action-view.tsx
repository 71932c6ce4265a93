// How far an action on many game servers is, with the way to cancel it, and which of them it could not be done to.

import { Box, Button, CloseButton, Group } from '@mantine/core'
import type { BulkAction } from '@rookery/contracts/http/bulk-actions.ts'
import {
  IconAlertCircleFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconLoader2,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type TextOf, useTexts } from '../../texts/texts.ts'
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
}

const iconOf = ({ status, ended_at, counts }: BulkAction) => {
  if (ended_at === null) return { Icon: IconLoader2, className: 'spinning', color: 'var(--state-moving)' }
  if (counts.failed > 0) return { Icon: IconAlertCircleFilled, color: 'var(--state-trouble)' }
  if (status === 'canceled' || counts.skipped > 0)
    return { Icon: IconCircleMinus, color: 'var(--text-quiet)' }
  return { Icon: IconCircleCheckFilled, color: 'var(--state-running)' }
}

function figuresOf(t: TextOf, { action, status, total, counts, ended_at }: BulkAction): string {
  const figures = { action: t(`bulkActions.names.${action}`), done: counts.done, total }
  const parts = [t(ended_at === null ? 'bulkActions.underway' : 'bulkActions.over', figures)]
  const add = (key: 'planned' | 'failed' | 'skipped', count: number) => {
    if (count > 0) parts.push(t(`bulkActions.${key}`, { count }))
  }
  add('planned', counts.planned)
  add('failed', counts.failed)
  add('skipped', counts.skipped)
  if (status === 'canceled') parts.push(t('bulkActions.canceled', { count: counts.canceled }))
  return parts.join(' ')
}

export function BulkActionView({ bulk, leftOut, isCanceling, onCancel, onClose }: BulkActionViewProps) {
  const t = useTexts()
  const { Icon, ...iconStyle } = iconOf(bulk)
  const isOver = bulk.ended_at !== null
  const { total, counts } = bulk
  const ended = counts.done + counts.failed + counts.skipped + counts.canceled
  const left = bulk.servers.filter(({ status }) => status === 'failed' || status === 'skipped')
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
      <Group gap={10} wrap="nowrap" mih={28}>
        <Icon size={17} {...iconStyle} aria-hidden style={{ flex: 'none' }} />
        <Box component="p" className="numbers" flex={1} miw={0} role="status">
          {figuresOf(t, bulk)}
          {leftOut > 0 && ` ${t('bulkActions.leftOut', { count: leftOut })}`}
        </Box>
        {!isOver && bulk.status !== 'canceled' && (
          <Button size="xs" variant="default" flex="none" loading={isCanceling} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        )}
        {onClose && (
          <CloseButton
            size="sm"
            aria-label={t('bulkActions.hide')}
            title={t('bulkActions.hide')}
            onClick={onClose}
          />
        )}
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
            <Group
              component="li"
              key={step.server_id}
              className="text-quiet"
              gap={10}
              wrap="nowrap"
              align="flex-start"
              py={3}
            >
              <Link
                to="/servers/$serverId"
                params={{ serverId: String(step.server_id) }}
                className={`truncate ${table.strong} ${styles.name}`}
              >
                {step.server_name ?? `#${step.server_id}`}
              </Link>
              <span>{stepReason(t, step)}</span>
            </Group>
          ))}
        </ul>
      )}
    </Box>
  )
}
