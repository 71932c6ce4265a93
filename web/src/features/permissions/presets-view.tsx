// The presets as one table: permissions in groups down the side, presets across.

import { Box, Button, Checkbox, Group } from '@mantine/core'
import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { basic } from '../../parts/permissions/logic/permission-cells.ts'
import { gameServerGroups } from '../../parts/permissions/logic/permission-groups.ts'
import { presetText } from '../../parts/permissions/logic/preset-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { SaveBar } from '../../ui/controls/save-bar.tsx'
import { SavedLabel } from '../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import styles from './presets.module.css'

interface PresetsViewProps {
  presets: readonly PermissionPreset[]
  /** As they stand in the table, with what is not saved yet. */
  permissionsOf: (preset: PermissionPreset) => readonly GameServerPermission[]
  isBusy: boolean
  isSaved: boolean
  problem: string | null
  onToggle: (preset: PermissionPreset, permission: GameServerPermission, isChecked: boolean) => void
  onReset: (preset: PermissionPreset) => void
  onSave: () => void
  onDiscard: () => void
}

function LockedIcon({ className }: { className: string }) {
  return <IconLock className={className} stroke={2.4} />
}

export function PresetsView(props: PresetsViewProps) {
  const { presets, permissionsOf, isBusy, onToggle, onReset } = props
  const t = useTexts()
  const language = useLanguage()
  const [shown, setShown] = useState(presets[0]?.name)
  const isChanged = (preset: PermissionPreset, permission: GameServerPermission) =>
    permissionsOf(preset).includes(permission) !== preset.permissions.includes(permission)
  const count = presets.flatMap(preset =>
    gameServerPermissionNames.filter(permission => isChanged(preset, permission)),
  ).length
  const aboutOf = (preset: PermissionPreset) =>
    presetText(t, { name: preset.name, permissions: permissionsOf(preset) }, language)
  const visible = presets.find(({ name }) => name === shown)
  const isShown = ({ name }: PermissionPreset) => name === shown || undefined
  return (
    <>
      {props.problem && <FormProblem>{props.problem}</FormProblem>}
      {/* On a phone one preset at a time: the names of all do not fit above their boxes. */}
      {visible && (
        <Box hiddenFrom="sm">
          <Group component="fieldset" className={choice.segments} gap={0} wrap="nowrap">
            <legend className="visually-hidden">{t('presets.preset')}</legend>
            {presets.map(({ name }) => (
              <label key={name} className={`${choice.choice} ${choice.segment} ${styles.segment}`}>
                <input
                  type="radio"
                  name="shown-preset"
                  checked={name === shown}
                  onChange={() => setShown(name)}
                />
                {t(`presets.names.${name}`)}
              </label>
            ))}
          </Group>
          <Box component="p" className="text-note" mt={10}>
            {aboutOf(visible)}
          </Box>
        </Box>
      )}
      <Panel>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('matrix.permission')}</th>
              {presets.map(preset => (
                <th key={preset.name} scope="col" data-shown={isShown(preset)} title={aboutOf(preset)}>
                  {t(`presets.names.${preset.name}`)}
                  <Box component="p" className="text-hint" visibleFrom="md" mt={2}>
                    {aboutOf(preset)}
                  </Box>
                </th>
              ))}
            </tr>
          </thead>
          {gameServerGroups.map(({ group, permissions }) => (
            <tbody key={group}>
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={presets.length + 1}>
                  {t(`permissions.groups.${group}`)}
                </th>
              </tr>
              {permissions.map(permission => (
                <tr key={permission}>
                  <th scope="row">
                    {t(`permissionTitles.${permission}`)}
                    <Box component="p" className="text-hint" visibleFrom="md">
                      {t(`permissionTexts.${permission}`)}
                    </Box>
                  </th>
                  {presets.map(preset => {
                    const isChecked = permissionsOf(preset).includes(permission)
                    return (
                      <td
                        key={preset.name}
                        data-shown={isShown(preset)}
                        data-locked={permission === basic || undefined}
                        data-changed={isChanged(preset, permission) || undefined}
                      >
                        <Checkbox
                          aria-label={t('presets.allowIn', {
                            permission: t(`permissionTitles.${permission}`),
                            preset: t(`presets.names.${preset.name}`),
                          })}
                          checked={isChecked}
                          {...(permission === basic && { icon: LockedIcon })}
                          disabled={permission === basic || isBusy}
                          onChange={event => onToggle(preset, permission, event.currentTarget.checked)}
                        />
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          ))}
          {presets.some(({ is_default }) => !is_default) && (
            <tfoot>
              <tr>
                <td />
                {presets.map(preset => (
                  <td key={preset.name} data-shown={isShown(preset)}>
                    {!preset.is_default && (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        disabled={isBusy}
                        aria-label={t('presets.resetOne', { name: t(`presets.names.${preset.name}`) })}
                        onClick={() => onReset(preset)}
                      >
                        {t('presets.reset')}
                      </Button>
                    )}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </Panel>
      {props.isSaved && (
        <div className={styles.saved}>
          <SavedLabel>{t('presets.saved')}</SavedLabel>
        </div>
      )}
      {count > 0 && (
        <SaveBar
          text={t('matrix.changes', { count })}
          saveText={t('matrix.save', { count })}
          isBusy={isBusy}
          onSave={props.onSave}
          onDiscard={props.onDiscard}
        />
      )}
    </>
  )
}
