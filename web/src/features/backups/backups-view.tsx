// The backups of a game server: where they go, what is there, and what is missing before the first one.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { Backup, readBackupState } from '@rookery/contracts/http/backups.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconCalendarPlus,
  IconCircleArrowUp,
  IconClockHour4,
  IconDatabaseExport,
  IconInfoCircle,
  IconLoader2,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isStorageFull, storageReasonText } from '../../parts/backups/storage-reason-rules.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { PlanText, planOf } from '../../parts/tasks/plan-text.tsx'
import { ProgressBar } from '../../parts/tasks/progress-bar.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { ListIntro } from '../../ui/controls/list-intro.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TimeAgo, TimeUntil } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
import { BackupRow, type BackupRowEvents } from './backup-row.tsx'
import { bytesText } from './backup-style.ts'
import styles from './backups.module.css'
import { type LimitWarning, limitWarning } from './limit-warning-rules.ts'

export type BackupState = AnswerOf<typeof readBackupState>

export interface BackupsViewProps extends BackupRowEvents {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  state: BackupState | null
  backups: readonly Backup[]
  /** There are more than are shown. */
  hasOlder: boolean
  /** Those of this game server that take or restore a backup now. */
  tasks: readonly Pick<Task, 'id' | 'kind' | 'status' | 'planned' | 'message' | 'progress'>[]
  isAdministrator: boolean
  serverId: number
  /** May plan a backup for every night. */
  canSchedule: boolean
  /** When a schedule takes the next one; null: none does. Undefined while it is read, and for those who may not know. */
  next?: string | null | undefined
  /** Why the last action did not work. */
  refusal: string | null
  onTake: () => void
  onStorages: () => void
  /** A storage is full. */
  onFree: (storage: { id: number; name: string }) => void
  onOlder: () => void
  onRetry: () => void
}

export function BackupsView(props: BackupsViewProps) {
  const t = useTexts()
  const { status, state, backups, refusal } = props
  if (status === 'problem') return <ProblemState problem={props.problem} onRetry={props.onRetry} />
  if (status === 'loading' || !state) return <LoadingRows rows={3} />
  const canTake = state.is_supported && state.storages.length > 0
  if (backups.length === 0 && !canTake) return <WhatIsMissing {...props} state={state} />
  return (
    <Stack gap={16}>
      <ListIntro
        text={
          backups.length > 0 && props.next !== undefined ? (
            <NextBackup {...props} />
          ) : state.engine === 'archive' ? (
            t('backups.textWhole')
          ) : (
            t('backups.text')
          )
        }
        action={
          canTake && (
            <Group gap={8}>
              {state.can_manage && (
                <Button
                  variant="default"
                  leftSection={<IconAdjustments size={17} />}
                  onClick={props.onStorages}
                >
                  {t('backups.storages')}
                </Button>
              )}
              {/* Before the first one it stands below. */}
              {backups.length > 0 && (
                <Button leftSection={<IconDatabaseExport size={17} />} onClick={props.onTake}>
                  {t('backups.now')}
                </Button>
              )}
            </Group>
          )
        }
      />
      {refusal && <FormProblem>{refusal}</FormProblem>}
      {props.tasks.map(task => (
        <TaskNotice key={task.id} task={task} />
      ))}
      {state.engine === 'archive' && (
        <Notice status={{ tone: 'resting', Icon: IconInfoCircle }} title={t('backups.archiveTitle')}>
          {t('backups.archiveText')}
        </Notice>
      )}
      {backups.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<IconDatabaseExport size={28} stroke={1.5} />}
            title={t('backups.emptyTitle')}
            text={t('backups.emptyText')}
            action={
              <Group gap={8} justify="center">
                {canTake && (
                  <Button leftSection={<IconDatabaseExport size={17} />} onClick={props.onTake}>
                    {t('backups.now')}
                  </Button>
                )}
                {props.canSchedule && (
                  <Button
                    variant="default"
                    leftSection={<IconCalendarPlus size={17} />}
                    renderRoot={rootProps => (
                      <Link
                        to="/servers/$serverId/schedules"
                        params={{ serverId: String(props.serverId) }}
                        {...rootProps}
                      />
                    )}
                  >
                    {t('backups.addSchedule')}
                  </Button>
                )}
              </Group>
            }
          />
        </Panel>
      ) : (
        <BackupList {...props} state={state} />
      )}
      <Storages
        storages={state.storages}
        canManageStorages={props.isAdministrator}
        onFree={state.can_manage ? props.onFree : undefined}
      />
    </Stack>
  )
}

/** When the next one is taken, or how to have one taken. */
function NextBackup({ next, serverId }: Pick<BackupsViewProps, 'next' | 'serverId'>) {
  const t = useTexts()
  if (next === undefined) return null
  return (
    <span className="dotted">
      <span>
        {next === null ? (
          t('backups.noneScheduled')
        ) : (
          <>
            {t('backups.nextOne')} <TimeUntil at={next} />
          </>
        )}
      </span>
      <Link to="/servers/$serverId/schedules" params={{ serverId: String(serverId) }} className="link">
        {next === null ? t('backups.addSchedule') : t('backups.seeSchedules')}
      </Link>
    </span>
  )
}

function BackupList({
  backups,
  state,
  hasOlder,
  onOlder,
  ...events
}: BackupsViewProps & { state: BackupState }) {
  const t = useTexts()
  const storages = new Set(backups.map(({ storage }) => storage.id))
  return (
    <Panel>
      <ul className="divided">
        {backups.map(backup => (
          <BackupRow
            key={backup.id}
            backup={backup}
            hasStorageName={storages.size > 1}
            canRestore={state.can_restore}
            canManage={state.can_manage}
            onRestore={events.onRestore}
            onNewServer={events.isAdministrator ? events.onNewServer : undefined}
            onBrowse={events.onBrowse}
            onDownload={events.onDownload}
            onNote={events.onNote}
            onLock={events.onLock}
            onDelete={events.onDelete}
          />
        ))}
      </ul>
      {hasOlder && (
        <Group p={12} justify="center">
          <Button variant="default" onClick={onOlder}>
            {t('backups.older')}
          </Button>
        </Group>
      )}
    </Panel>
  )
}

/** Why there can be no backup, and who can change that. */
function WhatIsMissing({ state, isAdministrator }: BackupsViewProps & { state: BackupState }) {
  const t = useTexts()
  if (!state.is_supported) {
    return (
      <Panel>
        <EmptyState
          icon={<IconCircleArrowUp size={28} stroke={1.5} />}
          title={t('backups.tooOldTitle')}
          text={t('backups.tooOldText')}
        />
      </Panel>
    )
  }
  return (
    <Panel>
      <EmptyState
        icon={<IconDatabaseExport size={28} stroke={1.5} />}
        title={t('backups.noStorageTitle')}
        text={t('backups.noStorageText')}
        action={
          isAdministrator && (
            <Button component={Link} to="/backup-storages" leftSection={<IconPlus size={17} />}>
              {t('backups.addStorage')}
            </Button>
          )
        }
      />
    </Panel>
  )
}

function TaskNotice({ task }: { task: BackupsViewProps['tasks'][number] }) {
  const t = useTexts()
  const reasonText = useReasonText()
  const plan = planOf(task)
  const restoring = plan ? t('backups.restorePlanned') : t('backups.restoring')
  const title = task.kind === 'restore' ? restoring : t('backups.taking')
  return (
    <Notice
      status={
        plan
          ? { tone: 'moving', Icon: IconClockHour4 }
          : { tone: 'building', Icon: IconLoader2, isMoving: true }
      }
      title={title}
      action={
        <Link to="/tasks/$taskId" params={{ taskId: String(task.id) }}>
          {t('backups.showTask')}
        </Link>
      }
    >
      {plan ? (
        <PlanText plan={plan} kind={task.kind} />
      ) : (
        <Stack gap={6} miw={0}>
          {task.message && <span>{reasonText(task.message)}</span>}
          <ProgressBar progress={task.progress} label={title} />
        </Stack>
      )}
    </Notice>
  )
}

interface StoragesProps extends Pick<BackupState, 'storages'> {
  canManageStorages: boolean
  /** Left out for those who may not delete backups. */
  onFree?: BackupsViewProps['onFree'] | undefined
}

/** A line for each, and below it only what is wrong there. */
function Storages({ storages, canManageStorages, onFree }: StoragesProps) {
  const t = useTexts()
  const language = useLanguage()
  const known = storages.filter(({ backups, problem }) => backups > 0 || problem !== '')
  if (known.length === 0) return null
  return (
    <Panel isDivided>
      {known.map(({ id, name, backups, stored_bytes, limits, last_check, last_drill, problem }) => {
        const warning = limitWarning({ backups, stored_bytes, limits })
        const reasons = [problem, last_check?.message, last_drill?.message]
        const isInTrouble = reasons.some(Boolean) || (warning !== null && warning.of === 'bytes')
        const isFull = warning?.of === 'bytes' || isStorageFull(problem)
        return (
          <Group key={id} className={styles.storage} gap="4px 16px" justify="space-between">
            <span className="text-name">{name}</span>
            <p className="text-secondary dotted">
              {/* Beside its limit it is said there. */}
              {warning?.of !== 'count' && <span>{t('backups.count', { count: backups })}</span>}
              {warning?.of === 'count' && <LimitNote warning={warning} />}
              {stored_bytes !== null && (
                <span>{t('backups.stored', { size: bytesText(stored_bytes, language) })}</span>
              )}
              {last_check?.is_good && (
                <span>
                  {t('backups.checked')} <TimeAgo at={last_check.at} />
                </span>
              )}
              {last_drill?.is_good && (
                <span>
                  {t('backups.drilled')} <TimeAgo at={last_drill.at} />
                </span>
              )}
            </p>
            {isInTrouble && (
              <Group w="100%" gap="6px 16px" justify="space-between" align="center">
                <Box miw={0} flex="1 1 240px">
                  {warning?.of === 'bytes' && <LimitNote warning={warning} />}
                  <Reasons reasons={reasons} />
                </Box>
                {isFull && onFree && (
                  <Button size="xs" variant="default" onClick={() => onFree({ id, name })}>
                    {t('backups.freeUp')}
                  </Button>
                )}
                {!isFull && canManageStorages && (
                  <Button
                    size="xs"
                    variant="default"
                    renderRoot={rootProps => <Link to="/backup-storages" {...rootProps} />}
                  >
                    {t('backups.manageStorage')}
                  </Button>
                )}
              </Group>
            )}
          </Group>
        )
      })}
    </Panel>
  )
}

/** What was wrong at the last backup, the last check and the last test restore: each reason once. */
function Reasons({ reasons }: { reasons: readonly (string | undefined)[] }) {
  const t = useTexts()
  const language = useLanguage()
  const texts = reasons.flatMap(reason => (reason ? [storageReasonText(t, reason, language)] : []))
  return [...new Set(texts)].map(text => (
    <Group
      component="p"
      key={text}
      className={`text-secondary ${tones.trouble} ${tones.sign}`}
      gap={8}
      wrap="nowrap"
      align="flex-start"
    >
      <IconAlertTriangle size={15} aria-hidden />
      <span>{text}</span>
    </Group>
  ))
}

function LimitNote({ warning }: { warning: LimitWarning | null }) {
  const t = useTexts()
  const language = useLanguage()
  if (!warning) return null
  const formatted = (value: number) => (warning.of === 'bytes' ? bytesText(value, language) : String(value))
  const figures = { used: formatted(warning.used), limit: formatted(warning.limit) }
  const key = warning.isReached ? 'reached' : 'near'
  const text = t(`backups.limit.${warning.of}.${key}`, figures)
  // The oldest make room as they are meant to: nothing is wrong.
  if (warning.of === 'count') return <span>{text}</span>
  return (
    <Group
      component="p"
      className={`text-secondary ${tones.warning} ${tones.sign}`}
      gap={8}
      wrap="nowrap"
      align="flex-start"
    >
      <IconAlertTriangle size={15} aria-hidden />
      <span>{text}</span>
    </Group>
  )
}
