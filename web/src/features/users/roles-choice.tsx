// The roles to choose from, each with what it gives.

import { Checkbox, Stack } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { entriesText, type NameOf } from '../../parts/permissions/logic/entries-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import styles from './users.module.css'

interface RolesChoiceProps {
  label: string
  /** With a frame of its own, where it stands among other fields. */
  isBoxed?: boolean
  roles: readonly Role[]
  chosen: readonly string[]
  nameOf: NameOf
  onChoose: (names: string[]) => void
}

export function RolesChoice({ label, isBoxed, roles, chosen, nameOf, onChoose }: RolesChoiceProps) {
  const t = useTexts()
  const language = useLanguage()
  const gives = (role: Role) => {
    const searchText = entriesText(t, role.entries, nameOf, language).map(({ where, allows, denies }) => {
      const parts = [allows, denies && t('permissions.denies', { list: denies })]
      return `${where}: ${parts.filter(Boolean).join('. ')}`
    })
    return searchText.length === 0 ? t('roles.givesNothing') : searchText.join(' · ')
  }
  return (
    <fieldset>
      <legend className={isBoxed ? undefined : 'visually-hidden'}>{label}</legend>
      <Stack
        className={styles.roles}
        gap={12}
        // The dialog scrolls, not a box within it.
        mah={isBoxed ? undefined : 330}
        p={isBoxed ? '14px 16px' : 2}
        bd={isBoxed ? '1px solid var(--line)' : undefined}
        bdrs="md"
      >
        {roles.map(role => (
          <Checkbox
            key={role.id}
            label={role.title}
            description={gives(role)}
            checked={chosen.includes(role.name)}
            onChange={event =>
              onChoose(
                event.currentTarget.checked
                  ? [...chosen, role.name]
                  : chosen.filter(name => name !== role.name),
              )
            }
          />
        ))}
      </Stack>
    </fieldset>
  )
}
