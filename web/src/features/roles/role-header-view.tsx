// The head of a role's page: what it is called and who holds it.

import { Group } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { Breadcrumbs } from '../../ui/controls/breadcrumbs.tsx'
import detail from '../../ui/controls/detail.module.css'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { BuiltInBadge } from './built-in-badge.tsx'

export function RoleHeaderView({ role }: { role: Role }) {
  const t = useTexts()
  return (
    <header>
      <Breadcrumbs here={role.title}>
        <Link to="/people">{t('pages.people')}</Link>
        <Link to="/people/roles">{t('people.rolesTab')}</Link>
      </Breadcrumbs>
      <Group gap="8px 12px">
        <h1>{role.title}</h1>
        {role.built_in && <BuiltInBadge />}
      </Group>
      <Dotted component="p" className={detail.words}>
        <span className="mono">{role.name}</span>
        {role.user_count === 0 ? (
          t('roles.holders', { count: 0 })
        ) : (
          <Link to="/people" search={{ role: role.name }} title={t('roles.seeHolders')}>
            {t('roles.holders', { count: role.user_count })}
          </Link>
        )}
      </Dotted>
    </header>
  )
}
