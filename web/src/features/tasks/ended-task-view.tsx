// A task that is over, as a guest of another page: one quiet line, with its output folded unless it failed.

import { Box, Button, CloseButton, Group } from '@mantine/core'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { OutputPane } from '../../parts/tasks/output-pane.tsx'
import { requesterLabel } from '../../parts/tasks/requester-label-rules.ts'
import { taskStyles } from '../../parts/tasks/task-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { Span, TimeAgo } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
import styles from './tasks.module.css'

interface EndedTaskViewProps {
  task: Task
  sentence: string
  output: string
  /** Left out where it stays. */
  onClose?: (() => void) | undefined
}

export function EndedTaskView({ task, sentence, output, onClose }: EndedTaskViewProps) {
  const t = useTexts()
  const reasonText = useReasonText()
  const { Icon, tone } = taskStyles[task.status]
  const hasFailed = task.status === 'error'
  const [isOpen, setIsOpen] = useState(hasFailed)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Panel>
      <Group className={tones[tone]} gap="4px 10px" wrap="nowrap" py={8} pl={16} pr={8} mih={44}>
        <Box
          component={Icon}
          size={17}
          flex="none"
          color="var(--tone)"
          role="img"
          aria-label={t(`taskStatus.${task.status}`)}
        />
        <Group flex={1} miw={0} gap="0 10px">
          <Link
            to="/tasks/$taskId"
            params={{ taskId: String(task.id) }}
            className={`text-name breakable ${styles.sentence}`}
          >
            {sentence}
          </Link>
          <Dotted className="text-hint">
            <span>{requesterLabel(t, task)}</span>
            {task.started_at && task.ended_at && (
              <span>
                <Span from={task.started_at} to={task.ended_at} />
              </span>
            )}
            {task.ended_at && <TimeAgo at={task.ended_at} />}
          </Dotted>
        </Group>
        {output && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            flex="none"
            rightSection={<Chevron size={14} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('tasks.output')}
          </Button>
        )}
        {onClose && <CloseButton size="md" flex="none" aria-label={t('tasks.hide')} onClick={onClose} />}
      </Group>
      {hasFailed && task.reason && (
        <Box component="p" c="var(--state-trouble)" px={16} pb={12} pl={43} className="breakable">
          {reasonText(task.reason)}
        </Box>
      )}
      {isOpen && output && (
        <Box px={16} pb={16}>
          <OutputPane output={output} label={t('tasks.output')} empty={t('tasks.printedNothing')} />
        </Box>
      )}
    </Panel>
  )
}
