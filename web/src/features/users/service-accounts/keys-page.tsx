// The keys of a service account: reads them, and opens the dialogs that create, rotate and revoke one.

import { Modal } from '@mantine/core'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import {
  createServiceAccountKey,
  listServiceAccountKeys,
  listServiceAccounts,
  revokeServiceAccountKey,
  rotateServiceAccountKey,
  type ServiceAccount,
  type ServiceAccountKey,
} from '@rookery/contracts/http/service-accounts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { keyOf, pageQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ConfirmView } from './confirm-view.tsx'
import { CreatedKeyView } from './created-key-view.tsx'
import { KeysView } from './keys-view.tsx'
import { NewKeyView } from './new-key-view.tsx'
import { RotateKeyView } from './rotate-key-view.tsx'

type Doing = { what: 'create' } | { what: 'rotate' | 'revoke'; key: ServiceAccountKey }

interface DialogProps {
  account: ServiceAccount
  onClose: () => void
}

export function KeysPage({ account }: { account: ServiceAccount }) {
  const params = { id: String(account.id) }
  const keys = useQuery(pageQuery(listServiceAccountKeys, { params, query: { per_page: 200 } }))
  const [doing, setDoing] = useState<Doing | null>(null)
  const dialog = { account, onClose: () => setDoing(null) }
  return (
    <>
      <KeysView
        status={keys.data ? 'ready' : keys.isError ? 'problem' : 'loading'}
        problem={keys.error}
        keys={keys.data?.items ?? []}
        isDisabled={account.disabled}
        onCreate={() => setDoing({ what: 'create' })}
        onRotate={key => setDoing({ what: 'rotate', key })}
        onRevoke={key => setDoing({ what: 'revoke', key })}
        onRetry={() => void keys.refetch()}
      />
      {doing?.what === 'create' && <NewKeyPage {...dialog} />}
      {doing?.what === 'rotate' && <RotatePage {...dialog} oldKey={doing.key} />}
      {doing?.what === 'revoke' && <RevokePage {...dialog} oldKey={doing.key} />}
    </>
  )
}

function useForgetKeys() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(listServiceAccountKeys) })
    await queryClient.invalidateQueries({ queryKey: keyOf(listServiceAccounts) })
  }
}

/** The value is shown once: nothing but the button closes it. */
const stays = { closeOnClickOutside: false, closeOnEscape: false, withCloseButton: false }

function NewKeyPage({ account, onClose }: DialogProps) {
  const t = useTexts()
  const forget = useForgetKeys()
  const create = useMutation({
    mutationFn: (body: BodyOf<typeof createServiceAccountKey>) =>
      api(createServiceAccountKey, { params: { id: String(account.id) }, body }),
    onSuccess: forget,
  })
  const refusal = useRefusal(create.error, ['name', 'expires_at', 'addresses'])
  const made = create.data
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      yOffset="6dvh"
      title={made ? t('accessTokens.madeTitle', { name: made.name }) : t('serviceAccounts.createKey')}
      {...(made ? stays : {})}
    >
      {made ? (
        <CreatedKeyView value={made.key} origin={window.location.origin} onClose={onClose} />
      ) : (
        <NewKeyView isBusy={create.isPending} {...refusal} onCreate={create.mutate} onClose={onClose} />
      )}
    </Modal>
  )
}

function RotatePage({ account, oldKey, onClose }: DialogProps & { oldKey: ServiceAccountKey }) {
  const t = useTexts()
  const forget = useForgetKeys()
  const rotate = useMutation({
    mutationFn: (overlapSeconds: number) =>
      api(rotateServiceAccountKey, {
        params: { id: String(account.id), key: String(oldKey.id) },
        body: { overlap_seconds: overlapSeconds },
      }),
    onSuccess: forget,
  })
  const made = rotate.data
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      yOffset="6dvh"
      title={
        made
          ? t('accessTokens.madeTitle', { name: made.name })
          : t('serviceAccounts.rotateTitle', { name: oldKey.name })
      }
      {...(made ? stays : {})}
    >
      {made ? (
        <CreatedKeyView value={made.key} origin={window.location.origin} onClose={onClose} />
      ) : (
        <RotateKeyView
          isBusy={rotate.isPending}
          problem={rotate.error ? problemMessage(t, rotate.error) : null}
          onRotate={rotate.mutate}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function RevokePage({ account, oldKey, onClose }: DialogProps & { oldKey: ServiceAccountKey }) {
  const t = useTexts()
  const forget = useForgetKeys()
  const ending = useMutation({
    mutationFn: () =>
      api(revokeServiceAccountKey, { params: { id: String(account.id), key: String(oldKey.id) } }),
    onSuccess: async () => {
      await forget()
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('accessTokens.revokeTitle', { name: oldKey.name })}>
      <ConfirmView
        text={t('serviceAccounts.revokeText')}
        action={t('accessTokens.revoke')}
        isBusy={ending.isPending}
        problem={ending.error ? problemMessage(t, ending.error) : null}
        onConfirm={() => ending.mutate()}
        onClose={onClose}
      />
    </Modal>
  )
}
