// All tasks, newest first: what, who, where, why it waits.

import { Box, Button } from '@mantine/core'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { IconListCheck, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { PlanText, planOf } from '../../parts/tasks/plan-text.tsx'
import { ProgressBar } from '../../parts/tasks/progress-bar.tsx'
import { requesterLabel } from '../../parts/tasks/requester-label-rules.ts'
import { taskSentence, taskStyles } from '../../parts/tasks/task-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import table from '../../ui/controls/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { Span, TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { type TaskLine, taskLines } from './repeated-task-rules.ts'
import { shortHashes } from './short-hashes-rules.ts'
import styles from './tasks.module.css'

export interface TaskNames {
  gameServerOf: (id: number | null) => string | undefined
  nodeOf: (id: number) => string | undefined
}

interface TasksViewProps extends TaskNames {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  tasks: Task[]
  total: number
  page: number
  perPage: number
  /** What narrows the list down, and whether it does. */
  filters: ReactNode
  isFiltered: boolean
  /** What the panel itself does to many servers. */
  running?: ReactNode
  /** May end any task. */
  mayCancel: boolean
  /** Whose end was asked for just now. */
  cancelingId: number | null
  onCancel: (task: Task) => void
  /** Asks for a failed task once more; undefined where that is not possible. */
  retryOf: (task: Task) => (() => void) | undefined
  /** Whose failed task was asked for again just now. */
  retryingServerId: number | null
  onClearFilter: () => void
  onPage: (page: number) => void
  onRetry: () => void
}

export function TasksView(props: TasksViewProps) {
  const t = useTexts()
  const { isFiltered, filters } = props
  return (
    <PageFrame title={t('pages.tasks')}>
      {props.running}
      {(props.total > 0 || isFiltered) && filters}
      <Panel>
        <Content {...props} />
      </Panel>
    </PageFrame>
  )
}

function Content(props: TasksViewProps) {
  const t = useTexts()
  if (props.status === 'loading') return <LoadingRows />
  if (props.status === 'problem') return <ProblemState problem={props.problem} onRetry={props.onRetry} />
  if (props.tasks.length === 0 && props.isFiltered) {
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t('taskFilters.noMatchTitle')}
        text={t('taskFilters.noMatchText')}
        action={
          // Where there is room, it stands beside the filters.
          <Button variant="default" className={styles.clear} onClick={props.onClearFilter}>
            {t('filters.clear')}
          </Button>
        }
      />
    )
  }
  if (props.tasks.length === 0) {
    return (
      <EmptyState
        icon={<IconListCheck size={28} stroke={1.5} />}
        title={t('tasks.emptyTitle')}
        text={t('tasks.emptyText')}
      />
    )
  }
  const lines = taskLines(props.tasks).map(line => ({ ...line, onRetryTask: props.retryOf(line.task) }))
  return (
    <>
      <div className={table.scroll}>
        <table className={`${table.table} ${table.stacks} ${styles.table}`}>
          <thead>
            <tr>
              <th>{t('tasks.status')}</th>
              <th>{t('tasks.what')}</th>
              <th>{t('tasks.who')}</th>
              <th>{t('tasks.node')}</th>
              <th className={table.right}>{t('tasks.took')}</th>
              <th className={table.right}>{t('tasks.when')}</th>
              <th>
                <span className="visually-hidden">{t('tasks.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <TaskRow key={line.task.id} {...props} {...line} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager page={props.page} perPage={props.perPage} total={props.total} onPage={props.onPage} />
    </>
  )
}

interface TaskRowProps extends TasksViewProps, TaskLine<Task> {
  onRetryTask: (() => void) | undefined
}

function TaskRow(props: TaskRowProps) {
  const { task, oldest, count, gameServerOf, nodeOf } = props
  const t = useTexts()
  const reasonText = useReasonText()
  const plan = planOf(task)
  const sentence = taskSentence(t, task, gameServerOf(task.server_id))
  const reason = task.reason && reasonText(task.reason)
  const more = task.status === 'working' ? ((task.message && reasonText(task.message)) ?? reason) : reason
  return (
    <tr>
      <td>
        <Pill status={taskStyles[task.status]} label={t(`taskStatus.${task.status}`)} />
      </td>
      <td className={table.grow}>
        <Link to="/tasks/$taskId" params={{ taskId: String(task.id) }} className={table.strong}>
          {sentence}
        </Link>
        {count > 1 && <span className={`badge ${styles.times}`}>{t('tasks.times', { count })}</span>}
        {(plan || more) && (
          <span className={`text-faint ${styles.more}`} title={more ?? undefined}>
            {plan ? <PlanText plan={plan} kind={task.kind} /> : more && shortHashes(more)}
          </span>
        )}
        {task.status === 'working' && task.progress !== null && (
          <Box maw={280} mt={6} mb={2}>
            <ProgressBar progress={task.progress} label={sentence} />
          </Box>
        )}
        <Dotted className={`text-hint ${styles.phoneFacts}`}>
          <span>{requesterLabel(t, task)}</span>
          <span>{nodeOf(task.node_id) ?? task.node_id}</span>
          {/* Of one that is not over, its beginning says it. */}
          {task.started_at && task.ended_at && (
            <span>
              <Span from={task.started_at} to={task.ended_at} />
            </span>
          )}
        </Dotted>
      </td>
      <td className="text-quiet">{requesterLabel(t, task)}</td>
      <td className="text-quiet">{nodeOf(task.node_id) ?? task.node_id}</td>
      <td className={`text-quiet ${table.right}`}>
        {task.started_at && <Span from={task.started_at} to={task.ended_at} />}
      </td>
      <td className={`text-quiet ${table.right}`}>
        <TimeAgo isValue at={task.created_at} />
        {count > 1 && (
          <div className="text-hint">
            {t('tasks.first')} <TimeAgo at={oldest.created_at} />
          </div>
        )}
      </td>
      <td className={`${table.right} ${styles.action}`}>
        <RowAction {...props} sentence={sentence} />
      </td>
    </tr>
  )
}

function RowAction(props: TaskRowProps & { sentence: string }) {
  const { task, sentence, mayCancel, cancelingId, onCancel, onRetryTask, retryingServerId } = props
  const t = useTexts()
  if (onRetryTask) {
    return (
      <Button
        size="xs"
        variant="default"
        loading={retryingServerId === task.server_id}
        aria-label={`${t('actions.retry')}: ${sentence}`}
        onClick={onRetryTask}
      >
        {t('actions.retry')}
      </Button>
    )
  }
  if (!mayCancel || hasEnded(task.status)) return null
  return (
    <Button
      size="xs"
      variant="default"
      loading={cancelingId === task.id}
      aria-label={`${t('tasks.cancel')}: ${sentence}`}
      onClick={() => onCancel(task)}
    >
      {t('actions.cancel')}
    </Button>
  )
}
