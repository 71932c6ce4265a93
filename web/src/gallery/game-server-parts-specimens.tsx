// Parts of a game server's page: the crash card, the settings, and the dialogs of an administrator.

import { failedOutput, gameServerDetail, wrongChecksum } from '../../pictures/fixtures/fleet-fixtures.ts'
import { crashes, settings, settingsWithoutKey } from '../../pictures/fixtures/game-fixtures.ts'
import { CrashView, type CrashViewProps } from '../features/game-servers/crash/crash-view.tsx'
import { CloneView } from '../features/game-servers/manage/clone-view.tsx'
import { DeleteView } from '../features/game-servers/manage/delete-view.tsx'
import { fieldsOf } from '../features/game-servers/settings/logic/crash-fields.ts'
import { noEdits } from '../features/game-servers/settings/logic/settings-edits.ts'
import { SettingsView, type SettingsViewProps } from '../features/game-servers/settings/settings-view.tsx'
import { FailureView, type FailureViewProps } from '../parts/failures/failure-view.tsx'
import { LoadingRows } from '../ui/feedback/loading-rows.tsx'
import { ignore, Specimen } from './specimen.tsx'

const running = gameServerDetail(1)
const crashed = gameServerDetail(3)
const noRefusal = { faults: {}, problem: null }

const rollback: CrashViewProps['rollback'] = {
  ...{ backup_id: 7, before: 'update', has_settings: true },
  taken_at: new Date(Date.now() - 8 * 60_000).toISOString(),
}

const card = (): Omit<CrashViewProps, 'crash' | 'gameServer'> => ({
  nowMs: Date.now(),
  canSeeConsole: true,
  access: { files: true, settings: true, administration: true },
  mayStart: true,
  isBusy: false,
  onRepair: ignore,
  moreMemory: { toBytes: 6 * 1024 ** 3, onRaise: ignore },
  onStart: ignore,
  safety: null,
  rollback: null,
  onRollBack: ignore,
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
      <Specimen name="Crash after an update, with a way back">
        <CrashView
          {...card()}
          gameServer={crashed}
          crash={crashes['nothing known'] ?? null}
          rollback={rollback}
        />
      </Specimen>
      <Specimen name="Crash, for somebody who may neither read nor start">
        <CrashView {...card()} gameServer={crashed} crash={null} canSeeConsole={false} mayStart={false} />
      </Specimen>
    </>
  )
}

const scriptOutput = [
  'Running the install script',
  'Reading package lists...',
  'curl: (6) Could not resolve host: files.example.com',
  'gzip: stdin: unexpected end of file',
  'tar: Child returned status 1',
  'failed: Running the install script: the script ended with exit code 1',
].join('\n')
const failed: Omit<FailureViewProps, 'failure'> = {
  gameServer: { id: 14, node_id: 1, node_name: 'basement', template: { id: 3 } },
  offered: wrongChecksum,
  isPresent: true,
  access: { files: true, settings: true, administration: true },
  time: '2 minutes ago',
  output: failedOutput,
  nowMs: Date.now(),
  rollback: null,
  onRollBack: ignore,
  isBusy: false,
  onRepair: ignore,
  onRetry: ignore,
}
const failures: [name: string, FailureViewProps['failure'], Partial<FailureViewProps>][] = [
  ['wrong checksum', wrongChecksum, {}],
  [
    'no DNS, in a script',
    {
      ...wrongChecksum,
      ...{ kind: 'no-dns', step: 'Running the install script', subject: 'files.example.com', code: '1' },
      line: 'curl: (6) Could not resolve host: files.example.com',
    },
    { output: scriptOutput },
  ],
  [
    'license',
    { ...wrongChecksum, kind: 'eula', subject: null, line: 'You need to agree to the EULA' },
    {
      offered: { repairs: [{ do: 'set-variable', name: 'EULA', value: 'true' }], retry: wrongChecksum.retry },
    },
  ],
  [
    'port',
    { ...wrongChecksum, kind: 'port-in-use', subject: '25565', line: 'Failed to bind to 0.0.0.0:25565' },
    { offered: { repairs: [{ do: 'choose-port', port: 'game' }], retry: wrongChecksum.retry } },
  ],
  [
    'image',
    { ...wrongChecksum, kind: 'image-missing', subject: 'ghcr.io/games/java:17', step: null },
    { offered: { repairs: [{ do: 'use-image', label: 'Java 21' }], retry: wrongChecksum.retry } },
  ],
  ['full disk', { ...wrongChecksum, kind: 'no-space', subject: null, code: 'ENOSPC' }, {}],
  ['unknown', { ...wrongChecksum, kind: 'unknown', subject: null }, { output: '' }],
]

export function FailureSpecimens() {
  return (
    <>
      {failures.map(([name, failure, more]) => (
        <Specimen key={name} name={`Failed installation: ${name}`}>
          <FailureView {...failed} failure={failure} {...more} />
        </Specimen>
      ))}
      <Specimen name="Failed update, with a way back">
        <FailureView {...failed} failure={{ ...wrongChecksum, action: 'update' }} rollback={rollback} />
      </Specimen>
      <Specimen name="Failed installation, for somebody who may do nothing">
        <FailureView
          {...failed}
          failure={wrongChecksum}
          offered={{ repairs: [], retry: null }}
          access={{ files: false, settings: false, administration: false }}
          output=""
        />
      </Specimen>
      <Specimen name="Failed installation, over by now">
        <FailureView {...failed} failure={wrongChecksum} offered={null} isPresent={false} />
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
  hasPlayers: false,
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
        <DeleteView
          name={running.name}
          playersOnline={5}
          nodeName="frankfurt-1"
          safety={null}
          isBusy={false}
          problem={null}
          onClose={ignore}
          onDelete={ignore}
        />
      </Specimen>
    </>
  )
}
