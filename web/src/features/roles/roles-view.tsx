// The roles: who holds them, and what each gives in words.

import { Button, Group } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { entriesText, type NameOf } from '../../parts/permissions/logic/entries-text.ts'
import { ScopeSummaryList } from '../../parts/permissions/scope-summary-list.tsx'
import { MissingState, ProblemState } from '../../parts/problems/problem-state.tsx'
import { UsersTabs } from '../../parts/users/users-tabs.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { BuiltInBadge } from './built-in-badge.tsx'
import styles from './roles.module.css'

export interface RolesViewProps {
  /** Closed: this person may not see the roles at all. */
  status: 'loading' | 'problem' | 'closed' | 'ready'
  problem?: unknown
  roles: readonly Role[]
  nameOf: NameOf
  onCreate: () => void
  onRetry: () => void
}

export function RolesView(props: RolesViewProps) {
  const { status, problem, roles, onCreate, onRetry } = props
  const t = useTexts()
  const isClosed = status === 'closed'
  return (
    <PageFrame
      title={t('pages.roles')}
      beside={status === 'ready' ? t('roles.count', { count: roles.length }) : undefined}
      actions={
        !isClosed && (
          <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
            {t('roles.create')}
          </Button>
        )
      }
    >
      {!isClosed && <UsersTabs />}
      {!isClosed && <p className="text-quiet">{t('roles.about')}</p>}
      <Panel>
        {status === 'loading' && <LoadingRows rows={4} />}
        {status === 'problem' && <ProblemState problem={problem} onRetry={onRetry} />}
        {isClosed && <MissingState isForbidden />}
        {status === 'ready' && <RoleTable {...props} />}
      </Panel>
    </PageFrame>
  )
}

function RoleTable({ roles, nameOf }: RolesViewProps) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <table className={`${table.table} ${table.stacks} ${styles.table}`}>
      <thead>
        <tr>
          <th>{t('roles.role')}</th>
          <th>{t('roles.heldBy')}</th>
          <th>{t('roles.gives')}</th>
        </tr>
      </thead>
      <tbody>
        {roles.map(role => (
          <tr key={role.id}>
            <td>
              <Group className={styles.role} gap="2px 10px">
                <span>
                  <Link
                    to="/people/roles/$roleId"
                    params={{ roleId: String(role.id) }}
                    className={table.strong}
                  >
                    {role.title}
                  </Link>
                  <span className={`mono text-caption ${styles.name}`}>{role.name}</span>
                </span>
                {role.built_in && <BuiltInBadge />}
              </Group>
            </td>
            <td className={`numbers text-quiet ${styles.holders}`}>
              <IconUsers size={15} aria-hidden />
              {t('roles.holders', { count: role.user_count })}
            </td>
            <td className={styles.gives}>
              <ScopeSummaryList
                list={entriesText(t, role.entries, nameOf, language)}
                emptyText={t('roles.givesNothing')}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
