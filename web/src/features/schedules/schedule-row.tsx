// One schedule in the list.

import { ActionIcon, Button, Group, Menu, Switch } from '@mantine/core'
import type { ServerTask, ServerTaskRun } from '@rookery/contracts/http/schedules.ts'
import type { ScheduleAction } from '@rookery/contracts/schedule.ts'
import {
  IconDots,
  IconDownload,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { TimeAgo, TimeUntil } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { runStyles } from './run-style.ts'
import { whenText } from './schedule-text.ts'
import styles from './schedules.module.css'

export interface ScheduleRowEvents {
  onSwitch: (schedule: ServerTask, enabled: boolean) => void
  onChange: (schedule: ServerTask) => void
  onDelete: (schedule: ServerTask) => void
  onShowRuns: (schedule: ServerTask) => void
}

interface ScheduleRowProps extends ScheduleRowEvents {
  schedule: ServerTask
  lastRun: ServerTaskRun | null
  isNodeOnline: boolean
  isBusy: boolean
}

const actionIcons: Record<ScheduleAction, typeof IconRefresh> = {
  start: IconPlayerPlay,
  stop: IconPlayerStop,
  restart: IconRefresh,
  update: IconDownload,
  command: IconTerminal2,
}

export function ScheduleRow({ schedule, lastRun, isNodeOnline, isBusy, ...events }: ScheduleRowProps) {
  const t = useTexts()
  const language = useLanguage()
  const Icon = actionIcons[schedule.action]
  const does = t(`schedules.does.${schedule.action}`)
  return (
    <li className={styles.row} data-off={!schedule.enabled || undefined}>
      <Icon size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <h3>{schedule.name}</h3>
        <Group component="p" className={`text-secondary ${styles.when}`} mt={2} gap="2px 8px" align="stretch">
          {schedule.name !== does && <span>{does}</span>}
          {schedule.action === 'command' && (
            <code className={`truncate ${styles.command}`}>{schedule.command}</code>
          )}
          <span>{whenText(t, language, schedule)}</span>
          {schedule.only_when_empty && <span>{t('schedules.onlyEmptyShort')}</span>}
        </Group>
      </div>
      <dl className={styles.times}>
        <div>
          <dt>{t('schedules.next')}</dt>
          <dd>{schedule.next_run_at ? <TimeUntil at={schedule.next_run_at} /> : t('schedules.nextNone')}</dd>
        </div>
        <div>
          <dt>{t('schedules.last')}</dt>
          <dd>
            <LastRun run={lastRun} isNodeOnline={isNodeOnline} onShow={() => events.onShowRuns(schedule)} />
          </dd>
        </div>
      </dl>
      <Group gap={10} wrap="nowrap">
        <Switch
          aria-label={t('schedules.switch', { name: schedule.name })}
          checked={schedule.enabled}
          disabled={isBusy}
          onChange={event => events.onSwitch(schedule, event.currentTarget.checked)}
        />
        <RowMenu schedule={schedule} {...events} />
      </Group>
    </li>
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
  if (!run) return <span>{isNodeOnline ? t('schedules.never') : t('schedules.unknown')}</span>
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles.lastRun}
      title={run.reason || undefined}
      onClick={onShow}
    >
      <Pill status={runStyles[run.status]} label={t(`schedules.status.${run.status}`)} />
      <TimeAgo at={run.began_at ?? run.due_at} />
    </Button>
  )
}

function RowMenu({ schedule, ...events }: ScheduleRowEvents & { schedule: ServerTask }) {
  const t = useTexts()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('schedules.more', { name: schedule.name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
