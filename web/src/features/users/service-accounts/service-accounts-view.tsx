// The service accounts: what each may do, how many keys it has, and when it was last used.

import { Button } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import type { ServiceAccount } from '@rookery/contracts/http/service-accounts.ts'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { MissingState, ProblemState } from '../../../parts/problems/problem-state.tsx'
import { UsersTabs } from '../../../parts/users/users-tabs.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { PageFrame, Panel } from '../../../ui/controls/page-frame.tsx'
import table from '../../../ui/controls/table.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../../ui/time/live-time.tsx'
import type { AccountListSort, AccountSortKey } from '../sort-rules.ts'
import { SortControl, SortHead } from '../sorting.tsx'
import { AdministratorBadge, RoleChips } from '../user-badges.tsx'
import styles from '../users.module.css'
import { DisabledBadge } from './disabled-badge.tsx'
import own from './service-accounts.module.css'

export interface ServiceAccountsViewProps {
  /** Closed: this person may not see them at all. */
  status: 'loading' | 'problem' | 'closed' | 'ready'
  problem?: unknown
  accounts: readonly ServiceAccount[]
  roles: readonly Pick<Role, 'name' | 'title' | 'entries'>[]
  isNarrow: boolean
  sort: AccountListSort
  onSort: (sort: AccountListSort) => void
  onCreate: () => void
  onRetry: () => void
}

export function ServiceAccountsView(props: ServiceAccountsViewProps) {
  const t = useTexts()
  const { status, accounts, onCreate } = props
  return (
    <PageFrame
      title={t('people.serviceAccountsTab')}
      actions={
        status === 'ready' &&
        accounts.length > 0 && (
          <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
            {t('serviceAccounts.create')}
          </Button>
        )
      }
    >
      {status !== 'closed' && <UsersTabs />}
      {accounts.length > 0 && <p className="text-quiet">{t('serviceAccounts.text')}</p>}
      {props.isNarrow && accounts.length > 1 && (
        <SortControl<AccountSortKey>
          choices={[
            { value: 'name', label: t('users.name') },
            { value: 'last_used_at', label: t('serviceAccounts.lastUsed') },
            { value: 'created_at', label: t('users.created') },
          ]}
          sort={props.sort}
          onSort={props.onSort}
        />
      )}
      <Panel>
        <Content {...props} />
      </Panel>
    </PageFrame>
  )
}

function Content({
  status,
  problem,
  accounts,
  roles,
  sort,
  onSort,
  onCreate,
  onRetry,
}: ServiceAccountsViewProps) {
  const t = useTexts()
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (status === 'closed') return <MissingState isForbidden />
  if (accounts.length === 0) {
    return (
      <EmptyState
        icon={<IconRobot size={28} stroke={1.5} />}
        title={t('serviceAccounts.emptyTitle')}
        text={t('serviceAccounts.text')}
        action={<Button onClick={onCreate}>{t('serviceAccounts.create')}</Button>}
      />
    )
  }
  return (
    <table className={`${table.table} ${table.stacks} ${own.list}`}>
      <thead>
        <tr>
          <SortHead<AccountSortKey>
            by="name"
            label={t('serviceAccounts.account')}
            sort={sort}
            onSort={onSort}
          />
          <th>{t('users.roles')}</th>
          <th>{t('serviceAccounts.keys')}</th>
          <SortHead<AccountSortKey>
            by="last_used_at"
            label={t('serviceAccounts.lastUsed')}
            sort={sort}
            onSort={onSort}
          />
          <SortHead<AccountSortKey> by="created_at" label={t('users.created')} sort={sort} onSort={onSort} />
        </tr>
      </thead>
      <tbody>
        {accounts.map(account => (
          <tr key={account.id}>
            <td className={table.grow}>
              <span className={styles.signs}>
                <Link
                  to="/people/users/$userId"
                  params={{ userId: String(account.id) }}
                  className={table.strong}
                >
                  {account.name}
                </Link>
                {account.name !== account.login && (
                  <span className={`mono text-caption ${styles.login}`}>{account.login}</span>
                )}
                {account.disabled && <DisabledBadge />}
              </span>
            </td>
            <td>{account.is_admin ? <AdministratorBadge /> : <RoleChips user={account} roles={roles} />}</td>
            <td className="text-quiet" data-label={t('serviceAccounts.keys')}>
              {account.keys}
            </td>
            <td className="text-quiet" data-label={t('serviceAccounts.lastUsed')}>
              {account.last_used_at ? (
                <TimeAgo isValue at={account.last_used_at} />
              ) : (
                t('serviceAccounts.never')
              )}
            </td>
            <td className="text-quiet" data-label={t('users.created')}>
              <TimeAgo isValue at={account.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
