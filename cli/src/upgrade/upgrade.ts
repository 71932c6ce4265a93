// `rookery upgrade`: installs a release on the panel's machine, and puts the old version back when the new one does not come up.
//
// It runs from a copy of the old program, because the installed one is being replaced. Where it stands is written down
// before each step that cannot be taken back, so that a run that was killed is finished, or undone, by the next one.

import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type PanelFacts, readPanelFacts } from '../panel-facts.ts'
import { installationRoot, programs } from '../programs.ts'
import { takeInstanceLock } from '../up/instance-lock.ts'
import { findInstaller, type Installer, readProgramVersion, thisArchitecture } from './installer.ts'
import { findReleaseFile, verifyChecksum } from './release-file.ts'
import { carryOn, discard, type Run, returnToPrevious } from './run-upgrade.ts'
import { daemonUnit, findRunningUnits, panelUnit } from './units.ts'
import {
  chooseAction,
  isInterrupted,
  megabytes,
  type Release,
  releaseProblem,
  spaceProblem,
  type UpgradeState,
} from './upgrade-rules.ts'
import {
  prepareUpgradeFolder,
  readState,
  type UpgradePlaces,
  upgradePlaces,
  writeState,
} from './upgrade-state.ts'
import { findNode } from './wait-for-health.ts'

export interface UpgradeOptions {
  file: string | undefined
  sha256: string | undefined
  check: boolean
  allowOlder: boolean
  withoutCopy: boolean
  timeoutSeconds: number
  resume: boolean
  back: boolean
  environment: NodeJS.ProcessEnv
  say: (line: string) => void
}

interface Context extends UpgradeOptions {
  places: UpgradePlaces
  installer: Installer
}

/** Gives the exit code; throws a sentence where nothing was changed. */
export async function upgrade(options: UpgradeOptions): Promise<number> {
  const places = upgradePlaces()
  const installer = await findInstaller(installationRoot, places.program)
  if ('problem' in installer) throw new Error(installer.problem)
  const context = { ...options, environment: systemEnvironment(options.environment), places, installer }
  const file =
    options.file === undefined ? null : findReleaseFile(options.file, installer.kind, thisArchitecture)
  const sha256 = file === null ? null : await verifyChecksum(file, options.sha256)
  const state = readState(places)
  if (options.check) return describe(context, state, file)
  if (process.getuid?.() !== 0) throw new Error('this needs root: sudo rookery upgrade …')
  const lock = lockUpgrades(places)
  try {
    const action = chooseAction(state, { sha256, resume: options.resume, back: options.back })
    switch (action.do) {
      case 'refuse':
        throw new Error(action.message)
      case 'begin':
        return await begin(context, file ?? '', sha256 ?? '')
      case 'begin-again':
        return await begin(
          askedBefore(context, state as UpgradeState),
          state?.file ?? '',
          state?.sha256 ?? '',
        )
      case 'bring-back-previous':
        return await bringBackPrevious(context)
      case 'discard':
        discard(runOf(context, state as UpgradeState))
        options.say('Nothing was changed, and that upgrade was cleaned up.')
        return 0
      case 'go-on':
      case 'return':
        return await continueFromCopy(context, state as UpgradeState, action.do === 'return')
    }
  } finally {
    lock.release()
  }
}

/** What was begun had been allowed: whoever goes on with it need not say so again. */
const askedBefore = (context: Context, { withoutCopy }: UpgradeState): Context => ({
  ...context,
  allowOlder: true,
  withoutCopy: withoutCopy || context.withoutCopy,
})

/** Units of archives name the same places as packages do. */
function systemEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (environment.DATA_DIR || environment.CONFIG_FILE) return environment
  return {
    ...environment,
    DATA_DIR: '/var/lib/rookery/panel',
    CONFIG_FILE: '/etc/rookery/config.env',
    DAEMON_CONFIG_FILE: '/etc/rookery/daemon.yaml',
  }
}

function lockUpgrades(places: UpgradePlaces) {
  prepareUpgradeFolder(places)
  const lock = takeInstanceLock(places.folder, new Date().toISOString())
  if ('heldBy' in lock) throw new Error(`an upgrade is at work already (${lock.heldBy}); wait for its end`)
  return lock
}

async function describe({ installer, say }: Context, state: UpgradeState | null, file: string | null) {
  const version = await installer.installedVersion()
  say(`installed  ${version} (${installer.kind}, ${thisArchitecture})`)
  if (state && isInterrupted(state)) {
    const action = chooseAction(state, { sha256: null, resume: false, back: false })
    if (action.do === 'refuse') say(`state      ${action.message}`)
  }
  if (file === null) {
    say(
      'release    none named. There is no download site yet: name a file, or a folder with the files of a release',
    )
    return 0
  }
  const release = await readRelease(installer, file)
  say(`release    ${release.version} (${file}), checksum verified`)
  const problem = releaseProblem({ version, architecture: thisArchitecture }, release, { allowOlder: false })
  say(problem ?? (release.version === version ? 'It is installed already.' : 'It can be installed.'))
  return problem === null ? 0 : 1
}

/** A folder is a version of an archive that is still there. */
async function readRelease(installer: Installer, file: string): Promise<Release> {
  if (statSync(file).isDirectory()) {
    const version = readProgramVersion(file)
    return { name: 'rookery', version, architecture: thisArchitecture, installedBytes: 0 }
  }
  try {
    return await installer.readRelease(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} cannot be read as a release (${reason})`)
  }
}

/** Everything that is checked is checked before anything is written. */
async function begin(context: Context, file: string, sha256: string): Promise<number> {
  const { installer, places, environment, say, allowOlder, timeoutSeconds, withoutCopy } = context
  const from = await installer.installedVersion()
  const release = await readRelease(installer, file)
  const problem = releaseProblem({ version: from, architecture: thisArchitecture }, release, { allowOlder })
  if (problem !== null) throw new Error(problem)
  if (release.version === from) {
    say(`${from} is already installed: nothing to do.`)
    return 0
  }
  const facts = await readFacts(environment)
  const tight = spaceProblem(spaceNeeds(context, release, facts))
  if (tight !== null) throw new Error(tight)
  const units = await findRunningUnits()
  const state: UpgradeState = {
    ...{ format: 1, phase: 'saving', kind: installer.kind, from, to: release.version, file, sha256 },
    ...{ startedAt: new Date().toISOString(), timeoutSeconds, withoutCopy, units },
    ...{ nodeId: await findOwnNode(context, from, units), databaseCopy: null, reason: null },
  }
  say(
    `Upgrade from ${from} to ${release.version}. Games keep running; the panel is unavailable for a few seconds.`,
  )
  writeState(places, state)
  say(`1/5 Storing ${from} (${megabytes(folderBytes(installer.programFolder))}), so that it can be put back`)
  clear(places)
  const root = await installer.savePrevious(places.previous)
  symlinkSync(root, places.program)
  const saved: UpgradeState = { ...state, phase: 'saved' }
  writeState(places, saved)
  return continueFromCopy(context, saved, false)
}

function clear({ previous, program }: UpgradePlaces): void {
  rmSync(program, { force: true })
  for (const name of readdirSync(previous)) rmSync(join(previous, name), { recursive: true, force: true })
}

/** Null where no panel is set up on this machine. */
async function readFacts(environment: NodeJS.ProcessEnv): Promise<PanelFacts | null> {
  if (!existsSync(environment.CONFIG_FILE ?? '')) return null
  return (await readPanelFacts(programs, environment)).facts
}

/** The old program twice for packages (to run from, and to put back), the new one, and the database. */
function spaceNeeds({ installer, places }: Context, release: Release, facts: PanelFacts | null) {
  const program = folderBytes(installer.programFolder)
  const database = facts?.database.driver === 'sqlite' ? fileBytes(facts.database.file) : 0
  const stored = installer.kind === 'archive' ? 0 : program * (installer.kind === 'deb' ? 2 : 1)
  const needs = [
    { folder: places.folder, bytes: stored + database },
    { folder: dirname(installer.programFolder), bytes: release.installedBytes },
    // The panel copies it once more, before it changes it.
    ...(facts ? [{ folder: facts.dataDir, bytes: database }] : []),
  ]
  return needs.map(need => {
    const { bavail, bsize } = statfsSync(need.folder)
    return { ...need, freeBytes: bavail * bsize, device: statSync(need.folder).dev }
  })
}

function folderBytes(folder: string): number {
  const entries = readdirSync(realpathSync(folder), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + fileBytes(join(entry.parentPath, entry.name)), 0)
}

const fileBytes = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Only one that is connected now is waited for afterwards. */
async function findOwnNode({ installer, environment }: Context, version: string, units: string[]) {
  const file = environment.DAEMON_CONFIG_FILE ?? ''
  const isAsked = [panelUnit, daemonUnit].every(unit => units.includes(unit))
  if (!isAsked || !existsSync(file)) return null
  const [, id] = /^node_id: *(\d+)/m.exec(readFileSync(file, 'utf8')) ?? []
  if (id === undefined) return null
  const node = await findNode(installer.programFolder, environment, Number(id))
  return node?.version === version ? Number(id) : null
}

/** What the last upgrade has stored is the release now; it is moved away from where the present one will be stored. */
async function bringBackPrevious(context: Context): Promise<number> {
  const { installer, places } = context
  const stored = installer.previousRelease(places.previous)
  if (stored === null || !existsSync(stored)) {
    throw new Error(
      'rpm cannot make a package of the previous version: install its file with rookery upgrade FILE --allow-older',
    )
  }
  if (statSync(stored).isDirectory()) return begin({ ...context, allowOlder: true }, stored, '')
  const file = join(places.folder, 'previous-release.deb')
  renameSync(stored, file)
  try {
    return await begin({ ...context, allowOlder: true }, file, '')
  } catch (error) {
    if (!existsSync(stored)) renameSync(file, stored)
    throw error
  }
}

function runOf({ places, installer, environment, say }: Context, state: UpgradeState): Run {
  return { places, installer, environment, say, state, programs, readFacts: () => readFacts(environment) }
}

/** The installed program may be half replaced, and its files change under a running one. */
async function continueFromCopy(context: Context, state: UpgradeState, back: boolean): Promise<number> {
  const { places, environment } = context
  const copy = realpathSync(places.program)
  if (realpathSync(installationRoot) === copy) {
    const run = runOf(context, state)
    return back ? returnToPrevious(run, state.reason ?? 'it was requested') : carryOn(run)
  }
  const node = join(copy, 'bin/node')
  const argv = [node, join(copy, 'dist/rookery.mjs'), 'upgrade', back ? '--back' : '--resume']
  if (!process.execve) throw new Error('this system cannot replace a running program')
  // The lock is the kernel's and goes with this program; the copy takes it anew.
  return process.execve(node, argv, environment)
}
