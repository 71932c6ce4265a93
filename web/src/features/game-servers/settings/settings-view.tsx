// The settings of a game: a form made from its template, how it starts, and what happens after a crash, among the other sections.

import { Box, Button } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { GameServerSettings } from '@rookery/contracts/http/settings.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { faultText } from '../../../parts/variables/logic/rule-text.ts'
import { VariableField } from '../../../parts/variables/variable-field.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CrashPolicyView } from './crash-policy-view.tsx'
import { crashFault, fieldsOf } from './logic/crash-fields.ts'
import { changeOf, countChanges, displayedValue, type SettingsEdits } from './logic/settings-edits.ts'
import { changeOfPart, matchesSearch, type SettingsPart } from './logic/settings-parts.ts'
import { SaveableSection, type SaveState } from './saveable-section.tsx'
import { StartView } from './start-view.tsx'

interface RestartNoticeProps {
  mayRestart: boolean
  isRestarting: boolean
  /** Restarting asks first then. */
  hasPlayers: boolean
  onRestart: () => void
}

function RestartNotice({ mayRestart, isRestarting, hasPlayers, onRestart }: RestartNoticeProps) {
  const t = useTexts()
  return (
    <Notice
      status={{ tone: 'warning', Icon: IconRotateClockwise }}
      title={t('settings.restartTitle')}
      action={
        mayRestart && (
          <Button variant={hasPlayers ? 'default' : 'filled'} loading={isRestarting} onClick={onRestart}>
            {t(hasPlayers ? 'settings.restartAsk' : 'settings.restartNow')}
          </Button>
        )
      }
    >
      {t('settings.restartNotice')}
    </Notice>
  )
}

export interface SettingsViewProps extends RestartNoticeProps {
  settings: GameServerSettings
  gameServer: Pick<GameServer, 'state'>
  /** Only what it finds is shown; empty shows everything. */
  search: string
  /** Whether it finds something in the sections of others. */
  isOtherFound?: boolean
  edits: SettingsEdits
  /** What the panel refused, by variable, in words. */
  refused: Record<string, string | undefined>
  stateOf: (part: SettingsPart) => SaveState
  /** Sections of others, before, between and after those of the game. */
  first?: ReactNode
  middle?: ReactNode
  last?: ReactNode
  onEdit: (edits: SettingsEdits) => void
  onSave: (part: SettingsPart) => void
  onDiscard: (part: SettingsPart) => void
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
  const blocking = entries.filter(([name]) => Object.hasOwn(changed, name)).length
  return {
    faults: Object.fromEntries(entries),
    blocking,
    crash: edits.crash ? crashFault(edits.crash) : null,
  }
}

export function SettingsView(props: SettingsViewProps) {
  const t = useTexts()
  const { settings, gameServer, search, isOtherFound = false, edits, first, middle, last, onEdit } = props
  const { faults, crash, blocking } = useFaults(props)
  const change = changeOf(settings, edits)
  const section = (part: SettingsPart) => ({
    id: part,
    title: t(`settings.${part}`),
    text: t(`settings.${part}Text`),
    count: countChanges(changeOfPart(change, part)),
    note: isUp(gameServer.state) ? t('settings.actsLater') : '',
    ...props.stateOf(part),
    onSave: () => props.onSave(part),
    onDiscard: () => props.onDiscard(part),
  })
  const isStartFound = matchesSearch(search, [
    t('settings.start'),
    t('settings.autostart'),
    t('settings.updateBeforeStart'),
    t('settings.image'),
  ])
  const isCrashFound = matchesSearch(search, [t('settings.crash'), t('settings.restart')])
  const variables = visibleVariables(settings, search, t('settings.game'))
  const isNothingFound = !(isOtherFound || variables || isStartFound || isCrashFound)
  return (
    <>
      {settings.needs_restart && countChanges(change) === 0 && (
        <Box mb={12}>
          <RestartNotice {...props} />
        </Box>
      )}
      {first}
      {variables && (
        <SaveableSection {...section('game')} blocking={blocking}>
          <Variables {...props} variables={variables} faults={faults} />
        </SaveableSection>
      )}
      {middle}
      {isStartFound && (
        <SaveableSection {...section('start')}>
          <StartView settings={settings} edits={edits} onEdit={onEdit} />
        </SaveableSection>
      )}
      {isCrashFound && (
        <SaveableSection {...section('crash')} blocking={crash ? 1 : 0}>
          <CrashPolicyView
            fields={edits.crash ?? fieldsOf(settings.crash_policy)}
            fault={crash}
            onChange={fields => onEdit({ ...edits, crash: fields })}
          />
        </SaveableSection>
      )}
      {last}
      {isNothingFound && search !== '' && (
        <Box component="p" className="text-faint" py={20}>
          {t('settings.noMatch', { searchText: search })}
        </Box>
      )}
    </>
  )
}

/** Those that can be changed first; null: the search finds none of them. */
function visibleVariables(settings: GameServerSettings, search: string, title: string) {
  const inOrder = [
    ...settings.variables.filter(variable => variable.editable),
    ...settings.variables.filter(variable => !variable.editable),
  ]
  if (matchesSearch(search, [title])) return inOrder
  const found = inOrder.filter(({ name, title, description }) =>
    matchesSearch(search, [name, title, description]),
  )
  return found.length > 0 ? found : null
}

interface VariablesProps extends Pick<SettingsViewProps, 'edits' | 'refused' | 'onEdit'> {
  variables: GameServerSettings['variables']
  faults: Record<string, string>
}

function Variables({ variables, edits, faults, refused, onEdit }: VariablesProps) {
  const t = useTexts()
  if (variables.length === 0) {
    return (
      <Box component="p" className="text-quiet" px={20} py={18}>
        {t('settings.noVariables')}
      </Box>
    )
  }
  return variables.map(variable => (
    <VariableField
      key={variable.name}
      variable={variable}
      value={displayedValue(variable, edits)}
      isEditable={variable.editable}
      isUnreadable={variable.unreadable}
      fault={faults[variable.name] ?? refused[variable.name]}
      onChange={value => onEdit({ ...edits, variables: { ...edits.variables, [variable.name]: value } })}
    />
  ))
}
