// The page of one task.

import { Group, Stack } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import detail from '../../ui/controls/detail.module.css'
import { LiveTask } from './live-task.tsx'

export function TaskPage() {
  const t = useTexts()
  const { taskId } = useParams({ from: '/shell/tasks/$taskId' })
  return (
    <Stack className={frame.page} gap={20}>
      <Group
        component="nav"
        className={`text-hint ${detail.path}`}
        mb={0}
        gap={4}
        wrap="nowrap"
        aria-label={t('pages.tasks')}
      >
        <Link to="/tasks">{t('pages.tasks')}</Link>
        <IconChevronRight size={14} aria-hidden />
        <span>
          {t('tasks.what')} <span className="mono">{taskId}</span>
        </span>
      </Group>
      <LiveTask taskId={Number(taskId)} />
    </Stack>
  )
}
