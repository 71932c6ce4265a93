// The dialog that creates a service account, and then goes to its page, where it gets its first key.

import { Modal } from '@mantine/core'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { createServiceAccount, listServiceAccounts } from '@rookery/contracts/http/service-accounts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useScopeNames } from '../../../parts/permissions/use-scope-names.ts'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type NewServiceAccount, NewServiceAccountView } from './new-service-account-view.tsx'

export function NewServiceAccountPage({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const roles = useQuery(wholeQuery(listRoles))
  const { nameOf } = useScopeNames()
  const create = useMutation({
    mutationFn: (input: NewServiceAccount) => api(createServiceAccount, { body: input }),
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listServiceAccounts) })
      await navigate({ to: '/people/users/$userId', params: { userId: String(id) } })
    },
  })
  const refusal = useRefusal(create.error ?? roles.error, ['login', 'name', 'roles'])
  return (
    <Modal opened onClose={onClose} title={t('serviceAccounts.create')} size={560} yOffset="6dvh">
      <NewServiceAccountView
        roles={roles.data?.items ?? []}
        nameOf={nameOf}
        isBusy={create.isPending}
        {...refusal}
        onCreate={create.mutate}
        onClose={onClose}
      />
    </Modal>
  )
}
