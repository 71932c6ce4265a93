// The signs of a user: administrator, second factor and roles, each with icon and word.

import { Group } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { IconShieldCheckFilled, IconShieldOff, IconStarFilled } from '@tabler/icons-react'
import { suspendedStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Pill } from '../../ui/tone/pill.tsx'
import tones from '../../ui/tone/tone.module.css'
import styles from './users.module.css'

export function AdministratorBadge() {
  const t = useTexts()
  return <Pill status={{ tone: 'resting', Icon: IconStarFilled }} label={t('users.administrator')} />
}

interface SecondFactorBadgeProps {
  isOn: boolean
  /** Says what it is about, where no heading does. */
  isAlone?: boolean
}

export function SecondFactorBadge({ isOn, isAlone }: SecondFactorBadgeProps) {
  const t = useTexts()
  const Icon = isOn ? IconShieldCheckFilled : IconShieldOff
  return (
    <Group
      component="span"
      display="flex"
      gap={6}
      wrap="nowrap"
      c={isOn ? 'var(--state-running)' : 'var(--text-faint)'}
    >
      <Icon size={15} aria-hidden />
      {isAlone
        ? t(isOn ? 'users.withSecondFactor' : 'users.withoutSecondFactor')
        : t(isOn ? 'users.secondFactorOn' : 'users.secondFactorOff')}
    </Group>
  )
}

const mostChips = 3

interface RoleChipsProps {
  user: Pick<User, 'roles'>
  roles: readonly Pick<Role, 'name' | 'title' | 'entries'>[]
}

export function RoleChips({ user, roles }: RoleChipsProps) {
  const t = useTexts()
  if (user.roles.length === 0) return <span className="text-faint">{t('users.noRoles')}</span>
  const held = user.roles.map(
    name => roles.find(role => role.name === name) ?? { title: name, entries: null },
  )
  // A role without entries grants nothing: it is worth a word only where there is no other.
  const granting = held.filter(({ entries }) => entries === null || entries.length > 0)
  if (granting.length === 0) return <span className="text-quiet">{held[0]?.title}</span>
  const titles = granting.map(({ title }) => title)
  const hidden = titles.slice(mostChips)
  return (
    <span className={styles.chips}>
      {titles.slice(0, mostChips).map(title => (
        <span key={title} className={tones.chip}>
          {title}
        </span>
      ))}
      {hidden.length > 0 && (
        <span className={tones.chip} title={hidden.join(', ')}>
          +{hidden.length}
        </span>
      )}
    </span>
  )
}

interface UserSignsProps {
  user: Pick<User, 'is_admin' | 'roles'> & Partial<Pick<User, 'suspended'>>
  roles: RoleChipsProps['roles']
}

/** The sign of an administrator already says what the chip of that role would say again. */
export function UserSigns({ user, roles }: UserSignsProps) {
  const t = useTexts()
  const others = user.is_admin ? user.roles.filter(name => name !== 'admin') : user.roles
  const isMoreToSay = !user.is_admin || others.length > 0
  return (
    <span className={styles.signs}>
      {user.suspended && <Pill status={suspendedStyle} label={t('states.suspended')} />}
      {user.is_admin && <AdministratorBadge />}
      {isMoreToSay && <RoleChips user={{ roles: others }} roles={roles} />}
    </span>
  )
}
