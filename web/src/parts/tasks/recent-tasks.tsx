// What happened lately, in sentences.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
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
      {tasks.length === 0 && <p className={styles.nothing}>{t('home.recentEmpty')}</p>}
      <ul>
        {tasks.map(task => {
          const { Icon, tone } = taskStyles[task.status]
          return (
            <li key={task.id}>
              <Link to="/tasks/$taskId" params={{ taskId: String(task.id) }} className={styles.happening}>
                <Icon
                  size={16}
                  stroke={2.2}
                  className={`${tones[tone]} ${styles.mark}`}
                  aria-label={t(`taskStatus.${task.status}`)}
                />
                <span className={styles.sentence}>
                  {taskSentence(t, task, gameServerOf(task.server_id))}
                  {(task.status === 'error' || task.status === 'waiting') && task.reason && (
                    <span className={styles.reason}> {task.reason}</span>
                  )}
                </span>
                <span className={`text-note ${styles.who}`}>{requesterLabel(t, task)}</span>
                <span className={`text-hint ${styles.when}`}>
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
