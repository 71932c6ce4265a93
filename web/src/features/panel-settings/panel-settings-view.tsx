// The settings of the panel: a switch for each, locked where a variable is set; what only variables set; and where the rest is.

import { Box, Group } from '@mantine/core'
import { uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import type {
  PanelSettingKey,
  PanelSettingsAnswer,
  StartVariable,
  VariableSource,
} from '@rookery/contracts/http/panel-settings.ts'
import type { PublicConfig } from '@rookery/contracts/http/public-config.ts'
import { IconChevronRight, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { lockText, startSourceText } from '../../parts/panel-settings/lock-text.ts'
import { SettingsTabs } from '../../parts/panel-settings/settings-tabs.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { OnOffSwitch } from '../../ui/controls/on-off-switch.tsx'
import { PageFrame } from '../../ui/controls/page-frame.tsx'
import { Section } from '../../ui/controls/section.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { TimeUntil } from '../../ui/time/live-time.tsx'
import { uploadSettings, whenText } from './panel-settings-rules.ts'

interface PanelSettingsViewProps {
  /** Null while they are read. */
  settings: PanelSettingsAnswer | null
  publicConfig: PublicConfig | null
  isBusy: boolean
  problem: string | null
  onSwitch: (key: PanelSettingKey, isOn: boolean) => void
}

export function PanelSettingsView(props: PanelSettingsViewProps) {
  const { settings, publicConfig, isBusy, problem, onSwitch } = props
  const t = useTexts()
  const limit = formatValue(uploadLimitBytes, 'bytes', useLanguage())
  return (
    <PageFrame title={t('pages.settings')}>
      <SettingsTabs />
      {problem && <FormProblem>{problem}</FormProblem>}
      {settings && publicConfig && <AtStart settings={settings} publicConfig={publicConfig} />}
      {settings && (
        <Section title={t('activityPeople.recordTitle')} text={t('activityPeople.recordText')}>
          <SettingSwitch
            label={t('activityChangedFields.activity_people')}
            text={t(settings.activity_people.value ? 'activityPeople.recordOn' : 'activityPeople.recordOff')}
            setting={settings.activity_people}
            isBusy={isBusy}
            onSwitch={isOn => onSwitch('activity_people', isOn)}
          />
        </Section>
      )}
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
      {settings && publicConfig && <PluginsAtStart settings={settings} publicConfig={publicConfig} />}
      {settings && <Elsewhere />}
    </PageFrame>
  )
}

interface AtStartProps {
  settings: PanelSettingsAnswer
  publicConfig: PublicConfig
}

/** The first of them that is set, and where. */
function placeOf(sources: PanelSettingsAnswer['start_variables'], variables: readonly StartVariable[]) {
  const isSet = variables.flatMap(variable => {
    const source = sources[variable]
    return source ? { variable, source } : []
  })[0]
  return { variables, isSet: isSet ?? null }
}

/** What the panel reads when it starts: shown, so that nobody looks for a switch. */
function AtStart({ settings, publicConfig }: AtStartProps) {
  const t = useTexts()
  const { certificate_expires_at: expiresAt, start_variables: sources } = settings
  const days = settings.administrators_two_factor_days
  const where = (...variables: StartVariable[]) => placeOf(sources, variables)
  return (
    <Section title={t('panelSettings.startTitle')} text={t('panelSettings.startText')}>
      <dl className="divided">
        <SetAtStart name={t('panelSettings.address')} {...where('HTTP_HOST')}>
          <span className="mono breakable">{settings.address}</span>
        </SetAtStart>
        <SetAtStart name={t('panelSettings.certificate')} {...where('TLS_CERT_FILE', 'TLS_ACME')}>
          {expiresAt ? (
            <>
              {t('panelSettings.certificateEnds')} <TimeUntil at={expiresAt} />
            </>
          ) : (
            t('panelSettings.noCertificate')
          )}
        </SetAtStart>
        <SetAtStart name={t('panelSettings.twoFactor')} {...where('AUTH_REQUIRE_MFA_FOR_ADMINS')}>
          {days === null
            ? t('panelSettings.twoFactorOff')
            : days === 0
              ? t('panelSettings.twoFactorReminds')
              : t('panelSettings.twoFactorOn', { count: days })}
        </SetAtStart>
        <SetAtStart name={t('panelSettings.captcha')} {...where('CAPTCHA_PROVIDER')}>
          {publicConfig.captcha
            ? t('panelSettings.captchaOn', { provider: captchaNames[publicConfig.captcha.provider] })
            : t('panelSettings.captchaOff')}
        </SetAtStart>
      </dl>
    </Section>
  )
}

function PluginsAtStart({ settings, publicConfig }: AtStartProps) {
  const t = useTexts()
  return (
    <Section title={t('pages.plugins')} text={t('panelSettings.startText')}>
      <dl>
        <SetAtStart name={t('pages.plugins')} {...placeOf(settings.start_variables, ['PLUGINS_DISABLED'])}>
          {publicConfig.plugins_enabled ? t('panelSettings.pluginsOn') : t('panelSettings.pluginsOff')}
        </SetAtStart>
      </dl>
    </Section>
  )
}

const captchaNames: Record<NonNullable<PublicConfig['captcha']>['provider'], string> = {
  captcha_v2: 'reCAPTCHA v2',
  captcha_v3: 'reCAPTCHA v3',
  challenge: 'Cloudflare Turnstile',
}

interface SetAtStartProps {
  name: string
  variables: readonly StartVariable[]
  /** Which of them is set, and where; null: none is. */
  isSet: { variable: StartVariable; source: VariableSource } | null
  children: ReactNode
}

function SetAtStart({ name, variables, isSet, children }: SetAtStartProps) {
  const t = useTexts()
  return (
    <Box px={20} py={14}>
      <Box component="dt" className="text-name">
        {name}
      </Box>
      <Box component="dd" className="text-secondary" mt={2}>
        {children}
      </Box>
      <Group component="dd" className="text-hint breakable" gap={6} mt={4} wrap="nowrap" align="flex-start">
        <IconLock size={15} stroke={1.8} style={{ flex: 'none', marginTop: 1 }} aria-hidden />
        <span>
          <NamedInCode
            text={
              isSet
                ? startSourceText(t, isSet.variable, isSet.source)
                : t('panelSettings.notSet', { variables: variables.join(' / ') })
            }
          />
        </span>
      </Group>
    </Box>
  )
}

const codeForm = /([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?:\/[\w.-]+)+)/

/** Variables and paths in a sentence, in the letters they are typed with. */
function NamedInCode({ text }: { text: string }) {
  return text.split(codeForm).map((part, at) =>
    at % 2 === 1 ? (
      <code key={part} className="mono">
        {part}
      </code>
    ) : (
      part
    ),
  )
}

/** Settings that have a page of their own. */
function Elsewhere() {
  const t = useTexts()
  const places = [
    { to: '/people/presets', title: t('panelSettings.presets'), text: t('panelSettings.presetsText') },
    { to: '/people/roles', title: t('panelSettings.roles'), text: t('panelSettings.rolesText') },
    { to: '/nodes', title: t('panelSettings.sftp'), text: t('panelSettings.sftpText') },
  ] as const
  return (
    <Section title={t('panelSettings.elsewhereTitle')} text={t('panelSettings.elsewhereText')}>
      <ul className="divided">
        {places.map(({ to, title, text }) => (
          <li key={title}>
            <Group
              gap={16}
              wrap="nowrap"
              justify="space-between"
              px={20}
              py={12}
              className="row-button"
              renderRoot={rootProps => <Link to={to} {...rootProps} />}
            >
              <Box miw={0}>
                <Box component="span" className="text-name" c="var(--text)">
                  {title}
                </Box>
                <Box className="text-note">{text}</Box>
              </Box>
              <IconChevronRight size={18} color="var(--text-faint)" aria-hidden />
            </Group>
          </li>
        ))}
      </ul>
    </Section>
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
        {lockedBy ? (
          <span className="text-name">{label}</span>
        ) : (
          <label htmlFor={id} className="text-name">
            {label}
          </label>
        )}
        <Box component="p" id={`${id}-text`} className="text-note breakable" mt={2}>
          {text}
          {lockedBy && (
            <Box component="span" display="block" mt={4}>
              <NamedInCode text={lockText(t, variable, lockedBy)} />
            </Box>
          )}
        </Box>
      </Box>
      {/* What cannot be switched does not look like a switch. */}
      {lockedBy ? (
        <Group className="text-quiet" gap={6} wrap="nowrap" flex="none" title={t('panelSettings.locked')}>
          <IconLock size={16} stroke={1.8} aria-hidden />
          <span className="visually-hidden">{t('panelSettings.locked')}: </span>
          {t(value ? 'switches.on' : 'switches.off')}
        </Group>
      ) : (
        <OnOffSwitch
          id={id}
          flex="none"
          aria-describedby={`${id}-text`}
          checked={value}
          disabled={isBusy}
          onChange={event => onSwitch(event.currentTarget.checked)}
        />
      )}
    </Group>
  )
}
