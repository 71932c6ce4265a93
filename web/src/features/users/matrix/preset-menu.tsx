// The menu of a column that fills it in with a preset.

import { Menu } from '@mantine/core'
import type { PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import styles from './matrix.module.css'

interface PresetMenuProps {
  label: string
  presets: readonly PermissionPreset[]
  isDisabled: boolean
  onPreset: (preset: PermissionPreset) => void
}

export function PresetMenu({ label, presets, isDisabled, onPreset }: PresetMenuProps) {
  const t = useTexts()
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className={styles.preset} aria-label={label} disabled={isDisabled}>
          {t('presets.preset')}
          <IconChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map(preset => (
          <Menu.Item key={preset.name} onClick={() => onPreset(preset)}>
            <span className="text-name">{t(`presets.names.${preset.name}`)}</span>
            <br />
            <span className="text-note">{t(`presets.about.${preset.name}`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
