// The page of one task.

import { IconChevronRight } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { LiveTask } from './live-task.tsx'
import styles from './tasks.module.css'

export function TaskPage() {
  const t = useTexts()
  const { taskId } = useParams({ from: '/shell/tasks/$taskId' })
  return (
    <div className={frame.page}>
      <nav className={styles.path} aria-label={t('pages.tasks')}>
        <Link to="/tasks">{t('pages.tasks')}</Link>
        <IconChevronRight size={14} aria-hidden />
        <span className="mono">{taskId}</span>
      </nav>
      <LiveTask taskId={Number(taskId)} />
    </div>
  )
}
