// The list of service accounts, and the dialog that creates one.

import { listRoles } from '@rookery/contracts/http/roles.ts'
import { listServiceAccounts } from '@rookery/contracts/http/service-accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../../platform/api-error.ts'
import { wholeQuery } from '../../../platform/api-queries.ts'
import { NewServiceAccountPage } from './new-service-account-page.tsx'
import { ServiceAccountsView } from './service-accounts-view.tsx'

const statusOf = ({ data, error }: { data: unknown; error: unknown }) => {
  if (data) return 'ready'
  if (!error) return 'loading'
  return error instanceof ApiError && error.code === 'forbidden' ? 'closed' : 'problem'
}

export function ServiceAccountsPage() {
  const navigate = useNavigate()
  const { new: isCreating } = useSearch({ from: '/shell/people/service-accounts' })
  const accounts = useQuery(wholeQuery(listServiceAccounts))
  const roles = useQuery(wholeQuery(listRoles))
  const show = (isOpen: boolean) =>
    void navigate({ to: '/people/service-accounts', search: isOpen ? { new: true } : {}, replace: true })
  return (
    <>
      <ServiceAccountsView
        status={statusOf(accounts)}
        problem={accounts.error}
        accounts={accounts.data?.items ?? []}
        roles={roles.data?.items ?? []}
        onCreate={() => show(true)}
        onRetry={() => void accounts.refetch()}
      />
      {isCreating && accounts.data && <NewServiceAccountPage onClose={() => show(false)} />}
    </>
  )
}
