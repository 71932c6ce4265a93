// What an upgrade may do: which file suits this installation, and what follows from where the last run ended.

import { compareVersions } from '@rookery/primitives/compare-versions.ts'

export type InstallationKind = 'deb' | 'rpm' | 'archive'
export type Architecture = 'x64' | 'arm64'

/**
 * `saving` → `saved` → `installing` → `done`, or from `installing` → `returning` → `returned`. What is interrupted in
 * `saving` or `saved` has changed nothing; from then on it is brought to one of the two ends.
 */
export type Phase = 'saving' | 'saved' | 'installing' | 'returning' | 'done' | 'returned'

/** What is known of the last upgrade, in a file that outlives the process. */
export interface UpgradeState {
  format: 1
  phase: Phase
  kind: InstallationKind
  from: string
  to: string
  file: string
  sha256: string
  startedAt: string
  timeoutSeconds: number
  withoutCopy: boolean
  /** Units that ran before, and run afterwards. */
  units: string[]
  /** This machine as a node of its own panel; null where it is none, or had not connected. */
  nodeId: number | null
  databaseCopy: string | null
  /** Why it went back. */
  reason: string | null
}

export interface Release {
  name: string
  version: string
  architecture: string
  installedBytes: number
}

export interface Installed {
  version: string
  architecture: Architecture
}

/** Null: it may be installed. */
export function releaseProblem(
  installed: Installed,
  release: Release,
  { allowOlder }: { allowOlder: boolean },
): string | null {
  if (release.name !== 'rookery') {
    return `this is ${release.name}, and this machine has the panel: use the file that is called rookery`
  }
  if (release.architecture !== installed.architecture) {
    return `the release is made for ${release.architecture}, this machine is ${installed.architecture}`
  }
  const order = compareVersions(release.version, installed.version)
  if (order < 0 && !allowOlder) {
    return `the release is ${release.version}, older than ${installed.version}, which is installed; with --allow-older it is installed, if it can work with the database`
  }
  return null
}

export interface UpgradeRequest {
  /** Of the file that was named; null where none was. */
  sha256: string | null
  resume: boolean
  back: boolean
}

export type Action =
  | { do: 'begin' }
  /** Nothing was changed yet: begin anew with the same file. */
  | { do: 'begin-again' }
  | { do: 'go-on' }
  | { do: 'return' }
  /** From an upgrade that was finished. */
  | { do: 'bring-back-previous' }
  /** Remove what an upgrade has left that changed nothing. */
  | { do: 'discard' }
  | { do: 'refuse'; message: string }

const refuse = (message: string): Action => ({ do: 'refuse', message })
const nameAFile =
  'name the release: rookery upgrade FILE, or a folder with the files of a release. There is no download site yet'

export function chooseAction(state: UpgradeState | null, request: UpgradeRequest): Action {
  if (request.resume && request.back) return refuse('choose one of --resume and --back')
  if (state === null || !isInterrupted(state)) return actionAtRest(state, request)
  const isSameFile = request.sha256 === state.sha256
  if (!request.back && !request.resume && !isSameFile) return refuse(describeInterrupted(state))
  switch (state.phase) {
    case 'saving':
      return request.back ? { do: 'discard' } : { do: 'begin-again' }
    case 'saved':
      return request.back ? { do: 'discard' } : { do: 'go-on' }
    case 'returning':
      return { do: 'return' }
    case 'installing':
      return request.back ? { do: 'return' } : { do: 'go-on' }
    case 'done':
    case 'returned':
      return actionAtRest(state, request)
  }
}

function actionAtRest(state: UpgradeState | null, { sha256, resume, back }: UpgradeRequest): Action {
  if (resume) return refuse('there is no interrupted upgrade')
  if (back) {
    return state?.phase === 'done'
      ? { do: 'bring-back-previous' }
      : refuse(
          'no earlier version is stored here: it is, after an upgrade. An older release is installed with rookery upgrade FILE --allow-older',
        )
  }
  return sha256 === null ? refuse(nameAFile) : { do: 'begin' }
}

export function isInterrupted({ phase }: Pick<UpgradeState, 'phase'>): boolean {
  return phase !== 'done' && phase !== 'returned'
}

/** For somebody who finds it: what is the case, and the commands that end it. */
export function describeInterrupted({ phase, from, to, startedAt }: UpgradeState): string {
  const begun = `the upgrade from ${from} to ${to}, begun ${startedAt}, was interrupted`
  switch (phase) {
    case 'saving':
    case 'saved':
      return `${begun} before anything was changed. Go on: rookery upgrade --resume. Leave it: rookery upgrade --back`
    case 'returning':
      return `${begun} while ${from} was put back. Finish that: rookery upgrade --back`
    case 'installing':
    case 'done':
    case 'returned':
      return `${begun} while ${to} was installed. Finish it: rookery upgrade --resume. Return to ${from}: rookery upgrade --back`
  }
}

/** `SHA256SUMS` has a line for each file, two blanks or a blank and an asterisk between. */
export function findChecksum(sums: string, fileName: string): string | null {
  for (const line of sums.split('\n')) {
    const [, sha256, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trim()) ?? []
    if (sha256 !== undefined && name === fileName) return sha256
  }
  return null
}

const archNames: Record<Architecture, { deb: string; rpm: string }> = {
  x64: { deb: 'amd64', rpm: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64' },
}

/** What packages call it, as Rookery does; another name stays as it is. */
export function architectureOf(name: string): string {
  const found = Object.entries(archNames).find(([, names]) => names.deb === name || names.rpm === name)
  return found?.[0] ?? name
}

/** Packages write `1.0.0-rc.1` with a tilde. */
export const versionOf = (packageVersion: string): string => packageVersion.replace('~', '-')

/** The newest of the files in a folder that suit this installation; null where there is none. */
export function chooseFile(
  names: readonly string[],
  kind: InstallationKind,
  architecture: Architecture,
): string | null {
  const { deb, rpm } = archNames[architecture]
  const ends: Record<InstallationKind, [string, string]> = {
    deb: ['rookery_', `_${deb}.deb`],
    rpm: ['rookery-', `-1.${rpm}.rpm`],
    archive: ['rookery-', `-linux-${architecture}.tar.gz`],
  }
  const [beginning, ending] = ends[kind]
  const found = names.flatMap(name => {
    if (!name.startsWith(beginning) || !name.endsWith(ending)) return []
    const version = versionOf(name.slice(beginning.length, -ending.length))
    // Others of the release are called rookery-daemon, and the image has its name behind the version.
    return /^\d+\.\d+\.\d+(?!-image)/.test(version) ? [{ name, version }] : []
  })
  return found.toSorted((a, b) => compareVersions(b.version, a.version))[0]?.name ?? null
}

/** A unit that has ended this often since it was started does not come up. */
const mostRestarts = 5

export interface PanelStatus {
  isReady: boolean
  /** That it says itself; null while it does not answer. */
  version: string | null
  /** How often its unit was started again by itself. */
  restarts: number
}

export type PanelCheck = { is: 'ready' } | { is: 'waiting' } | { is: 'failed'; reason: string }

export function checkPanel(status: PanelStatus, wanted: string, isTimeUp: boolean): PanelCheck {
  if (status.isReady && status.version === wanted) return { is: 'ready' }
  if (status.restarts >= mostRestarts) {
    return { is: 'failed', reason: `the panel ended ${status.restarts + 1} times right after its start` }
  }
  if (!isTimeUp) return { is: 'waiting' }
  if (status.version === null) return { is: 'failed', reason: 'the panel does not answer' }
  return status.version === wanted
    ? { is: 'failed', reason: 'the panel answers and is not ready: its database or cache does not' }
    : { is: 'failed', reason: `version ${status.version} answers instead of ${wanted}` }
}

/** Null: there is room. What cannot be measured is not refused. */
export function spaceProblem(
  needs: readonly { folder: string; bytes: number; freeBytes: number; device: number }[],
): string | null {
  const perDevice = Map.groupBy(needs, ({ device }) => device)
  for (const group of perDevice.values()) {
    const bytes = group.reduce((sum, need) => sum + need.bytes, 0)
    const [first] = group
    if (first && bytes > first.freeBytes) {
      const folders = [...new Set(group.map(({ folder }) => folder))].join(' and ')
      return `${megabytes(bytes)} are needed in ${folders}, and ${megabytes(first.freeBytes)} are free; make room first`
    }
  }
  return null
}

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
