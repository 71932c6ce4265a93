// The settings of a game server: a form made from its template, how it starts, and what happens after a crash.

import { Box, Button, Stack } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { GameServerSettings } from '@rookery/contracts/http/settings.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import { awayStyle } from '../../../parts/run-state/state-style.ts'
import { faultText } from '../../../parts/variables/logic/rule-text.ts'
import { VariableField } from '../../../parts/variables/variable-field.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { SaveBar } from '../../../ui/controls/save-bar.tsx'
import { Section } from '../../../ui/controls/section.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CrashPolicyView } from './crash-policy-view.tsx'
import { crashFault, fieldsOf } from './logic/crash-fields.ts'
import { changeOf, countChanges, displayedValue, type SettingsEdits } from './logic/settings-edits.ts'
import { StartView } from './start-view.tsx'

interface RestartNoticeProps {
  mayRestart: boolean
  isRestarting: boolean
  onRestart: () => void
}

function RestartNotice({ mayRestart, isRestarting, onRestart }: RestartNoticeProps) {
  const t = useTexts()
  return (
    <Notice
      status={{ tone: 'accent', Icon: IconRotateClockwise }}
      title={t('settings.restartTitle')}
      action={
        mayRestart && (
          <Button loading={isRestarting} onClick={onRestart}>
            {t('settings.restartNow')}
          </Button>
        )
      }
    >
      {t('settings.restartNotice')}
    </Notice>
  )
}

export interface SettingsViewProps {
  settings: GameServerSettings
  gameServer: Pick<GameServer, 'state' | 'node_online'>
  edits: SettingsEdits
  /** What the panel refused, by variable, in words. */
  refused: Record<string, string | undefined>
  problem: string | null
  isBusy: boolean
  mayRestart: boolean
  isRestarting: boolean
  onEdit: (edits: SettingsEdits) => void
  onSave: () => void
  onDiscard: () => void
  onRestart: () => void
}

const isUp = (state: GameServer['state']) =>
  !['stopped', 'crashed', 'not_installed', 'install_failed'].includes(state)

/** Those that are being changed and would be refused. */
function useFaults({ settings, edits }: Pick<SettingsViewProps, 'settings' | 'edits'>) {
  const t = useTexts()
  const changed = changeOf(settings, edits).variables ?? {}
  const entries = settings.variables.flatMap(variable => {
    const value = displayedValue(variable, edits)
    const fault = variable.editable && value !== null ? faultText(t, variable, value) : undefined
    return fault ? [[variable.name, fault] as const] : []
  })
  const crash = edits.crash ? crashFault(edits.crash) : null
  const blocking = entries.filter(([name]) => Object.hasOwn(changed, name)).length + (crash ? 1 : 0)
  return { faults: Object.fromEntries(entries), crash, blocking }
}

export function SettingsView(props: SettingsViewProps) {
  const t = useTexts()
  const { settings, gameServer, edits, problem, isBusy, onEdit, onSave, onDiscard } = props
  const { faults, crash, blocking } = useFaults(props)
  const count = countChanges(changeOf(settings, edits))
  const summary = [
    t('settings.changes', { count }),
    blocking > 0 ? t('settings.invalid', { count: blocking }) : '',
    blocking === 0 && isUp(gameServer.state) ? t('settings.actsLater') : '',
  ]
  return (
    <Stack gap={0}>
      {!gameServer.node_online && (
        <Box mb={12}>
          <Notice status={awayStyle} title={t('settings.awayTitle')}>
            {t('settings.awayText')}
          </Notice>
        </Box>
      )}
      {settings.needs_restart && count === 0 && (
        <Box mb={12}>
          <RestartNotice {...props} />
        </Box>
      )}
      <VariablesSection {...props} faults={faults} />
      <Section title={t('settings.start')} text={t('settings.startText')}>
        <StartView settings={settings} edits={edits} onEdit={onEdit} />
      </Section>
      <Section title={t('settings.crash')} text={t('settings.crashText')}>
        <CrashPolicyView
          fields={edits.crash ?? fieldsOf(settings.crash_policy)}
          fault={crash}
          onChange={fields => onEdit({ ...edits, crash: fields })}
        />
      </Section>
      {problem && <FormProblem>{`${t('settings.notSaved')}: ${problem}`}</FormProblem>}
      {count > 0 && (
        <SaveBar
          text={summary.filter(Boolean).join(' · ')}
          saveText={t('actions.save')}
          isBusy={isBusy}
          isBlocked={blocking > 0}
          onSave={onSave}
          onDiscard={onDiscard}
        />
      )}
    </Stack>
  )
}

type VariablesSectionProps = SettingsViewProps & { faults: Record<string, string> }

function VariablesSection({ settings, edits, faults, refused, onEdit }: VariablesSectionProps) {
  const t = useTexts()
  const inOrder = [
    ...settings.variables.filter(variable => variable.editable),
    ...settings.variables.filter(variable => !variable.editable),
  ]
  return (
    <Section title={t('settings.game')} text={t('settings.gameText')}>
      {inOrder.length === 0 && (
        <Box component="p" className="text-quiet" px={20} py={18}>
          {t('settings.noVariables')}
        </Box>
      )}
      {inOrder.map(variable => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={displayedValue(variable, edits)}
          isEditable={variable.editable}
          isUnreadable={variable.unreadable}
          fault={faults[variable.name] ?? refused[variable.name]}
          onChange={value => onEdit({ ...edits, variables: { ...edits.variables, [variable.name]: value } })}
        />
      ))}
    </Section>
  )
}
