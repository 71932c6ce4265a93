// Parts of a game server's page: the crash card, the settings, and the dialogs of an administrator.

import { gameServerDetail } from '../../pictures/fixtures/fleet-fixtures.ts'
import { crashes, settings, settingsWithoutKey } from '../../pictures/fixtures/game-fixtures.ts'
import { CrashView, type CrashViewProps } from '../features/game-servers/crash/crash-view.tsx'
import { CloneView } from '../features/game-servers/manage/clone-view.tsx'
import { DeleteView } from '../features/game-servers/manage/delete-view.tsx'
import { EditView } from '../features/game-servers/manage/edit-view.tsx'
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
  gameServer: { state: 'running', node_online: true },
  edits: noEdits,
  refused: {},
  problem: null,
  isBusy: false,
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
          problem="The panel does not answer."
        />
      </Specimen>
      <Specimen name="Settings, a restart is due">
        <SettingsView {...form} settings={{ ...settings, needs_restart: true }} />
      </Specimen>
      <Specimen name="Settings, only to read, node away">
        <SettingsView
          {...form}
          gameServer={{ state: 'running', node_online: false }}
          settings={{ ...settings, variables: readOnly, image: null, images: [] }}
        />
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
  const edited = { ...running, rcon_port: 25575, rcon_password: 'k7Qp3mRv9sWd' }
  const editing = {
    ways: ['docker', 'podman'],
    addresses: ['198.51.100.20'],
    onClose: ignore,
    onSave: ignore,
  }
  return (
    <>
      <Specimen name="Edit" isNarrow>
        <EditView gameServer={edited} {...editing} isBusy={false} {...noRefusal} />
      </Specimen>
      <Specimen name="Edit, an RCON password that cannot be read" isNarrow>
        <EditView
          gameServer={{ ...running, rcon_port: 25575, rcon_password_unreadable: true }}
          {...editing}
          isBusy={false}
          {...noRefusal}
        />
      </Specimen>
      <Specimen name="Edit, refused" isNarrow>
        <EditView
          gameServer={edited}
          {...editing}
          isBusy={false}
          faults={{ port: ['is taken by Wolfpack creative'] }}
          problem={null}
        />
      </Specimen>
      <Specimen name="Clone, of a running one" isNarrow>
        <CloneView gameServer={running} isBusy={false} {...noRefusal} onClose={ignore} onClone={ignore} />
      </Specimen>
      <Specimen name="Delete" isNarrow>
        <DeleteView nodeName="frankfurt-1" isBusy={false} problem={null} onClose={ignore} onDelete={ignore} />
      </Specimen>
    </>
  )
}
