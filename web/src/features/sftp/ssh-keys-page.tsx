// Reads the public keys of the person, and opens the dialogs that add and delete one.

import { Modal } from '@mantine/core'
import { addSshKey, deleteSshKey, listSshKeys, type SshKey } from '@rookery/contracts/http/sftp.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { AddSshKeyView, type NewSshKey } from './add-ssh-key-view.tsx'
import { ConfirmView } from './confirm-view.tsx'
import { SshKeysView } from './ssh-keys-view.tsx'

export function SshKeysPage() {
  const keys = useQuery(apiQuery(listSshKeys, {}))
  const [isAdding, setIsAdding] = useState(false)
  const [deleting, setDeleting] = useState<SshKey | null>(null)
  return (
    <>
      <SshKeysView
        status={keys.data ? 'ready' : keys.isError ? 'problem' : 'loading'}
        problem={keys.error}
        keys={keys.data ?? []}
        onAdd={() => setIsAdding(true)}
        onDelete={setDeleting}
        onRetry={() => void keys.refetch()}
      />
      {isAdding && <AddSshKeyPage onClose={() => setIsAdding(false)} />}
      {deleting && <DeleteSshKeyPage sshKey={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function AddSshKeyPage({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (body: NewSshKey) => api(addSshKey, { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listSshKeys) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('ownSftp.addKey')} size={560}>
      <AddSshKeyView
        isBusy={add.isPending}
        {...useRefusal(add.error, ['name', 'public_key'])}
        onAdd={add.mutate}
        onClose={onClose}
      />
    </Modal>
  )
}

/** Somebody else may have deleted it a moment ago: then it is gone as wished. */
async function remove({ id }: SshKey): Promise<void> {
  await api(deleteSshKey, { params: { id: String(id) } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  })
}

function DeleteSshKeyPage({ sshKey, onClose }: { sshKey: SshKey; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => remove(sshKey),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listSshKeys) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('ownSftp.deleteTitle', { name: sshKey.name })}>
      <ConfirmView
        text={t('ownSftp.deleteText')}
        confirm={t('ownSftp.delete')}
        isBusy={deleting.isPending}
        problem={deleting.error ? problemMessage(t, deleting.error) : null}
        onConfirm={() => deleting.mutate()}
        onClose={onClose}
      />
    </Modal>
  )
}
