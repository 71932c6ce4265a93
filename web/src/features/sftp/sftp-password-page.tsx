// Makes, shows once, replaces and removes the password for SFTP.

import { Modal } from '@mantine/core'
import { createSftpPassword, deleteSftpPassword, readSftpPassword } from '@rookery/contracts/http/sftp.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { ConfirmView } from './confirm-view.tsx'
import { CreatedPasswordView } from './created-password-view.tsx'
import { SftpPasswordView } from './sftp-password-view.tsx'

export function SftpPasswordPage() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const password = useQuery(apiQuery(readSftpPassword, {}))
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null)
  const reread = () => queryClient.invalidateQueries({ queryKey: keyOf(readSftpPassword) })
  const make = useMutation({
    mutationFn: () => api(createSftpPassword, {}),
    onSuccess: async () => {
      setAsking(null)
      await reread()
    },
    onError: error => !asking && noteList.add(t('ownSftp.notMade'), problemMessage(t, error)),
  })
  const remove = useMutation({
    mutationFn: () => api(deleteSftpPassword, {}),
    onSuccess: async () => {
      await reread()
      setAsking(null)
    },
  })
  const close = () => setAsking(null)
  return (
    <>
      <SftpPasswordView
        status={password.data ? 'ready' : password.isError ? 'problem' : 'loading'}
        problem={password.error}
        createdAt={password.data?.made_at ?? null}
        isBusy={make.isPending}
        onCreate={() => make.mutate()}
        onReplace={() => setAsking('replace')}
        onRemove={() => setAsking('remove')}
        onRetry={() => void password.refetch()}
      />
      <Modal opened={asking === 'replace'} onClose={close} title={t('ownSftp.replaceTitle')}>
        <ConfirmView
          isReplacing
          text={t('ownSftp.replaceText')}
          confirm={t('ownSftp.replaceConfirm')}
          isBusy={make.isPending}
          problem={make.error ? problemMessage(t, make.error) : null}
          onConfirm={() => make.mutate()}
          onClose={close}
        />
      </Modal>
      <Modal opened={asking === 'remove'} onClose={close} title={t('ownSftp.removeTitle')}>
        <ConfirmView
          text={t('ownSftp.removeText')}
          confirm={t('ownSftp.remove')}
          isBusy={remove.isPending}
          problem={remove.error ? problemMessage(t, remove.error) : null}
          onConfirm={() => remove.mutate()}
          onClose={close}
        />
      </Modal>
      <Modal
        opened={make.data !== undefined}
        onClose={make.reset}
        title={t('ownSftp.madeTitle')}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {make.data && <CreatedPasswordView password={make.data.password} onClose={make.reset} />}
      </Modal>
    </>
  )
}
