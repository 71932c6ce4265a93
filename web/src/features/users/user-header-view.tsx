// The head of a user's page on every tab: who it is, and the tabs.

import { Group } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { Breadcrumbs } from '../../ui/controls/breadcrumbs.tsx'
import { PageTabs } from '../../ui/controls/page-tabs.tsx'
import tabs from '../../ui/controls/tabs.module.css'
import { UserSigns } from './user-badges.tsx'

interface UserHeaderViewProps {
  user: User
  roles: readonly Pick<Role, 'name' | 'title' | 'entries'>[]
}

export function UserHeaderView({ user, roles }: UserHeaderViewProps) {
  const t = useTexts()
  const params = { userId: String(user.id) }
  return (
    <header>
      <Breadcrumbs here={<span className="mono">{user.login}</span>}>
        <Link to="/people">{t('pages.people')}</Link>
        {user.kind === 'service' && (
          <Link to="/people/service-accounts">{t('people.serviceAccountsTab')}</Link>
        )}
      </Breadcrumbs>
      <Group gap="8px 12px">
        <h1>{user.name}</h1>
        <UserSigns user={user} roles={roles} />
      </Group>
      <PageTabs label={user.name}>
        <Link to="/people/users/$userId" params={params} activeOptions={{ exact: true }} className={tabs.tab}>
          {t('users.details')}
        </Link>
        <Link to="/people/users/$userId/servers" params={params} className={tabs.tab}>
          {t('users.servers')}
        </Link>
        <Link to="/people/users/$userId/panel" params={params} className={tabs.tab}>
          {t('users.panel')}
        </Link>
        <Link to="/people/users/$userId/preview" params={params} className={tabs.tab}>
          {t('users.preview')}
        </Link>
      </PageTabs>
    </header>
  )
}
