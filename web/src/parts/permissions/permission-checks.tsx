// The permissions on one game server as boxes to tick, in the groups that people know.

import { Checkbox, Stack } from '@mantine/core'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { useTexts } from '../../texts/texts.ts'
import { gameServerGroups } from './logic/permission-groups.ts'
import styles from './permissions.module.css'

export interface PermissionCheck {
  isChecked: boolean
  /** Cannot be changed here. */
  isFixed?: boolean
  /** Differs from what is saved. */
  isChanged?: boolean
  /** Where it comes from, where that is worth saying. */
  note?: string
}

interface PermissionChecksProps {
  label: string
  checkOf: (permission: GameServerPermission) => PermissionCheck
  onToggle: (permission: GameServerPermission, isChecked: boolean) => void
}

export function PermissionChecks({ label, checkOf, onToggle }: PermissionChecksProps) {
  const t = useTexts()
  return (
    <fieldset className={styles.checks} aria-label={label}>
      {gameServerGroups.map(({ group, permissions }) => (
        <Stack key={group} gap={6} className={styles.checkGroup}>
          <span className="text-caption">{t(`permissions.groups.${group}`)}</span>
          {permissions.map(permission => {
            const { isChecked, isFixed, isChanged, note } = checkOf(permission)
            return (
              <Checkbox
                key={permission}
                size="sm"
                className={isChanged ? styles.changed : undefined}
                label={t(`permissionTitles.${permission}`)}
                title={t(`permissionTexts.${permission}`)}
                description={note}
                checked={isChecked}
                disabled={isFixed}
                onChange={event => onToggle(permission, event.currentTarget.checked)}
              />
            )
          })}
        </Stack>
      ))}
    </fieldset>
  )
}
