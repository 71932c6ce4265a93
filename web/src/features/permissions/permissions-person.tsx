// One person on the access tab: what they may do here in short, and on demand why.

import { Group } from '@mantine/core'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { IconChevronDown, IconChevronUp, IconShieldFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { inDisplayOrder } from '../../parts/permissions/logic/scopes.ts'
import { ReasonList } from '../../parts/permissions/reason-list.tsx'
import { useTexts } from '../../texts/texts.ts'
import { accessSummary } from './permission-summary-rules.ts'
import styles from './permissions.module.css'

interface AccessPersonProps {
  user: User
  cells: readonly PermissionOnGameServer[] | null
  hasFailed: boolean
  isAsked: boolean
  onAsk: () => void
}

export function AccessPerson({ user, cells, hasFailed, isAsked, onAsk }: AccessPersonProps) {
  const t = useTexts()
  const reasonsId = useId()
  const Chevron = isAsked ? IconChevronUp : IconChevronDown
  const { name } = user
  return (
    <li className={styles.person}>
      <Group className={styles.who} gap="0 8px" align="baseline">
        <Link to="/people/users/$userId" params={{ userId: String(user.id) }} className={styles.name}>
          {name}
        </Link>
        {name !== user.login && <span className="mono text-caption">{user.login}</span>}
        {user.is_admin && (
          <span className={styles.administrator}>
            <IconShieldFilled size={13} aria-hidden />
            {t('users.administrator')}
          </span>
        )}
      </Group>
      <Group className={styles.rights} gap={5} align="stretch">
        {hasFailed && <span className="text-hint">{t('access.failed')}</span>}
        {cells && <Rights cells={cells} />}
      </Group>
      <Group className={styles.deeds} gap={12} wrap="nowrap">
        {cells && (
          <button
            type="button"
            className={styles.ask}
            aria-expanded={isAsked}
            aria-controls={reasonsId}
            aria-label={t('access.whyOf', { name })}
            onClick={onAsk}
          >
            {t('access.why')}
            <Chevron size={14} aria-hidden />
          </button>
        )}
        <Link
          to="/people/users/$userId/servers"
          params={{ userId: String(user.id) }}
          className="link"
          aria-label={t('access.changeOf', { name })}
        >
          {t('access.change')}
        </Link>
      </Group>
      {isAsked && cells && (
        <div id={reasonsId} className={styles.reasons}>
          <ReasonList reasons={cells} />
        </div>
      )}
    </li>
  )
}

function Rights({ cells }: { cells: readonly PermissionOnGameServer[] }) {
  const t = useTexts()
  const summary = accessSummary(cells)
  switch (summary.kind) {
    case 'none':
      return <span className="text-hint">{t('access.noAccess')}</span>
    case 'everything':
      return <span className={styles.right}>{t('access.everything')}</span>
    case 'looks':
      return <span className="text-hint">{t('access.looks')}</span>
    case 'some':
      return inDisplayOrder(summary.permissions).map(permission => (
        <span key={permission} className={styles.right}>
          {t(`permissions.names.${permission}`)}
        </span>
      ))
  }
}
