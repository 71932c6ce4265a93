// How a game server starts: with the node, freshly updated, in which container image.

import { Select } from '@mantine/core'
import type { GameServerSettings } from '@rookery/contracts/http/settings.ts'
import { useId } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import { SwitchRow } from '../../../ui/controls/switch-row.tsx'
import type { SettingsEdits } from './logic/settings-edits.ts'

interface StartViewProps {
  settings: GameServerSettings
  edits: SettingsEdits
  onEdit: (edits: SettingsEdits) => void
}

export function StartView({ settings, edits, onEdit }: StartViewProps) {
  const t = useTexts()
  const imageId = useId()
  return (
    <>
      <SwitchRow
        label={t('settings.autostart')}
        text={t('settings.autostartText')}
        isOn={edits.autostart ?? settings.autostart}
        onSwitch={isOn => onEdit({ ...edits, autostart: isOn })}
      />
      <SwitchRow
        label={t('settings.updateBeforeStart')}
        text={t('settings.updateBeforeStartText')}
        isOn={edits.updateBeforeStart ?? settings.update_before_start}
        onSwitch={isOn => onEdit({ ...edits, updateBeforeStart: isOn })}
      />
      {settings.image !== null && settings.images.length > 0 && (
        <FieldRow id={imageId} label={t('settings.image')} text={t('settings.imageText')}>
          <Select
            id={imageId}
            aria-describedby={`${imageId}-text`}
            allowDeselect={false}
            disabled={settings.images.length < 2}
            data={settings.images}
            value={edits.image ?? settings.image}
            onChange={image => image && onEdit({ ...edits, image })}
          />
        </FieldRow>
      )}
    </>
  )
}
