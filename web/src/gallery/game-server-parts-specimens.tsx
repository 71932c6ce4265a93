// Parts of a game server's page: the crash card, the settings, and the dialogs of an administrator.

import { gameServerDetail } from '../../pictures/fixtures/fleet-fixtures.ts'
import { crashes, settings, settingsWithoutKey } from '../../pictures/fixtures/game-fixtures.ts'
import { CrashView, type CrashViewProps } from '../features/game-servers/crash/crash-view.tsx'
import { CloneView } from '../features/game-servers/manage/clone-view.tsx'
import { DeleteView } from '../features/game-servers/manage/delete-view.tsx'
import { fieldsOf } from '../features/game-servers/settings/logic/crash-fields.ts'
import { noEdits } from '../features/game-servers/settings/logic/settings-edits.ts'
import { SettingsView, type SettingsViewProps } from '../features/game-servers/settings/settings-view.tsx'
import { LoadingRows } from '../ui/feedback/loading-rows.tsx'
import { ignore, Specimen } from './specimen.tsx'

const running = gameServerDetail(1)
const crashed = gameServerDetail(3)
const noRefusal = { faults: {}, problem: null }

const card = (): Omit<CrashViewProps, 'crash' | 'gameServer'> => ({
  nowMs: Date.now(),
  canSeeConsole: true,
  mayStart: true,
  isBusy: false,
  onRepair: ignore,
  onStart: ignore,
})

export function CrashSpecimens() {
  if (!crashed) return null
  return (
    <>
      {Object.entries(crashes).map(([name, crash]) => (
        <Specimen key={name} name={`Crash: ${name}`}>
          <CrashView {...card()} gameServer={crashed} crash={crash} />
        </Specimen>
      ))}
      <Specimen name="Crash, for somebody who may neither read nor start">
        <CrashView {...card()} gameServer={crashed} crash={null} canSeeConsole={false} mayStart={false} />
      </Specimen>
    </>
  )
}

const form: SettingsViewProps = {
  settings,
  gameServer: { state: 'running' },
  search: '',
  edits: noEdits,
  refused: {},
  stateOf: () => ({ isBusy: false, isSaved: false, problem: null }),
  mayRestart: true,
  isRestarting: false,
  onEdit: ignore,
  onSave: ignore,
  onDiscard: ignore,
  onRestart: ignore,
}

export function SettingsSpecimens() {
  const changed = {
    variables: { VERSION: 'one', DIFFICULTY: 'easy' },
    crash: { ...fieldsOf(settings.crash_policy), attempts: '0' },
  }
  const readOnly = settings.variables.map(variable => ({
    ...variable,
    editable: false,
    value: variable.secret ? null : variable.value,
  }))
  return (
    <>
      <Specimen name="Settings">
        <SettingsView {...form} />
      </Specimen>
      <Specimen name="Settings, loading">
        <LoadingRows rows={5} />
      </Specimen>
      <Specimen name="Settings, changed, values that are not good, crash policy too">
        <SettingsView {...form} edits={changed} />
      </Specimen>
      <Specimen name="Settings, refused by the panel">
        <SettingsView
          {...form}
          edits={{ variables: { MOTD: 'taken' } }}
          refused={{ MOTD: 'Another server already says this.' }}
          stateOf={part => ({
            isBusy: false,
            isSaved: false,
            problem: part === 'game' ? 'Can’t reach the panel. Check your connection and try again.' : null,
          })}
        />
      </Specimen>
      <Specimen name="Settings, a restart is due">
        <SettingsView {...form} settings={{ ...settings, needs_restart: true }} />
      </Specimen>
      <Specimen name="Settings, only to read">
        <SettingsView {...form} settings={{ ...settings, variables: readOnly, image: null, images: [] }} />
      </Specimen>
      <Specimen name="Settings, secrets that cannot be read">
        <SettingsView {...form} settings={settingsWithoutKey} />
      </Specimen>
      <Specimen name="Settings, a game without any">
        <SettingsView {...form} settings={{ ...settings, variables: [] }} />
      </Specimen>
    </>
  )
}

export function ManageSpecimens() {
  if (!running) return null
  return (
    <>
      <Specimen name="Clone, of a running one" isNarrow>
        <CloneView gameServer={running} isBusy={false} {...noRefusal} onClose={ignore} onClone={ignore} />
      </Specimen>
      <Specimen name="Delete" isNarrow>
        <DeleteView nodeName="frankfurt-1" isBusy={false} problem={null} onClose={ignore} onDelete={ignore} />
      </Specimen>
    </>
  )
}
