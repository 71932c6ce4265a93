// The page of backup storages, for administrators: the list, and one dialog at a time above it.

import { Button, Group, Modal } from '@mantine/core'
import {
  type BackupStorage,
  changeBackupStorage,
  createBackupStorage,
  deleteBackupStorage,
  listBackupStorages,
  readSftpHostKey,
  testBackupStorage,
} from '@rookery/contracts/http/backup-storages.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { formatStorageArguments } from '@rookery/contracts/storage-address.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { downloadText } from '../../ui/controls/download-text.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { BackupStoragesView } from './backup-storages-view.tsx'
import { FoundServersDialog } from './found-servers-dialog.tsx'
import { PanelBackupSection } from './panel-backup-section.tsx'
import { RecoverySheetView } from './recovery-sheet-view.tsx'
import { StorageContentsDialog } from './storage-contents-dialog.tsx'
import {
  bodyOf,
  draftOf,
  nodeKeyOf,
  placeOf,
  recoveryKeyOf,
  type StorageDraft,
  secretOf,
} from './storage-draft-rules.ts'
import { StorageFormView } from './storage-form-view.tsx'

type Dialog =
  | { show: 'form'; storage: BackupStorage | null }
  | { show: 'delete' | 'found' | 'contents'; storage: BackupStorage }
  | { show: 'sheet'; made: CreatedStorage }

type CreatedStorage = AnswerOf<typeof createBackupStorage> & { recovery_key: string }

const formFields = [
  ...['name', 'secret', 'assigned.node_ids', 'recovery_key'],
  ...[
    'path',
    'endpoint',
    'bucket',
    'prefix',
    'region',
    'access_key_id',
    'host',
    'user',
    'host_key',
    'url',
  ].map(field => `place.${field}`),
]

export function BackupStoragesPage() {
  const storages = useQuery(apiQuery(listBackupStorages, {}))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <BackupStoragesView
        status={storages.data ? 'ready' : storages.isError ? 'problem' : 'loading'}
        problem={storages.error}
        storages={storages.data ?? []}
        panelBackup={<PanelBackupSection storages={storages.data ?? []} />}
        onAdd={() => setDialog({ show: 'form', storage: null })}
        onChange={storage => setDialog({ show: 'form', storage })}
        onDelete={storage => setDialog({ show: 'delete', storage })}
        onFind={storage => setDialog({ show: 'found', storage })}
        onFree={storage => setDialog({ show: 'contents', storage })}
        onRetry={() => void storages.refetch()}
      />
      {dialog?.show === 'form' && (
        <FormDialog
          storage={dialog.storage}
          onMade={made => setDialog({ show: 'sheet', made })}
          onKnownKey={made => setDialog({ show: 'found', storage: made })}
          onClose={close}
        />
      )}
      {dialog?.show === 'sheet' && <SheetDialog made={dialog.made} onClose={close} />}
      {dialog?.show === 'found' && <FoundServersDialog storage={dialog.storage} onClose={close} />}
      {dialog?.show === 'contents' && <StorageContentsDialog storage={dialog.storage} onClose={close} />}
      {dialog?.show === 'delete' && <DeleteDialog storage={dialog.storage} onClose={close} />}
    </>
  )
}

interface FormDialogProps {
  storage: BackupStorage | null
  onMade: (made: CreatedStorage) => void
  /** It was made with a key that was printed before: there may be servers in it. */
  onKnownKey: (storage: BackupStorage) => void
  onClose: () => void
}

function FormDialog({ storage, onMade, onKnownKey, onClose }: FormDialogProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const nodes = useQuery(wholeQuery(listNodes))
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keyOf(listBackupStorages) })
  const save = useMutation({
    mutationFn: async (draft: StorageDraft) => {
      const body = bodyOf(draft)
      if (!storage) return api(createBackupStorage, { body: { ...body, ...recoveryKeyOf(draft) } })
      const changed = await api(changeBackupStorage, { params: { id: String(storage.id) }, body })
      return { ...changed, recovery_key: null }
    },
    onSuccess: ({ recovery_key, ...saved }) => {
      if (recovery_key === null && storage) onClose()
      else if (recovery_key === null) onKnownKey(saved)
      else onMade({ ...saved, recovery_key })
      return onSuccess()
    },
  })
  const test = useMutation({
    mutationFn: ({ draft, nodeId }: { draft: StorageDraft; nodeId: number }) =>
      api(testBackupStorage, {
        body: {
          node_id: nodeId,
          place: placeOf(draft),
          ...secretOf(draft),
          ...nodeKeyOf(draft, nodeId),
          ...(storage && { storage_id: storage.id }),
        },
      }),
  })
  const hostKey = useMutation({
    mutationFn: ({ draft, nodeId }: { draft: StorageDraft; nodeId: number }) =>
      api(readSftpHostKey, { body: { node_id: nodeId, host: draft.host, port: draft.port } }),
  })
  const ofKeys = (nodes.data?.items ?? []).flatMap((_, at) =>
    ['user', 'folder', 'secret'].map(field => `node_keys.${at}.${field}`),
  )
  const refusal = useRefusal(save.error ?? test.error, [...formFields, ...ofKeys])
  const isOfTest = !save.error && test.error
  const testProblem = hostKey.error ?? (isOfTest && refusal.problem ? test.error : null)
  if (!nodes.data) return null
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      yOffset="5dvh"
      title={
        storage ? t('backupStorages.changeTitle', { name: storage.name }) : t('backupStorages.createTitle')
      }
    >
      <StorageFormView
        draft={draftOf(storage)}
        isNew={storage === null}
        hasSecret={storage?.has_secret ?? false}
        nodes={nodes.data.items}
        isBusy={save.isPending}
        faults={refusal.faults}
        problem={save.error ? refusal.problem : null}
        trial={test.data ?? null}
        isTesting={test.isPending}
        testProblem={testProblem ? problemMessage(t, testProblem) : null}
        fingerprint={hostKey.data?.fingerprint ?? null}
        onTest={(draft, nodeId) => {
          save.reset()
          test.mutate({ draft, nodeId })
        }}
        onReadHostKey={(draft, nodeId, use) =>
          hostKey.mutate({ draft, nodeId }, { onSuccess: ({ host_key }) => use(host_key) })
        }
        onSave={draft => save.mutate(draft)}
        onClose={onClose}
      />
    </Modal>
  )
}

/** Closed only by its button: the key is not shown again. */
function SheetDialog({ made, onClose }: { made: CreatedStorage; onClose: () => void }) {
  const t = useTexts()
  const { name, recovery_key: recoveryKey } = made
  const command = `rookery backups list ${formatStorageArguments(made.place)}`
  const title = t('backupStorages.sheetTitle', { name })
  const texts = [title, recoveryKey, t('backupStorages.sheetText'), t('backupStorages.sheetCommand'), command]
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <RecoverySheetView
        name={name}
        recoveryKey={recoveryKey}
        command={command}
        onPrint={() => window.print()}
        onDownload={() => downloadText(`recovery-key-${name}.txt`, `${texts.join('\n\n')}\n`)}
        onDone={onClose}
      />
    </Modal>
  )
}

function DeleteDialog({ storage, onClose }: { storage: BackupStorage; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api(deleteBackupStorage, { params: { id: String(storage.id) } }),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: keyOf(listBackupStorages) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('backupStorages.deleteTitle', { name: storage.name })}>
      <div className={form.form}>
        {remove.error && <FormProblem>{problemMessage(t, remove.error)}</FormProblem>}
        <p className="text-quiet">{t('backupStorages.deleteText')}</p>
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button color="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('backupStorages.delete')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
