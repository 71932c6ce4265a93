// How Rookery is installed on this machine, and what differs between the ways: packages of Debian and RPM, and archives.

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createArchiveInstaller } from './archive-installer.ts'
import { createDebInstaller } from './deb-installer.ts'
import { createRpmInstaller } from './rpm-installer.ts'
import { tryCommand } from './system-command.ts'
import type { Architecture, InstallationKind, Release } from './upgrade-rules.ts'

export interface Installer {
  kind: InstallationKind
  /** What is installed now, as this machine's package manager or the link of an archive says. */
  installedVersion(): Promise<string>
  /** Where the running version is; after `install` it is the new one. */
  programFolder: string
  /** Reads what a file brings; throws when it is damaged or something else. */
  readRelease(file: string): Promise<Release>
  /** Copies the installed program into the folder, enough to run it from there and to put it back. Gives its root. */
  savePrevious(folder: string): Promise<string>
  /** Also over a half-finished install. */
  install(file: string): Promise<void>
  /** Puts back what `savePrevious` has stored. */
  putBack(folder: string): Promise<void>
  /** Whether the units that ran are restarted by it. */
  restartsUnits: { install: boolean; putBack: boolean }
  /** Removes what was needed for the time of the upgrade alone. */
  cleanUp(folder: string): void
  /** A release file or folder of the version before, for `--back` later; null where only the package brings it. */
  previousRelease(folder: string): string | null
}

export const packagedProgram = '/usr/lib/rookery'
export const archiveBase = '/opt/rookery'

export type FoundInstaller = Installer | { problem: string }

/** `root` is the folder of the program that asks. */
export async function findInstaller(root: string, programCopy: string): Promise<FoundInstaller> {
  const place = realpathSync(root)
  const isCopy = existsSync(programCopy) && realpathSync(programCopy) === place
  if (place === packagedProgram || (isCopy && !place.startsWith(`${archiveBase}/`))) return findPackage()
  const link = join(archiveBase, 'current')
  if (dirname(place) === archiveBase && existsSync(link)) return createArchiveInstaller(archiveBase)
  return { problem: otherWay(place) }
}

async function findPackage(): Promise<FoundInstaller> {
  const owns = async (argv: string[]) => (await tryCommand(argv)).status === 0
  if (await owns(['dpkg-query', '--show', 'rookery'])) return createDebInstaller()
  if (await owns(['rpm', '--query', 'rookery'])) return createRpmInstaller()
  return {
    problem:
      'this machine has the daemon alone. Upgrade the panel first, then install the newer rookery-daemon here, or run the line that made this machine a node again',
  }
}

function otherWay(place: string): string {
  if (existsSync(join(place, '.git'))) {
    return 'this is a clone: stop it, run git pull, and start it again with npm start. Make a backup before: rookery panel backup FILE'
  }
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) {
    return 'this is a container: load the newer image and name its version in compose.yaml, then docker compose up -d. Make a backup before: rookery panel backup FILE'
  }
  return `${place} was installed neither as a package nor as an archive in ${archiveBase}: see docs/operate/upgrade.md`
}

export const thisArchitecture = process.arch as Architecture

export function readProgramVersion(root: string): string {
  return String(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: unknown }).version,
  )
}
