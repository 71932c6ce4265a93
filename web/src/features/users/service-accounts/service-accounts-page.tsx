// The list of service accounts, and the dialog that creates one.

import { useMediaQuery } from '@mantine/hooks'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { listServiceAccounts } from '@rookery/contracts/http/service-accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../../platform/api-error.ts'
import { wholeQuery } from '../../../platform/api-queries.ts'
import { type AccountListSort, sortAccounts } from '../sort-rules.ts'
import { NewServiceAccountPage } from './new-service-account-page.tsx'
import { ServiceAccountsView } from './service-accounts-view.tsx'

const statusOf = ({ data, error }: { data: unknown; error: unknown }) => {
  if (data) return 'ready'
  if (!error) return 'loading'
  return error instanceof ApiError && error.code === 'forbidden' ? 'closed' : 'problem'
}

const usualSort: AccountListSort = 'name'

export function ServiceAccountsPage() {
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const navigate = useNavigate()
  const { new: isCreating, sort = usualSort } = useSearch({ from: '/shell/people/service-accounts' })
  const accounts = useQuery(wholeQuery(listServiceAccounts))
  const roles = useQuery(wholeQuery(listRoles))
  const show = (search: { new?: boolean; sort?: AccountListSort }) =>
    void navigate({ to: '/people/service-accounts', search, replace: true })
  const sorted = (by: AccountListSort) => (by === usualSort ? {} : { sort: by })
  return (
    <>
      <ServiceAccountsView
        status={statusOf(accounts)}
        problem={accounts.error}
        accounts={sortAccounts(accounts.data?.items ?? [], sort)}
        roles={roles.data?.items ?? []}
        isNarrow={isNarrow}
        sort={sort}
        onSort={by => show(sorted(by))}
        onCreate={() => show({ ...sorted(sort), new: true })}
        onRetry={() => void accounts.refetch()}
      />
      {isCreating && accounts.data && <NewServiceAccountPage onClose={() => show(sorted(sort))} />}
    </>
  )
}
