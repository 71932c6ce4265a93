// One task as it happens: the sentence, the step in words, progress and output.

import { Box, Button, CloseButton, Group, Stack } from '@mantine/core'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reasonText } from '../../parts/reasons/reason-rules.ts'
import { OutputPane } from '../../parts/tasks/output-pane.tsx'
import { PlanText, planOf } from '../../parts/tasks/plan-text.tsx'
import { ProgressBar } from '../../parts/tasks/progress-bar.tsx'
import { requesterLabel } from '../../parts/tasks/requester-label-rules.ts'
import { taskSentence, taskStyles } from '../../parts/tasks/task-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { Span, TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { EndedTaskView } from './ended-task-view.tsx'
import styles from './tasks.module.css'

export interface TaskViewProps {
  task: Task
  gameServerName?: string
  nodeName?: string
  output: string
  isReconnecting: boolean
  /** Inside another page the task is a guest: it links to its own. */
  isEmbedded?: boolean
  isCanceling?: boolean
  /** Why an installation failed, with its output. */
  failure?: ReactNode
  /** Left out where there is nothing to cancel. */
  onCancel?: () => void
  /** Takes a guest away again. */
  onClose?: (() => void) | undefined
}

export function TaskView({
  task,
  gameServerName,
  nodeName,
  output,
  isReconnecting,
  isEmbedded,
  isCanceling,
  failure,
  onCancel,
  onClose,
}: TaskViewProps) {
  const t = useTexts()
  const sentence = taskSentence(t, task, gameServerName)
  const isDone = hasEnded(task.status)
  if (isEmbedded && isDone && !failure)
    return <EndedTaskView task={task} sentence={sentence} output={output} onClose={onClose} />
  const plan = planOf(task)
  const reason = task.reason && reasonText(t, task.reason)
  const step = isDone || task.status === 'waiting' ? reason : (task.message ?? reason)
  return (
    <Panel>
      <Stack p={16} gap={12}>
        <Group gap="6px 12px">
          <Pill status={taskStyles[task.status]} label={t(`taskStatus.${task.status}`)} />
          {isEmbedded ? (
            <h2>
              <Link to="/tasks/$taskId" params={{ taskId: String(task.id) }} className={styles.sentence}>
                {sentence}
              </Link>
            </h2>
          ) : (
            <Box component="h1" fz={18}>
              {sentence}
            </Box>
          )}
          <Box
            component="span"
            className="text-hint"
            ml={{ base: 0, sm: 'auto' }}
            w={{ base: '100%', sm: 'auto' }}
          >
            {requesterLabel(t, task)}
            {nodeName && ` · ${nodeName}`}
            {' · '}
            {task.started_at ? (
              <Span from={task.started_at} to={task.ended_at} />
            ) : (
              <TimeAgo at={task.created_at} />
            )}
          </Box>
          {!isDone && onCancel && (
            <Button size="xs" variant="default" loading={isCanceling} onClick={onCancel}>
              {t('tasks.cancel')}
            </Button>
          )}
          {onClose && <CloseButton aria-label={t('tasks.hide')} onClick={onClose} />}
        </Group>
        {plan && (
          <Box component="p" c="dimmed">
            <PlanText plan={plan} kind={task.kind} />
          </Box>
        )}
        {step && !plan && !failure && (
          <Box component="p" c={task.status === 'error' ? 'var(--state-trouble)' : 'dimmed'}>
            {step}
          </Box>
        )}
        {!isDone && !plan && <ProgressBar progress={task.progress} label={t('tasks.progress')} />}
        {isReconnecting && <p className="text-quiet">{t('tasks.outputReconnecting')}</p>}
        {failure}
        {!failure && (output || !isEmbedded) && (
          <OutputPane
            output={output}
            label={t('tasks.output')}
            empty={isDone ? t('tasks.printedNothing') : t('tasks.noOutput')}
          />
        )}
        {!isEmbedded && <TaskFoot task={task} />}
      </Stack>
    </Panel>
  )
}

function TaskFoot({ task }: { task: Task }) {
  const t = useTexts()
  return (
    <Group className="text-faint" fz={13.5} justify="space-between" style={{ flexDirection: 'row-reverse' }}>
      {task.exit_code !== null && (
        <span>
          {t('tasks.exitCode')} <span className="mono">{task.exit_code}</span>
        </span>
      )}
      {task.server_id !== null && (
        <Link to="/servers/$serverId" params={{ serverId: String(task.server_id) }} className="link">
          {t('tasks.openServer')}
        </Link>
      )}
    </Group>
  )
}
