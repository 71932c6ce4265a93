// The tab of a user's details: identity, roles, plan, password, sessions, and the end of it.

import { Modal } from '@mantine/core'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { deleteUser, listUsers, type User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useScopeNames } from '../../../parts/permissions/use-scope-names.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Section } from '../../../ui/controls/section.tsx'
import { ServiceAccountDetails } from '../service-accounts/account-details.tsx'
import { useUser, useUserChange } from '../use-user.ts'
import { DeleteRow, DeleteUserView } from './delete-user-view.tsx'
import { IdentityView } from './identity-view.tsx'
import { SetPasswordView } from './set-password-view.tsx'
import { SuspensionSection } from './suspension-section.tsx'
import { UserPlanPage } from './user-plan.tsx'
import { UserRolesView } from './user-roles-view.tsx'
import { UserSessionsPage } from './user-sessions.tsx'

export function UserDetailsPage() {
  const user = useUser()
  if (!user.data) return null
  if (user.data.kind === 'service') return <ServiceAccountDetails key={user.data.id} user={user.data} />
  return <Details key={user.data.id} user={user.data} />
}

function useFormOf(userId: number, fields: readonly string[]) {
  const change = useUserChange(userId)
  return { change, ...useRefusal(change.error, fields), isBusy: change.isPending, isSaved: change.isSuccess }
}

function Details({ user }: { user: User }) {
  const t = useTexts()
  const own = useQuery(apiQuery(readProfile, {}))
  const roles = useQuery(wholeQuery(listRoles))
  const { nameOf } = useScopeNames()
  const { change: changeIdentity, ...identity } = useFormOf(user.id, [
    ...['login', 'name', 'email', 'language', 'external_id'],
  ])
  const { change: changeRoles, ...ofRoles } = useFormOf(user.id, ['roles'])
  const { change: changePassword, ...password } = useFormOf(user.id, ['password'])
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div>
      <Section title={t('user.identity')} text={t('user.identityText')}>
        <IdentityView user={user} {...identity} onSave={changeIdentity.mutate} />
      </Section>
      <Section title={t('user.rolesTitle')} text={t('user.rolesText')}>
        <UserRolesView
          key={user.roles.join(' ')}
          user={user}
          roles={roles.data?.items ?? []}
          nameOf={nameOf}
          {...ofRoles}
          onSave={names => changeRoles.mutate({ roles: names })}
        />
      </Section>
      <Section title={t('plans.plan')} text={t('plans.ofUserText')}>
        <UserPlanPage user={user} />
      </Section>
      <Section title={t('user.passwordTitle')} text={t('user.passwordText')}>
        <SetPasswordView {...password} onSet={wanted => changePassword.mutate({ password: wanted })} />
      </Section>
      <Section title={t('user.sessionsTitle')} text={t('user.sessionsText')}>
        <UserSessionsPage user={user} />
      </Section>
      <SuspensionSection user={user} isOwn={own.data?.id === user.id} />
      <Section title={t('user.deleteTitle')} text={t('user.deleteText')}>
        <DeleteRow isOwn={own.data?.id === user.id} onDelete={() => setIsDeleting(true)} />
      </Section>
      {isDeleting && <DeleteUserPage user={user} onClose={() => setIsDeleting(false)} />}
    </div>
  )
}

/** The dialog that deletes a user. */
function DeleteUserPage({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api(deleteUser, { params: { id: String(user.id) } }),
    onSuccess: async () => {
      await navigate({ to: '/people' })
      await queryClient.invalidateQueries({ queryKey: keyOf(listUsers) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('user.confirmTitle', { name: user.name })}>
      <DeleteUserView
        isBusy={ending.isPending}
        problem={ending.error ? problemMessage(t, ending.error) : null}
        onDelete={() => ending.mutate()}
        onClose={onClose}
      />
    </Modal>
  )
}
