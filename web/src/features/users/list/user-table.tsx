// The table of users; on a phone each is a card.

import { Group, Stack } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/texts.ts'
import table from '../../../ui/controls/table.module.css'
import { TimeAgo } from '../../../ui/time/live-time.tsx'
import type { UserListSort, UserSortKey } from '../sort-rules.ts'
import { SortHead } from '../sorting.tsx'
import { SecondFactorBadge, UserSigns } from '../user-badges.tsx'
import styles from '../users.module.css'

export interface UserTableProps {
  users: readonly User[]
  roles: readonly Pick<Role, 'name' | 'title' | 'entries'>[]
  /** Who is looking. */
  ownId: number | null
  isNarrow: boolean
  sort: UserListSort
  onSort: (sort: UserListSort) => void
}

function PersonLink({ user, ownId }: { user: User; ownId: number | null }) {
  const t = useTexts()
  return (
    <Group component="span" className={styles.person} gap={8} align="baseline" wrap="nowrap">
      <Link to="/people/users/$userId" params={{ userId: String(user.id) }} className={table.strong}>
        {user.name}
      </Link>
      {user.name !== user.login && <span className={`mono text-caption ${styles.login}`}>{user.login}</span>}
      {user.id === ownId && <span className={`text-caption ${styles.login}`}>({t('users.you')})</span>}
    </Group>
  )
}

export function UserTable(props: UserTableProps) {
  if (props.isNarrow) return <UserCards {...props} />
  return <WideTable {...props} />
}

function WideTable({ users, roles, ownId, sort, onSort }: UserTableProps) {
  const t = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <SortHead<UserSortKey> by="name" label={t('users.person')} sort={sort} onSort={onSort} />
            <th>{t('users.roles')}</th>
            <th>{t('users.secondFactor')}</th>
            <th>{t('users.email')}</th>
            <SortHead<UserSortKey>
              by="last_seen_at"
              label={t('users.lastSeen')}
              sort={sort}
              onSort={onSort}
            />
            <SortHead<UserSortKey> by="created_at" label={t('users.created')} sort={sort} onSort={onSort} />
          </tr>
        </thead>
        <tbody>
          {users.map(user => (
            <tr key={user.id}>
              <td className={table.grow}>
                <PersonLink user={user} ownId={ownId} />
              </td>
              <td className={styles.cell}>
                <UserSigns user={user} roles={roles} />
              </td>
              <td>
                <SecondFactorBadge isOn={user.two_factor_enabled} />
              </td>
              <td className="text-quiet">{user.email || <span className="text-faint">–</span>}</td>
              <td className="text-quiet">
                <LastSeen user={user} />
              </td>
              <td className="text-quiet">
                <TimeAgo isValue at={user.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LastSeen({ user }: { user: User }) {
  const t = useTexts()
  if (user.last_seen_at === null) return <span className="text-faint">{t('users.neverSeen')}</span>
  return <TimeAgo isValue at={user.last_seen_at} />
}

function UserCards({ users, roles, ownId }: UserTableProps) {
  const t = useTexts()
  return (
    <ul className="divided">
      {users.map(user => (
        <Stack component="li" key={user.id} gap={8} p="14px 16px">
          <Stack gap={2}>
            <PersonLink user={user} ownId={ownId} />
            <Group gap={6} className="text-caption">
              {t('users.lastSeen')}
              <LastSeen user={user} />
            </Group>
          </Stack>
          <span className={styles.signs}>
            <UserSigns user={user} roles={roles} />
            <SecondFactorBadge isOn={user.two_factor_enabled} isAlone />
          </span>
        </Stack>
      ))}
    </ul>
  )
}
