// Whose backups take the space of a storage, the most first; each leads to where they are deleted.

import { Modal, Stack } from '@mantine/core'
import {
  type BackupStorage,
  type BackupStorageContents,
  readBackupStorageContents,
} from '@rookery/contracts/http/backup-storages.ts'
import { IconServer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { apiQuery } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import lines from '../../ui/controls/line.module.css'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import styles from './backup-storages.module.css'

interface StorageContentsDialogProps {
  storage: BackupStorage
  onClose: () => void
}

export function StorageContentsDialog({ storage, onClose }: StorageContentsDialogProps) {
  const t = useTexts()
  const contents = useQuery({
    ...apiQuery(readBackupStorageContents, { params: { id: String(storage.id) } }),
    // Backups come and go without a word to this page.
    gcTime: 0,
  })
  return (
    <Modal opened onClose={onClose} title={t('backups.freeTitle', { name: storage.name })}>
      {contents.data ? (
        <StorageContentsView storageId={storage.id} contents={contents.data} />
      ) : contents.isError ? (
        <ProblemState problem={contents.error} onRetry={() => void contents.refetch()} />
      ) : (
        <LoadingRows rows={3} />
      )}
    </Modal>
  )
}

interface StorageContentsViewProps {
  storageId: number
  contents: BackupStorageContents
}

export function StorageContentsView({ storageId, contents: { servers, deleted } }: StorageContentsViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const sizeText = (bytes: number) => formatValue(bytes, 'bytes', language)
  return (
    <Stack gap={12}>
      <p className="text-quiet">
        {servers.length === 0 ? t('backupStorages.contents.none') : t('backupStorages.contents.text')}
      </p>
      {servers.length > 0 && (
        <ul className={`divided ${styles.holders}`}>
          {servers.map(({ id, name, backups, stored_bytes: bytes }) => (
            <li key={id}>
              <Link
                to="/servers/$serverId/backups"
                params={{ serverId: String(id) }}
                search={{ free: storageId }}
                className={lines.line}
              >
                <IconServer size={16} stroke={1.8} className="text-faint" aria-hidden />
                <Dotted className={lines.text}>
                  <span className="text-name">{name}</span>
                  <span className="text-hint">{t('backupStorages.backups', { count: backups })}</span>
                </Dotted>
                <span className={`numbers ${lines.when}`}>{bytes === null ? '–' : sizeText(bytes)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {deleted.servers > 0 && (
        <p className="text-hint">
          {t('backupStorages.contents.deleted', {
            count: deleted.servers,
            size: sizeText(deleted.stored_bytes),
          })}
        </p>
      )}
    </Stack>
  )
}
