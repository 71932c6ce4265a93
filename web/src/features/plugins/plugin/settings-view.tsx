// The settings that a plugin has of its own: one field each, by its kind.

import { Box, Button, Group, PasswordInput, Select, TextInput } from '@mantine/core'
import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import type { PluginSetting } from '@rookery/contracts/plugin/manifest.ts'
import { type FormEvent, useId, useState } from 'react'
import { localized } from '../../../parts/plugins/plugin-pages.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import form from '../../../ui/controls/form.module.css'
import { LeaveGuard } from '../../../ui/controls/leave-guard.tsx'
import { OnOffSwitch } from '../../../ui/controls/on-off-switch.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from './plugin.module.css'

/** As the panel names it in a refusal. */
const fieldOf = (name: string) => ['settings', name].join('.')

interface SettingsViewProps {
  plugin: Plugin
  mayEdit: boolean
  /** null forgets what is stored. */
  onSave: (settings: Record<string, string | null>) => Promise<void>
  /** What the panel said about them the last time; for the gallery. */
  refusal?: unknown
}

export function SettingsView({ plugin, mayEdit, onSave, refusal = null }: SettingsViewProps) {
  const t = useTexts()
  const { settings } = plugin.manifest
  const [typed, setTyped] = useState<Record<string, string | null>>({})
  const [save, setSave] = useState({ isBusy: false, isDone: false, error: refusal })
  const { faults, problem } = useRefusal(
    save.error,
    settings.map(({ name }) => fieldOf(name)),
  )
  const values = { ...plugin.settings, ...typed }
  const hasChanges = Object.entries(typed).some(([name, value]) => value !== plugin.settings[name])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSave({ isBusy: true, isDone: false, error: null })
    try {
      await onSave(values)
      setTyped({})
      setSave({ isBusy: false, isDone: true, error: null })
    } catch (error) {
      setSave({ isBusy: false, isDone: false, error })
    }
  }

  return (
    <Panel title={t('plugin.settings')}>
      <form onSubmit={event => void submit(event)} noValidate>
        <LeaveGuard hasChanges={hasChanges && !save.isBusy} />
        {problem && (
          <Box p="14px 16px 0">
            <FormProblem>{problem}</FormProblem>
          </Box>
        )}
        {settings.map(setting => (
          <SettingRow
            key={setting.name}
            setting={setting}
            value={values[setting.name] ?? null}
            isStored={plugin.secrets_set.includes(setting.name)}
            fault={fieldMessage(t, faults[fieldOf(setting.name)])}
            isDisabled={!mayEdit || save.isBusy}
            onChange={value => {
              setTyped({ ...typed, [setting.name]: value })
              setSave({ ...save, isDone: false })
            }}
          />
        ))}
        {mayEdit && (
          <Group className={`${form.foot} ${styles.foot}`} p="14px 20px" gap={12} justify="flex-end">
            {save.isDone && <SavedLabel>{t('plugin.saved')}</SavedLabel>}
            <Button type="submit" loading={save.isBusy} disabled={!hasChanges}>
              {t('actions.save')}
            </Button>
          </Group>
        )}
      </form>
    </Panel>
  )
}

interface SettingRowProps {
  setting: PluginSetting
  /** null when it is to be forgotten. */
  value: string | null
  /** Of secrets alone, which are never shown. */
  isStored: boolean
  fault: string | undefined
  isDisabled: boolean
  onChange: (value: string | null) => void
}

function SettingRow(props: SettingRowProps) {
  const language = useLanguage()
  const { setting } = props
  const id = useId()
  return (
    <FieldRow
      id={id}
      label={localized(setting.label, language)}
      text={setting.help && localized(setting.help, language)}
      note={setting.kind === 'secret' && <SecretNote {...props} />}
    >
      <SettingField {...props} id={id} />
    </FieldRow>
  )
}

function SecretNote({ setting, value, isStored, isDisabled, onChange }: SettingRowProps) {
  const t = useTexts()
  if (!isStored) return <span>{t('plugin.secretNone')}</span>
  const goes = value === null
  return (
    <>
      <span>{goes ? t('plugin.secretGoes') : t('plugin.secretStored')}</span>
      {!isDisabled && !setting.required && (
        <button type="button" className="link" onClick={() => onChange(goes ? '' : null)}>
          {goes ? t('plugin.secretKeep') : t('plugin.secretForget')}
        </button>
      )}
    </>
  )
}

function SettingField(props: SettingRowProps & { id: string }) {
  const { id, setting, value, isStored, fault, isDisabled, onChange } = props
  const t = useTexts()
  const language = useLanguage()
  const labelOf = (choice: string) => {
    const label = setting.choice_labels?.[choice]
    return label ? localized(label, language) : choice
  }
  const shared = {
    id,
    disabled: isDisabled,
    error: fault,
    'aria-describedby': setting.help ? `${id}-text` : undefined,
  }
  if (setting.kind === 'boolean') {
    return (
      <OnOffSwitch
        {...shared}
        checked={value === 'true'}
        onChange={event => onChange(String(event.currentTarget.checked))}
      />
    )
  }
  if (setting.kind === 'choice') {
    return (
      <Select
        {...shared}
        data={(setting.choices ?? []).map(choice => ({ value: choice, label: labelOf(choice) }))}
        value={value || null}
        allowDeselect={!setting.required}
        onChange={choice => onChange(choice ?? '')}
      />
    )
  }
  const typed = {
    ...shared,
    value: value ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (setting.kind === 'secret') {
    const placeholder = isStored && value !== null ? t('plugin.secretUnchanged') : undefined
    return <PasswordInput {...typed} autoComplete="new-password" placeholder={placeholder} />
  }
  const inputMode = setting.kind === 'number' ? 'decimal' : setting.kind === 'url' ? 'url' : 'text'
  return <TextInput {...typed} inputMode={inputMode} spellCheck={false} />
}
