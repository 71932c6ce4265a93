// The list of roles, and the dialog that creates one.

import { Modal } from '@mantine/core'
import { createRole, listRoles } from '@rookery/contracts/http/roles.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useScopeNames } from '../../parts/permissions/use-scope-names.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { type NamedRole, RoleNamesView } from './role-names-view.tsx'
import { RolesView } from './roles-view.tsx'

const statusOf = (roles: { data: unknown; error: unknown }) => {
  if (roles.data) return 'ready'
  if (!roles.error) return 'loading'
  return roles.error instanceof ApiError && roles.error.code === 'forbidden' ? 'closed' : 'problem'
}

export function RolesPage() {
  const navigate = useNavigate()
  const { new: isCreating } = useSearch({ from: '/shell/people/roles' })
  const roles = useQuery(wholeQuery(listRoles))
  const { nameOf } = useScopeNames()
  const showNew = (isOpen: boolean) =>
    void navigate({ to: '/people/roles', search: isOpen ? { new: true } : {}, replace: true })
  return (
    <>
      <RolesView
        status={statusOf(roles)}
        problem={roles.error}
        roles={roles.data?.items ?? []}
        nameOf={nameOf}
        onCreate={() => showNew(true)}
        onRetry={() => void roles.refetch()}
      />
      {isCreating && roles.data && <NewRolePage onClose={() => showNew(false)} />}
    </>
  )
}

/** The dialog that creates a role and leads to what it gives. */
function NewRolePage({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (input: NamedRole) => api(createRole, { body: input }),
    onSuccess: async role => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listRoles) })
      await navigate({ to: '/people/roles/$roleId', params: { roleId: String(role.id) } })
    },
  })
  const refusal = useRefusal(create.error, ['name', 'title'])
  return (
    <Modal opened onClose={onClose} title={t('roles.newTitle')}>
      <RoleNamesView
        known={null}
        isBusy={create.isPending}
        isSaved={false}
        {...refusal}
        onSave={create.mutate}
        onClose={onClose}
      />
    </Modal>
  )
}
