// What happened lately, in sentences.

import { Box } from '@mantine/core'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import lines from '../../ui/controls/line.module.css'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
import { reasonText } from '../reasons/reason-rules.ts'
import { PlanText, planOf } from './plan-text.tsx'
import styles from './recent-tasks.module.css'
import { requesterLabel } from './requester-label-rules.ts'
import { taskSentence, taskStyles } from './task-style.ts'

interface RecentTasksProps {
  tasks: Task[]
  gameServerOf: (id: number | null) => string | undefined
}

export function RecentTasks({ tasks, gameServerOf }: RecentTasksProps) {
  const t = useTexts()
  return (
    <Panel
      title={t('home.recent')}
      action={
        tasks.length > 0 && (
          <Link to="/tasks" className={`text-hint ${styles.beside}`}>
            {t('actions.showAll')}
          </Link>
        )
      }
    >
      {tasks.length === 0 && (
        <Box component="p" className="text-faint" p="20px 16px">
          {t('home.recentEmpty')}
        </Box>
      )}
      <ul className="divided">
        {tasks.map(task => {
          const { Icon, tone } = taskStyles[task.status]
          const plan = planOf(task)
          return (
            <li key={task.id}>
              <Link
                to="/tasks/$taskId"
                params={{ taskId: String(task.id) }}
                className={`${lines.line} ${styles.task}`}
              >
                <Icon
                  size={16}
                  stroke={2.2}
                  className={`${tones[tone]} ${lines.mark}`}
                  aria-label={t(`taskStatus.${task.status}`)}
                />
                <span className={`truncate ${lines.text}`}>
                  {taskSentence(t, task, gameServerOf(task.server_id))}
                  {plan ? (
                    <span className={lines.more}>
                      {' '}
                      <PlanText plan={plan} kind={task.kind} />
                    </span>
                  ) : (
                    (task.status === 'error' || task.status === 'waiting') &&
                    task.reason && <span className={lines.more}> {reasonText(t, task.reason)}</span>
                  )}
                </span>
                <Box component="span" className="text-note" visibleFrom="sm">
                  {requesterLabel(t, task)}
                </Box>
                <span className={`text-hint ${lines.when} ${styles.when}`}>
                  <TimeAgo at={task.created_at} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
