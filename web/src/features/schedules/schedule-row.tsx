// One schedule in the list.

import { ActionIcon, Box, Button, Group, Menu } from '@mantine/core'
import type { ServerTask, ServerTaskRun } from '@rookery/contracts/http/schedules.ts'
import {
  IconDots,
  IconHistory,
  IconListNumbers,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import { TimeAgo, TimeUntil } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { simpleCron } from './cron-text-rules.ts'
import { runPill, stepIcons } from './run-style.ts'
import { stepsText, whenText } from './schedule-text.ts'
import styles from './schedules.module.css'
import { planOf } from './timing-plan-rules.ts'

export interface ScheduleRowEvents {
  onSwitch: (schedule: ServerTask, enabled: boolean) => void
  onChange: (schedule: ServerTask) => void
  onDelete: (schedule: ServerTask) => void
  onShowRuns: (schedule: ServerTask) => void
  onRun: (schedule: ServerTask) => void
  onCancel: (schedule: ServerTask, run: ServerTaskRun) => void
}

interface ScheduleRowProps extends ScheduleRowEvents {
  schedule: ServerTask
  lastRun: ServerTaskRun | null
  isNodeOnline: boolean
  isBusy: boolean
  /** Its node runs a schedule now and cancels a run. */
  canRunNow: boolean
}

export function ScheduleRow({
  schedule,
  lastRun,
  isNodeOnline,
  isBusy,
  canRunNow,
  ...events
}: ScheduleRowProps) {
  const t = useTexts()
  const reasonText = useReasonText()
  const language = useLanguage()
  const { action, steps } = schedule
  const plan = planOf(schedule.timing)
  const Icon = action ? stepIcons[action] : IconListNumbers
  const does = action ? t(`schedules.does.${action}`) : stepsText(t, language, steps ?? [])
  const openRun = isNodeOnline && lastRun?.ended_at === null ? lastRun : null
  return (
    <li className={styles.row} data-off={!schedule.enabled || undefined}>
      <Icon size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <h3>{schedule.name}</h3>
        <Dotted component="p" className={`text-secondary ${styles.when}`} mt={2}>
          {schedule.name !== does && action !== 'command' && <span className={styles.does}>{does}</span>}
          {action === 'command' && <Commands text={schedule.command ?? ''} />}
          <span>{whenText(t, language, schedule)}</span>
          {plan.kind === 'cron' && simpleCron(plan.expression) === null && (
            <span>
              <code className={styles.command}>{plan.expression}</code>
            </span>
          )}
          {schedule.only_when_empty && <span>{t('schedules.onlyEmptyShort')}</span>}
        </Dotted>
        {lastRun?.status === 'error' && lastRun.reason && (
          <Box component="p" className={styles.reason} c="var(--state-trouble)" mt={2} fz={13.5}>
            {reasonText(lastRun.reason)}
          </Box>
        )}
        {openRun?.steps && (
          <RunProgress
            name={schedule.name}
            steps={openRun.steps}
            isBusy={isBusy}
            onCancel={canRunNow ? () => events.onCancel(schedule, openRun) : null}
          />
        )}
      </div>
      <dl className={styles.times}>
        <div>
          <dt>{t('schedules.next')}</dt>
          <dd>
            {schedule.next_run_at ? <TimeUntil isValue at={schedule.next_run_at} /> : t('schedules.nextNone')}
          </dd>
        </div>
        <div>
          <dt>{t('schedules.last')}</dt>
          <dd>
            <LastRun run={lastRun} isNodeOnline={isNodeOnline} onShow={() => events.onShowRuns(schedule)} />
          </dd>
        </div>
      </dl>
      <Group gap={10} wrap="nowrap">
        <OnOffSwitch
          aria-label={t('schedules.switch', { name: schedule.name })}
          checked={schedule.enabled}
          disabled={isBusy}
          onChange={event => events.onSwitch(schedule, event.currentTarget.checked)}
        />
        <RowMenu schedule={schedule} canRunNow={canRunNow && isNodeOnline && openRun === null} {...events} />
      </Group>
    </li>
  )
}

/** The first, and how many follow: lines that run together would read as one. */
function Commands({ text }: { text: string }) {
  const t = useTexts()
  const [first = '', ...more] = text.split('\n').filter(line => line.trim() !== '')
  return (
    <Group component="span" gap={6} wrap="nowrap" title={text}>
      <code className={`truncate ${styles.command}`}>{first}</code>
      {more.length > 0 && <span>{t('schedules.moreCommands', { count: more.length })}</span>}
    </Group>
  )
}

function LastRun({
  run,
  isNodeOnline,
  onShow,
}: {
  run: ServerTaskRun | null
  isNodeOnline: boolean
  onShow: () => void
}) {
  const t = useTexts()
  const reasonText = useReasonText()
  if (!run) return <span>{isNodeOnline ? t('schedules.never') : t('schedules.unknown')}</span>
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles.lastRun}
      title={run.reason ? reasonText(run.reason) : undefined}
      onClick={onShow}
    >
      <Pill {...runPill(t, run)} />
      <TimeAgo isValue at={run.began_at ?? run.due_at} />
    </Button>
  )
}

/** Where it is, and when it goes on. */
function RunProgress({
  name: schedule,
  steps,
  isBusy,
  onCancel,
}: {
  name: string
  steps: NonNullable<ServerTaskRun['steps']>
  isBusy: boolean
  onCancel: (() => void) | null
}) {
  const t = useTexts()
  const index = steps.findIndex(({ status }) => status === 'waiting' || status === 'working')
  const step = steps[index]
  if (!step) return null
  const name = t(`schedules.steps.names.${step.action}`)
  return (
    <Group className={styles.progress} gap="4px 10px">
      <div role="status">
        <Dotted component="p">
          {t('schedules.steps.at', { position: index + 1, count: steps.length, name })}
          {step.status === 'waiting' && step.due_at && <TimeUntil at={step.due_at} />}
        </Dotted>
      </div>
      {onCancel && (
        <Button
          variant="default"
          size="compact-xs"
          loading={isBusy}
          aria-label={t('schedules.cancelRunOf', { name: schedule })}
          onClick={onCancel}
        >
          {t('schedules.cancelRun')}
        </Button>
      )}
    </Group>
  )
}

function RowMenu({
  schedule,
  canRunNow,
  ...events
}: ScheduleRowEvents & Pick<ScheduleRowProps, 'schedule' | 'canRunNow'>) {
  const t = useTexts()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('schedules.more', { name: schedule.name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canRunNow && schedule.enabled && (
          <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => events.onRun(schedule)}>
            {t('schedules.runNow')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => events.onShowRuns(schedule)}>
          {t('schedules.runs')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => events.onChange(schedule)}>
          {t('schedules.change')}
        </Menu.Item>
        <Menu.Item
          color="danger"
          leftSection={<IconTrash size={16} />}
          onClick={() => events.onDelete(schedule)}
        >
          {t('schedules.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
