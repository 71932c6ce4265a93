// The backup storages: where each is, who uses it, and what it holds.

import { ActionIcon, Box, Button, Group, Menu, Stack } from '@mantine/core'
import type { BackupStorage } from '@rookery/contracts/http/backup-storages.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCloud,
  IconDatabaseExport,
  IconDots,
  IconEraser,
  IconFolder,
  IconPencil,
  IconPlus,
  IconSearch,
  IconServer,
  IconTerminal2,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isStorageFull, storageReasonText } from '../../parts/backups/storage-reason-rules.ts'
import { SettingsTabs } from '../../parts/panel-settings/settings-tabs.tsx'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import tones from '../../ui/tone/tone.module.css'
import styles from './backup-storages.module.css'

export interface BackupStoragesViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  storages: readonly BackupStorage[]
  /** Below the list, where there is one. */
  panelBackup?: ReactNode
  onAdd: () => void
  onChange: (storage: BackupStorage) => void
  onDelete: (storage: BackupStorage) => void
  onFind: (storage: BackupStorage) => void
  /** Backups are to be deleted there. */
  onFree: (storage: BackupStorage) => void
  onRetry: () => void
}

const icons: Record<BackupStorage['place']['kind'], TablerIcon> = {
  folder: IconFolder,
  s3: IconCloud,
  sftp: IconTerminal2,
  rest: IconServer,
}

export function BackupStoragesView(props: BackupStoragesViewProps) {
  const t = useTexts()
  return (
    <PageFrame
      title={t('pages.settings')}
      actions={
        props.storages.length > 0 && (
          <Button leftSection={<IconPlus size={17} />} onClick={props.onAdd}>
            {t('backupStorages.add')}
          </Button>
        )
      }
    >
      <SettingsTabs />
      <Content {...props} />
    </PageFrame>
  )
}

function Content(props: BackupStoragesViewProps) {
  const { status, problem, storages, panelBackup, onAdd, onRetry, ...events } = props
  const t = useTexts()
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (status === 'loading') return <LoadingRows rows={2} />
  if (storages.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconDatabaseExport size={28} stroke={1.5} />}
          title={t('backupStorages.emptyTitle')}
          text={t('backupStorages.emptyText')}
          action={
            <Button leftSection={<IconPlus size={17} />} onClick={onAdd}>
              {t('backupStorages.add')}
            </Button>
          }
        />
      </Panel>
    )
  }
  return (
    <Stack gap={16}>
      <p className="text-quiet">{t('backupStorages.text')}</p>
      <Panel>
        <ul className="divided">
          {storages.map(storage => (
            <StorageRow key={storage.id} storage={storage} {...events} />
          ))}
        </ul>
      </Panel>
      {panelBackup}
    </Stack>
  )
}

type RowEvents = Pick<BackupStoragesViewProps, 'onChange' | 'onDelete' | 'onFind' | 'onFree'>

function StorageRow({ storage, onChange, onDelete, onFind, onFree }: RowEvents & { storage: BackupStorage }) {
  const t = useTexts()
  const language = useLanguage()
  const { name, place, assigned, servers, backups, stored_bytes } = storage
  const Icon = icons[place.kind]
  return (
    <li className={styles.row}>
      <Icon size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <div>
        <h3 className="breakable">{name}</h3>
        <Box component="p" className="text-secondary dotted" mt={2}>
          <span>{t(`backupStorages.kinds.${place.kind}`)}</span>
          <span className="breakable">{addressOf(place)}</span>
          <span>
            {assigned.to === 'all'
              ? t('backupStorages.allNodes')
              : t('backupStorages.someNodes', { count: assigned.node_ids.length })}
          </span>
        </Box>
        <Health storage={storage} onChange={onChange} onFree={onFree} />
      </div>
      <p className="text-secondary dotted">
        <span>{t('backupStorages.servers', { count: servers })}</span>
        <span>{t('backupStorages.backups', { count: backups })}</span>
        <span>{formatValue(stored_bytes, 'bytes', language)}</span>
      </p>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('backupStorages.more', { name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onChange(storage)}>
            {t('backupStorages.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconSearch size={16} />} onClick={() => onFind(storage)}>
            {t('backupStorages.found.open')}
          </Menu.Item>
          {backups > 0 && (
            <Menu.Item leftSection={<IconEraser size={16} />} onClick={() => onFree(storage)}>
              {t('backups.freeUp')}
            </Menu.Item>
          )}
          <Menu.Item color="danger" leftSection={<IconTrash size={16} />} onClick={() => onDelete(storage)}>
            {t('backupStorages.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

/** What nodes have told of it: what fails there, and whether a test restore worked. */
function Health({
  storage,
  onChange,
  onFree,
}: Pick<RowEvents, 'onChange' | 'onFree'> & { storage: BackupStorage }) {
  const t = useTexts()
  const { health, is_key_shared, node_keys } = storage
  const language = useLanguage()
  // Of an empty storage there is nothing to delete.
  const isFull = storage.backups > 0 && isStorageFull(health.problem)
  return (
    <>
      {health.failing_servers > 0 && (
        <Group
          component="p"
          className={`text-secondary ${tones.trouble} ${tones.sign}`}
          mt={6}
          gap={8}
          wrap="nowrap"
          align="flex-start"
        >
          <IconAlertTriangle size={15} aria-hidden />
          <span>
            {t('backupStorages.failing', { count: health.failing_servers })}{' '}
            {storageReasonText(t, health.problem, language)}
          </span>
        </Group>
      )}
      {health.failing_servers > 0 && (
        <Button
          mt={8}
          size="xs"
          variant="default"
          onClick={() => (isFull ? onFree(storage) : onChange(storage))}
        >
          {isFull ? t('backups.freeUp') : t('backupStorages.changeStorage')}
        </Button>
      )}
      {health.last_drill && (
        <Group
          component="p"
          className={`text-secondary ${tones.sign} ${health.last_drill.is_good ? tones.running : tones.trouble}`}
          mt={6}
          gap={8}
          wrap="nowrap"
          align="flex-start"
        >
          {health.last_drill.is_good ? (
            <IconCircleCheck size={15} aria-hidden />
          ) : (
            <IconAlertTriangle size={15} aria-hidden />
          )}
          <span>
            {health.last_drill.is_good ? t('backupStorages.drillGood') : t('backupStorages.drillBad')}{' '}
            <TimeAgo at={health.last_drill.at} />
          </span>
        </Group>
      )}
      {(is_key_shared || node_keys.length > 0) && (
        <Box component="p" className="text-hint" mt={6}>
          {node_keys.length === 0 && t('backupStorages.sharedKey')}
          {node_keys.length > 0 &&
            (is_key_shared
              ? t('backupStorages.someKeys', { count: node_keys.length })
              : t('backupStorages.ownKeys'))}
        </Box>
      )}
    </>
  )
}

function addressOf(place: BackupStorage['place']): string {
  switch (place.kind) {
    case 'folder':
      return place.path
    case 's3':
      return [place.endpoint.replace(/\/+$/, ''), place.bucket, place.prefix].filter(Boolean).join('/')
    case 'sftp':
      return `${place.user}@${place.host}:${place.path}`
    case 'rest':
      return place.url
  }
}
