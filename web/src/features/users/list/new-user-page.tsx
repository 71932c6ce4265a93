// The dialog that creates a user, and then shows what to hand over.

import { Modal } from '@mantine/core'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { createUser, listUsers } from '@rookery/contracts/http/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useScopeNames } from '../../../parts/permissions/use-scope-names.ts'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CreatedUserView } from './created-user-view.tsx'
import { type NewUser, NewUserView } from './new-user-view.tsx'

export function NewUserPage({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const roles = useQuery(wholeQuery(listRoles))
  const { nameOf } = useScopeNames()
  const create = useMutation({
    mutationFn: (input: NewUser) => api(createUser, { body: input }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listUsers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(listRoles) })
    },
  })
  const refusal = useRefusal(create.error ?? roles.error, ['login', 'name', 'email', 'password', 'roles'])
  const created = create.data
  return (
    <Modal
      opened
      onClose={onClose}
      title={created ? t('newUser.madeTitle', { name: created.name }) : t('newUser.title')}
      size={560}
      yOffset="6dvh"
      closeOnClickOutside={false}
    >
      {created ? (
        <CreatedUserView
          login={created.login}
          password={create.variables.password}
          onChooseServers={() =>
            void navigate({ to: '/people/users/$userId/servers', params: { userId: String(created.id) } })
          }
          onClose={onClose}
        />
      ) : (
        <NewUserView
          roles={roles.data?.items ?? []}
          nameOf={nameOf}
          isBusy={create.isPending}
          {...refusal}
          onCreate={create.mutate}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
