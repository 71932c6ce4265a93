// The settings of the panel: a switch for each, locked where a variable is set.

import { Box, Group, Switch } from '@mantine/core'
import { uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import type { PanelSettingKey, PanelSettingsAnswer } from '@rookery/contracts/http/panel-settings.ts'
import { useId } from 'react'
import { lockText } from '../../parts/panel-settings/lock-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { PageFrame } from '../../ui/controls/page-frame.tsx'
import { Section } from '../../ui/controls/section.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { uploadSettings, whenText } from './panel-settings-rules.ts'

interface PanelSettingsViewProps {
  /** Null while they are read. */
  settings: PanelSettingsAnswer | null
  isBusy: boolean
  problem: string | null
  onSwitch: (key: PanelSettingKey, isOn: boolean) => void
}

export function PanelSettingsView({ settings, isBusy, problem, onSwitch }: PanelSettingsViewProps) {
  const t = useTexts()
  const limit = formatValue(uploadLimitBytes, 'bytes', useLanguage())
  return (
    <PageFrame title={t('pages.panelSettings')}>
      {problem && <FormProblem>{problem}</FormProblem>}
      {(settings || !problem) && (
        <Section
          title={t('uploads.title')}
          text={
            settings ? `${t('uploads.settingsText')} ${t(whenText(settings))}` : t('uploads.settingsText')
          }
        >
          {settings ? (
            <div className="divided">
              {uploadSettings.map(([key, rule]) => (
                <SettingSwitch
                  key={key}
                  label={t(`uploads.rule.${rule}.allow`, { limit })}
                  text={t(`uploads.settings.${rule}`)}
                  setting={settings[key]}
                  isBusy={isBusy}
                  onSwitch={isOn => onSwitch(key, isOn)}
                />
              ))}
            </div>
          ) : (
            <LoadingRows rows={3} />
          )}
        </Section>
      )}
      {settings && (
        <Section title={t('activityPeople.recordTitle')} text={t('activityPeople.recordText')}>
          <SettingSwitch
            label={t('activityPeople.record')}
            text={t(settings.activity_people.value ? 'activityPeople.recordOn' : 'activityPeople.recordOff')}
            setting={settings.activity_people}
            isBusy={isBusy}
            onSwitch={isOn => onSwitch('activity_people', isOn)}
          />
        </Section>
      )}
    </PageFrame>
  )
}

interface SettingSwitchProps {
  label: string
  text: string
  setting: PanelSettingsAnswer[PanelSettingKey]
  isBusy: boolean
  onSwitch: (isOn: boolean) => void
}

/** The switch stays beside its words on a phone too. */
function SettingSwitch({ label, text, setting, isBusy, onSwitch }: SettingSwitchProps) {
  const t = useTexts()
  const id = useId()
  const { value, variable, locked_by: lockedBy } = setting
  return (
    <Group wrap="nowrap" justify="space-between" gap={24} px={20} py={16}>
      <Box miw={0}>
        <label htmlFor={id} className="text-name">
          {label}
        </label>
        <Box component="p" id={`${id}-text`} className="text-note breakable" mt={2}>
          {lockedBy ? lockText(t, variable, lockedBy) : text}
        </Box>
      </Box>
      <Switch
        id={id}
        flex="none"
        aria-describedby={`${id}-text`}
        checked={value}
        disabled={lockedBy !== null || isBusy}
        // Whoever sees it in color would press it in vain.
        opacity={lockedBy === null ? undefined : 0.45}
        onChange={event => onSwitch(event.currentTarget.checked)}
      />
    </Group>
  )
}
