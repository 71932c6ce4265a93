// What became of an action on several game servers: how many are done, and which failed and why.

import { Box, CloseButton, Group } from '@mantine/core'
import { IconAlertCircleFilled, IconCircleCheckFilled, IconLoader2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../../texts/texts.ts'
import table from '../../../../ui/controls/table.module.css'
import styles from '../game-servers.module.css'
import { type BulkRun, type BulkTally, tallyOf } from './logic/bulk-run.ts'

const styleOf = ({ isOver, failed }: BulkTally) => {
  if (!isOver) return { Icon: IconLoader2, className: 'spinning', color: 'var(--state-moving)' }
  if (failed.length > 0) return { Icon: IconAlertCircleFilled, color: 'var(--state-trouble)' }
  return { Icon: IconCircleCheckFilled, color: 'var(--state-running)' }
}

export function BulkResultView({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const t = useTexts()
  const tally = tallyOf(run)
  const { total, done, failed, isOver } = tally
  const { Icon, ...iconStyle } = styleOf(tally)
  const label =
    run.action === 'tag' || run.action === 'delete' ? t(`serverList.${run.action}`) : t(`power.${run.action}`)
  const figures = { done, total, action: label }
  return (
    <Box
      component="section"
      className="panel"
      py={8}
      pl={14}
      pr={8}
      fz={13.5}
      aria-label={t('serverList.result')}
    >
      <Group gap={10} wrap="nowrap" mih={28}>
        <Icon size={17} {...iconStyle} aria-hidden />
        <Box component="p" flex={1} miw={0} role="status">
          {isOver ? t('serverList.over', figures) : t('serverList.underway', figures)}
          {failed.length > 0 && ` ${t('serverList.failed', { count: failed.length })}`}
          {run.leftOut > 0 && ` ${t('serverList.leftOut', { count: run.leftOut })}`}
        </Box>
        <CloseButton size="sm" aria-label={t('actions.close')} onClick={onClose} />
      </Group>
      {failed.length > 0 && (
        <ul className={styles.failures}>
          {failed.map(({ id, name, reason }) => (
            <Group
              component="li"
              key={id}
              className="text-quiet"
              gap={10}
              wrap="nowrap"
              align="flex-start"
              py={3}
            >
              <Link
                to="/servers/$serverId"
                params={{ serverId: String(id) }}
                className={`truncate ${table.strong} ${styles.failedName}`}
              >
                {name}
              </Link>
              <span>{reason}</span>
            </Group>
          ))}
        </ul>
      )}
    </Box>
  )
}
