// The tab of a service account's details: its keys, its name and roles, and the ways to stop it.

import { Button, Modal } from '@mantine/core'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import {
  deleteServiceAccount,
  listServiceAccounts,
  readServiceAccount,
} from '@rookery/contracts/http/service-accounts.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useScopeNames } from '../../../parts/permissions/use-scope-names.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Section, SettingRow } from '../../../ui/controls/section.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { UserRolesView } from '../details/user-roles-view.tsx'
import { AccountNameView } from './account-name-view.tsx'
import { ConfirmView } from './confirm-view.tsx'
import { KeysPage } from './keys-page.tsx'
import { useAccountChange } from './use-account-change.ts'

export function ServiceAccountDetails({ user }: { user: User }) {
  const t = useTexts()
  const params = { id: String(user.id) }
  const account = useQuery(apiQuery(readServiceAccount, { params }))
  const roles = useQuery(wholeQuery(listRoles))
  const { nameOf } = useScopeNames()
  const naming = useAccountChange(user.id, ['name'])
  const giving = useAccountChange(user.id, ['roles'])
  const switching = useAccountChange(user.id, [])
  const [isDeleting, setIsDeleting] = useState(false)
  if (!account.data) {
    return account.isError ? (
      <ProblemState problem={account.error} onRetry={() => void account.refetch()} />
    ) : (
      <LoadingRows rows={4} />
    )
  }
  const { disabled } = account.data
  return (
    <div>
      <KeysPage account={account.data} />
      <Section title={t('user.identity')} text={t('serviceAccounts.identityText')}>
        <AccountNameView
          key={account.data.name}
          account={account.data}
          {...naming.state}
          onSave={name => naming.change({ name })}
        />
      </Section>
      <Section title={t('user.rolesTitle')} text={t('serviceAccounts.rolesText')}>
        <UserRolesView
          key={account.data.roles.join(' ')}
          user={account.data}
          roles={roles.data?.items ?? []}
          nameOf={nameOf}
          {...giving.state}
          onSave={names => giving.change({ roles: names })}
        />
      </Section>
      <Section title={t('serviceAccounts.endTitle')} text={t('serviceAccounts.endText')}>
        <SettingRow
          title={t(disabled ? 'serviceAccounts.isDisabled' : 'serviceAccounts.isEnabled')}
          text={switching.state.problem ?? t('serviceAccounts.disableText')}
          action={
            <Button
              variant="default"
              loading={switching.state.isBusy}
              onClick={() => switching.change({ disabled: !disabled })}
            >
              {t(disabled ? 'serviceAccounts.enable' : 'serviceAccounts.disable')}
            </Button>
          }
        />
        <SettingRow
          title={t('serviceAccounts.deleteTitle')}
          text={t('serviceAccounts.deleteText')}
          action={
            <Button variant="default" color="danger" onClick={() => setIsDeleting(true)}>
              {t('serviceAccounts.delete')}
            </Button>
          }
        />
      </Section>
      {isDeleting && <DeletePage user={user} onClose={() => setIsDeleting(false)} />}
    </div>
  )
}

function DeletePage({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api(deleteServiceAccount, { params: { id: String(user.id) } }),
    onSuccess: async () => {
      await navigate({ to: '/people/service-accounts' })
      await queryClient.invalidateQueries({ queryKey: keyOf(listServiceAccounts) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('serviceAccounts.confirmTitle', { name: user.name })}>
      <ConfirmView
        text={t('serviceAccounts.confirmText')}
        action={t('serviceAccounts.delete')}
        isBusy={ending.isPending}
        problem={ending.error ? problemMessage(t, ending.error) : null}
        onConfirm={() => ending.mutate()}
        onClose={onClose}
      />
    </Modal>
  )
}
