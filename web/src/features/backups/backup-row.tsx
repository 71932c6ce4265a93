// One backup in the list: when and why it was taken, what it holds, and what can be done with it.

import { ActionIcon, Anchor, Button, Group, Menu } from '@mantine/core'
import type { Backup } from '@rookery/contracts/http/backups.ts'
import {
  IconAlertTriangle,
  IconDots,
  IconDownload,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconServerBolt,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { bytesText, kindIcons, kindText, momentOf } from './backup-style.ts'
import styles from './backups.module.css'

export interface BackupRowEvents {
  onRestore: (backup: Backup) => void
  /** Left out for those who may not create servers. */
  onNewServer?: ((backup: Backup) => void) | undefined
  onBrowse: (backup: Backup) => void
  onDownload: (backup: Backup) => void
  onNote: (backup: Backup) => void
  onLock: (backup: Backup, locked: boolean) => void
  onDelete: (backup: Backup) => void
}

interface BackupRowProps extends BackupRowEvents {
  backup: Backup
  /** Named where there are several. */
  hasStorageName: boolean
  canRestore: boolean
  canManage: boolean
}

export function BackupRow({ backup, hasStorageName, ...props }: BackupRowProps) {
  const t = useTexts()
  const language = useLanguage()
  const [showsWarnings, setShowsWarnings] = useState(false)
  const { bytes, bytes_added, files, warnings } = backup
  const Icon = kindIcons[backup.kind]
  const when = momentOf(backup, language)
  const warning =
    warnings.length > 0
      ? t('backups.warnings', { count: warnings.length })
      : backup.consistency === 'live' && t('backups.live')
  return (
    <li className={styles.row}>
      <Icon size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <Group gap="2px 12px" miw={0}>
        <Group gap={8} wrap="nowrap">
          <h3 className="breakable">{backup.note || when}</h3>
          {backup.locked && (
            <IconLock size={15} aria-label={t('backups.locked')} title={t('backups.locked')} />
          )}
        </Group>
        <p className={`text-secondary dotted ${styles.facts}`}>
          {/* The day is said once: what has a name of its own has it here. */}
          {backup.note && <span>{when}</span>}
          <span>{kindText(t, backup)}</span>
          {hasStorageName && <span>{backup.storage.name}</span>}
          {warning && (
            <Group component="span" className={`${tones.warning} ${tones.sign}`} gap={4} wrap="nowrap">
              <IconAlertTriangle size={14} aria-hidden />
              {warnings.length > 0 ? (
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  underline="always"
                  c="inherit"
                  aria-expanded={showsWarnings}
                  onClick={() => setShowsWarnings(before => !before)}
                >
                  {warning}
                </Anchor>
              ) : (
                warning
              )}
            </Group>
          )}
        </p>
        {showsWarnings && (
          <ul className={`text-hint ${styles.warnings}`}>
            {warnings.map(text => (
              <li key={text} className="breakable">
                {text}
              </li>
            ))}
          </ul>
        )}
      </Group>
      <div className={`text-secondary dotted ${styles.size}`}>
        <span>{bytesText(bytes, language)}</span>
        <span className="text-hint" title={t('backups.files', { count: files })}>
          {t('backups.added', { size: bytesText(bytes_added, language) })}
        </span>
      </div>
      <Group className={styles.rowActions} gap={4} wrap="nowrap">
        <Button size="xs" variant="subtle" color="gray" onClick={() => props.onBrowse(backup)}>
          {t('backups.browse')}
        </Button>
        {props.canRestore && (
          <Button size="xs" variant="default" onClick={() => props.onRestore(backup)}>
            {t('backups.restore')}
          </Button>
        )}
        <RowMenu backup={backup} {...props} />
      </Group>
    </li>
  )
}

function RowMenu({ backup, canRestore, canManage, ...events }: Omit<BackupRowProps, 'hasStorageName'>) {
  const t = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('backups.more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canRestore && events.onNewServer && (
          <Menu.Item leftSection={<IconServerBolt size={16} />} onClick={() => events.onNewServer?.(backup)}>
            {t('backups.newServer')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => events.onDownload(backup)}>
          {t('backups.download')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => events.onNote(backup)}>
          {t('backups.editNote')}
        </Menu.Item>
        {canManage && (
          <>
            <Menu.Item
              leftSection={backup.locked ? <IconLockOpen size={16} /> : <IconLock size={16} />}
              onClick={() => events.onLock(backup, !backup.locked)}
            >
              {backup.locked ? t('backups.unlock') : t('backups.lock')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="danger"
              leftSection={<IconTrash size={16} />}
              disabled={backup.locked}
              onClick={() => events.onDelete(backup)}
            >
              {t('backups.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
