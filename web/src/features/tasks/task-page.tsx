// The page of one task.

import { Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { Breadcrumbs } from '../../ui/controls/breadcrumbs.tsx'
import frame from '../../ui/controls/controls.module.css'
import { LiveTask } from './live-task.tsx'

export function TaskPage() {
  const t = useTexts()
  const { taskId } = useParams({ from: '/shell/tasks/$taskId' })
  return (
    <Stack className={frame.page} gap={20}>
      <Breadcrumbs
        mb={0}
        here={
          <>
            {t('tasks.what')} <span className="mono">{taskId}</span>
          </>
        }
      >
        <Link to="/tasks">{t('pages.tasks')}</Link>
      </Breadcrumbs>
      <LiveTask taskId={Number(taskId)} />
    </Stack>
  )
}
