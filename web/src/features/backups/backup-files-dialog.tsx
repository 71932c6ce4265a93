// The files of one backup in a dialog: asks the node for what is looked at.

import { Modal } from '@mantine/core'
import {
  type Backup,
  compareBackup,
  listBackedUpFiles,
  readBackedUpFile,
  searchBackedUpFiles,
} from '@rookery/contracts/http/backups.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiBytes } from '../../platform/api-client.ts'
import type { ApiError } from '../../platform/api-error.ts'
import { apiQuery, pageQuery } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { BackupFilesView, type Browsing } from './backup-files-view.tsx'
import { momentOf } from './backup-style.ts'
import { downloadFromBackup } from './use-backups.ts'

const entriesAtOnce = 1_000

interface BackupFilesDialogProps {
  server: string
  backup: Backup
  canRestore: boolean
  onRestore: (paths: string[]) => void
  onClose: () => void
}

/** Null: no text. */
async function readText(params: { server: string; backup: string }, path: string, signal: AbortSignal) {
  const answer = await apiBytes(readBackedUpFile, { params, query: { path } }, {}, signal)
  const bytes = await answer.arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

function useBackupContent(server: string, backup: Backup, browsing: Browsing) {
  const params = { server, backup: String(backup.id) }
  // A backup never changes: what was read once is good for as long as the dialog is open.
  const steady = { staleTime: Number.POSITIVE_INFINITY, retry: false }
  const path = browsing.at === 'folder' || browsing.at === 'file' ? browsing.path : ''
  const folder = useQuery({
    ...pageQuery(listBackedUpFiles, { params, query: { path, per_page: entriesAtOnce } }),
    ...steady,
    enabled: browsing.at === 'folder',
  })
  const found = useQuery({
    ...apiQuery(searchBackedUpFiles, {
      params,
      query: { name: browsing.at === 'search' ? browsing.name : '' },
    }),
    ...steady,
    enabled: browsing.at === 'search',
  })
  const compared = useQuery({
    ...apiQuery(compareBackup, { params, query: {} }),
    retry: false,
    enabled: browsing.at === 'comparison',
  })
  const file = useQuery<string | null, ApiError>({
    queryKey: [readBackedUpFile.path, params, path],
    queryFn: ({ signal }) => readText(params, path, signal),
    ...steady,
    enabled: browsing.at === 'file',
  })
  const asked = { folder, search: found, comparison: compared, file }[browsing.at]
  return {
    status: asked.isError ? 'problem' : asked.isSuccess ? 'ready' : 'loading',
    problem: asked.error,
    files: (browsing.at === 'search' ? found.data?.matches : folder.data?.items) ?? [],
    changes: compared.data?.changes ?? [],
    text: file.data ?? null,
    isCut: {
      folder: (folder.data?.total ?? 0) > entriesAtOnce,
      search: found.data?.is_cut ?? false,
      comparison: compared.data?.is_cut ?? false,
      file: false,
    }[browsing.at],
    onRetry: () => void asked.refetch(),
  } as const
}

export function BackupFilesDialog({
  server,
  backup,
  canRestore,
  onRestore,
  onClose,
}: BackupFilesDialogProps) {
  const t = useTexts()
  const language = useLanguage()
  const [browsing, setBrowsing] = useState<Browsing>({ at: 'folder', path: '' })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <Modal
      opened
      onClose={onClose}
      size={920}
      yOffset="5dvh"
      title={t('backups.browseTitle', { when: momentOf(backup, language) })}
    >
      <BackupFilesView
        {...useBackupContent(server, backup, browsing)}
        browsing={browsing}
        when={momentOf(backup, language)}
        selected={selected}
        canRestore={canRestore}
        onBrowse={setBrowsing}
        onSelect={(path, isSelected) =>
          setSelected(
            before => new Set(isSelected ? [...before, path] : [...before].filter(one => one !== path)),
          )
        }
        onRestore={() => onRestore([...selected])}
        onDownload={path => void downloadFromBackup(server, backup, path)}
      />
    </Modal>
  )
}
