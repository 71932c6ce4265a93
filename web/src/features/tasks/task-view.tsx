// One task as it happens: the sentence, the step in words, progress and output.

import { Box, Button, CloseButton, Group, Stack } from '@mantine/core'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { OutputPane } from '../../parts/tasks/output-pane.tsx'
import { PlanText, planOf } from '../../parts/tasks/plan-text.tsx'
import { ProgressBar } from '../../parts/tasks/progress-bar.tsx'
import { requesterLabel } from '../../parts/tasks/requester-label-rules.ts'
import { taskSentence, taskStyles } from '../../parts/tasks/task-style.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
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
  /** May open the page of who asked for it. */
  seesUsers?: boolean
  seesNodes?: boolean
  /** Inside another page the task is a guest: it links to its own. */
  isEmbedded?: boolean
  isCanceling?: boolean
  /** Why an installation failed, with its output. */
  failure?: ReactNode
  /** Left out where there is nothing to cancel. */
  onCancel?: () => void
  isRetrying?: boolean
  /** Asks for a failed task once more; left out where that is not possible. */
  onRetry?: (() => void) | undefined
  /** Takes a guest away again. */
  onClose?: (() => void) | undefined
}

export function TaskView(props: TaskViewProps) {
  const { task, gameServerName, output, isEmbedded, failure, onClose } = props
  const t = useTexts()
  const sentence = taskSentence(t, task, gameServerName)
  if (isEmbedded && hasEnded(task.status) && !failure)
    return <EndedTaskView task={task} sentence={sentence} output={output} onClose={onClose} />
  return isEmbedded ? <GuestTask {...props} sentence={sentence} /> : <TaskOnItsPage {...props} />
}

/** Who, where, how long. */
function TaskFacts({ task, nodeName }: Pick<TaskViewProps, 'task' | 'nodeName'>) {
  const t = useTexts()
  return (
    <Dotted className="text-hint">
      <span>{requesterLabel(t, task)}</span>
      {nodeName && <span>{nodeName}</span>}
      <span>
        {task.started_at ? (
          <Span from={task.started_at} to={task.ended_at} />
        ) : (
          <TimeAgo at={task.created_at} />
        )}
      </span>
      {task.exit_code !== null && (
        <span>
          {t('tasks.exitCode')} <span className="mono">{task.exit_code}</span>
        </span>
      )}
    </Dotted>
  )
}

function TaskButtons({ task, failure, isCanceling, onCancel, isRetrying, onRetry, onClose }: TaskViewProps) {
  const t = useTexts()
  return (
    <>
      {!hasEnded(task.status) && onCancel && (
        <Button size="xs" variant="default" loading={isCanceling} onClick={onCancel}>
          {t('tasks.cancel')}
        </Button>
      )}
      {!failure && onRetry && (
        <Button
          size="xs"
          loading={isRetrying}
          leftSection={<IconRefresh size={15} aria-hidden />}
          onClick={onRetry}
        >
          {t('actions.retry')}
        </Button>
      )}
      {onClose && <CloseButton aria-label={t('tasks.hide')} onClick={onClose} />}
    </>
  )
}

/** How far it is, or why it failed. */
function TaskState({ task, failure, isReconnecting }: TaskViewProps) {
  const t = useTexts()
  const reasonText = useReasonText()
  const isDone = hasEnded(task.status)
  const plan = planOf(task)
  const reason = task.reason && reasonText(task.reason)
  const step =
    isDone || task.status === 'waiting' ? reason : ((task.message && reasonText(task.message)) ?? reason)
  return (
    <>
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
    </>
  )
}

function GuestTask(props: TaskViewProps & { sentence: string }) {
  const { task, sentence, output, failure } = props
  const t = useTexts()
  return (
    <Panel>
      <Stack p={16} gap={12}>
        <Group gap="6px 12px">
          <Pill status={taskStyles[task.status]} label={t(`taskStatus.${task.status}`)} />
          <h2>
            <Link to="/tasks/$taskId" params={{ taskId: String(task.id) }} className={styles.sentence}>
              {sentence}
            </Link>
          </h2>
          <Box ml={{ base: 0, sm: 'auto' }} w={{ base: '100%', sm: 'auto' }}>
            <TaskFacts {...props} />
          </Box>
          <TaskButtons {...props} />
        </Group>
        <TaskState {...props} />
        {failure}
        {!failure && output && (
          <OutputPane output={output} label={t('tasks.output')} empty={t('tasks.noOutput')} />
        )}
      </Stack>
    </Panel>
  )
}

/** On its own page: who, where, when, how long, each with its name and the way there. */
function NamedFacts({ task, nodeName, seesUsers, seesNodes }: TaskViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const who = requesterLabel(t, task)
  return (
    <Group component="dl" className={styles.facts} gap="10px 32px" align="flex-start" m={0}>
      <div>
        <dt>{t('tasks.who')}</dt>
        <dd>
          {seesUsers && task.requested_by && task.plugin === null ? (
            <Link
              to="/people/users/$userId"
              params={{ userId: String(task.requested_by.id) }}
              className="link"
            >
              {who}
            </Link>
          ) : (
            who
          )}
        </dd>
      </div>
      {nodeName && (
        <div>
          <dt>{t('tasks.node')}</dt>
          <dd>
            {seesNodes ? (
              <Link to="/nodes/$nodeId" params={{ nodeId: String(task.node_id) }} className="link">
                {nodeName}
              </Link>
            ) : (
              nodeName
            )}
          </dd>
        </div>
      )}
      {/* Of one that is not over, how long it takes already says it. */}
      {(task.started_at === null || task.ended_at !== null) && (
        <div>
          <dt>{t('tasks.when')}</dt>
          <dd>
            <TimeAgo isValue at={task.started_at ?? task.created_at} />
          </dd>
        </div>
      )}
      {task.started_at && (
        <div>
          <dt>{t('tasks.took')}</dt>
          <dd>
            <Span from={task.started_at} to={task.ended_at} />
          </dd>
        </div>
      )}
      {task.status === 'working' && task.progress !== null && (
        <div>
          <dt>{t('tasks.progress')}</dt>
          <dd>{formatValue(task.progress * 100, 'percent', language)}</dd>
        </div>
      )}
      {task.exit_code !== null && (
        <div>
          <dt>{t('tasks.exitCode')}</dt>
          <dd className="mono">{task.exit_code}</dd>
        </div>
      )}
    </Group>
  )
}

/** The sentence is the title of the page, and its failure or its output the one card below. */
function TaskOnItsPage(props: TaskViewProps) {
  const { task, output, failure } = props
  const t = useTexts()
  return (
    <Stack gap={16}>
      <Group gap="10px 12px" justify="space-between">
        <Box flex="1 1 300px" miw={0}>
          <Group gap="6px 12px">
            <Box component="h1" className="breakable" fz={22}>
              <LinkedSentence {...props} />
            </Box>
            <Pill status={taskStyles[task.status]} label={t(`taskStatus.${task.status}`)} />
          </Group>
        </Box>
        <TaskButtons {...props} />
      </Group>
      <NamedFacts {...props} />
      <TaskState {...props} />
      {failure ?? (
        <OutputPane
          isTall
          output={output}
          label={t('tasks.output')}
          empty={hasEnded(task.status) ? t('tasks.printedNothing') : t('tasks.noOutput')}
        />
      )}
    </Stack>
  )
}

/** Stands for the name while the sentence around it is told. */
const nameMark = '\u0000'

function LinkedSentence({ task, gameServerName }: TaskViewProps) {
  const t = useTexts()
  if (!gameServerName || task.server_id === null) return taskSentence(t, task, gameServerName)
  const [before, after] = taskSentence(t, task, nameMark).split(nameMark)
  return (
    <>
      {before}
      <Link to="/servers/$serverId" params={{ serverId: String(task.server_id) }} className="link">
        {gameServerName}
      </Link>
      {after}
    </>
  )
}
