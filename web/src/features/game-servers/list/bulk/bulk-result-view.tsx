// What became of an action on several game servers: how many are done, and which failed and why.

import { CloseButton, Group } from '@mantine/core'
import { IconAlertCircleFilled, IconCircleCheckFilled, IconLoader2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../../texts/texts.ts'
import styles from './bulk.module.css'
import { type BulkRun, type BulkTally, tallyOf } from './logic/bulk-run.ts'

const styleOf = ({ isOver, failed }: BulkTally) => {
  if (!isOver) return { Icon: IconLoader2, className: styles.turning }
  if (failed.length > 0) return { Icon: IconAlertCircleFilled, className: styles.trouble }
  return { Icon: IconCircleCheckFilled, className: styles.well }
}

export function BulkResultView({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const t = useTexts()
  const tally = tallyOf(run)
  const { total, done, failed, isOver } = tally
  const { Icon, className } = styleOf(tally)
  const figures = { done, total, action: t(`power.${run.action}`) }
  return (
    <section className={styles.result} aria-label={t('serverList.result')}>
      <Group className={styles.resultHead} gap={10} wrap="nowrap">
        <Icon size={17} className={className} aria-hidden />
        <p role="status">
          {isOver ? t('serverList.over', figures) : t('serverList.underway', figures)}
          {failed.length > 0 && ` ${t('serverList.failed', { count: failed.length })}`}
          {run.leftOut > 0 && ` ${t('serverList.leftOut', { count: run.leftOut })}`}
        </p>
        <CloseButton size="sm" aria-label={t('actions.close')} onClick={onClose} />
      </Group>
      {failed.length > 0 && (
        <ul className={styles.failures}>
          {failed.map(({ id, name, reason }) => (
            <li key={id}>
              <Link to="/servers/$serverId" params={{ serverId: String(id) }} className={styles.failedName}>
                {name}
              </Link>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
