// The list of roles, and the dialog that creates one.

import { listRoles } from '@rookery/contracts/http/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useScopeNames } from '../../parts/permissions/use-scope-names.ts'
import { ApiError } from '../../platform/api-error.ts'
import { wholeQuery } from '../../platform/api-queries.ts'
import { NewRolePage } from './new-role-page.tsx'
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
