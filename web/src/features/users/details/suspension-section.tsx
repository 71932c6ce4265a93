// The suspension of a person: begun with a reason, or ended.

import { Button, Modal } from '@mantine/core'
import { listUserSessions } from '@rookery/contracts/http/login-sessions.ts'
import { suspendUser, unsuspendUser } from '@rookery/contracts/http/suspension.ts'
import { listUsers, readUser, type User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { SuspendView } from '../../../parts/suspension/suspend-view.tsx'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Section, SettingRow } from '../../../ui/controls/section.tsx'

export function SuspensionSection({ user, isOwn }: { user: User; isOwn: boolean }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: String(user.id) }
  const onSuccess = (changed: User) => {
    queryClient.setQueryData(apiQuery(readUser, { params }).queryKey, changed)
    for (const read of [listUsers, listUserSessions]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(read) })
    }
    setIsAsking(false)
  }
  const suspend = useMutation({
    mutationFn: (reason: string) => api(suspendUser, { params, body: { reason } }),
    onSuccess,
  })
  const unsuspend = useMutation({ mutationFn: () => api(unsuspendUser, { params }), onSuccess })
  return (
    <Section title={t('user.suspension')} text={t('user.suspensionText')}>
      {user.suspended ? (
        <SettingRow
          title={t('user.suspendedTitle', { who: user.suspended.by })}
          text={unsuspend.error ? problemMessage(t, unsuspend.error) : user.suspended.reason}
          action={
            <Button variant="default" loading={unsuspend.isPending} onClick={() => unsuspend.mutate()}>
              {t('user.unsuspend')}
            </Button>
          }
        />
      ) : (
        <SettingRow
          title={t('user.suspendTitle')}
          text={t(isOwn ? 'user.suspendOwn' : 'user.suspendText')}
          action={
            !isOwn && (
              <Button variant="default" color="danger" onClick={() => setIsAsking(true)}>
                {t('user.suspend')}
              </Button>
            )
          }
        />
      )}
      {isAsking && (
        <Modal
          opened
          onClose={() => setIsAsking(false)}
          title={t('user.suspendConfirmTitle', { name: user.name })}
        >
          <SuspendView
            text={t('user.suspendConfirmText')}
            reasonLabel={t('user.suspendReason')}
            reasonText={t('user.suspendReasonText')}
            confirm={t('user.suspend')}
            isBusy={suspend.isPending}
            problem={suspend.error ? problemMessage(t, suspend.error) : null}
            onSuspend={reason => suspend.mutate(reason)}
            onClose={() => setIsAsking(false)}
          />
        </Modal>
      )}
    </Section>
  )
}
