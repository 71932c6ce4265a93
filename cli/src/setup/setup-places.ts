// Where a first setup puts things: the layout of a package, below another root for tests, or the folders of DATA_DIR.

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface SetupPlaces {
  configFile: string
  panelDir: string
  /** Of the daemon: DATA_DIR, its settings and its games. */
  daemonData: string
  daemonFile: string
  gamesDir: string
  /** The places of the package, which its units and its command know. */
  isOfSystem: boolean
}

const packageData = '/var/lib/rookery'

export function findSetupPlaces(
  environment: NodeJS.ProcessEnv,
  workingDirectory: string,
  root: string | undefined,
): SetupPlaces {
  const dataDir = environment.DATA_DIR?.trim()
  const isElsewhere = dataDir && !resolve(workingDirectory, dataDir).startsWith(packageData)
  if (root === undefined && isElsewhere) return besideData(environment, resolve(workingDirectory, dataDir))
  const below = (path: string) => join(resolve(workingDirectory, root ?? '/'), path)
  return {
    configFile: below('etc/rookery/config.env'),
    panelDir: below('var/lib/rookery/panel'),
    daemonData: below('var/lib/rookery'),
    daemonFile: below('etc/rookery/daemon.yaml'),
    gamesDir: below('var/lib/rookery/games'),
    isOfSystem: root === undefined,
  }
}

function besideData(environment: NodeJS.ProcessEnv, dataDir: string): SetupPlaces {
  return {
    configFile: resolve(environment.CONFIG_FILE?.trim() || join(dataDir, 'config.env')),
    panelDir: dataDir,
    daemonData: dataDir,
    daemonFile: join(dataDir, 'daemon', 'daemon.yaml'),
    gamesDir: join(dataDir, 'daemon', 'servers'),
    isOfSystem: false,
  }
}

/** As the package makes it, and its unit runs the panel. */
export const panelUser = 'rookery'

export interface Owner {
  uid: number
  gid: number
}

/** The user that the panel's unit runs as, where root sets it up and the package has made that user. */
export function findOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null
  try {
    const id = (option: string) =>
      Number(execFileSync('id', [option, panelUser], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

/** Those of the files that this user cannot read, with its groups; none where that cannot be tried. */
export function filesClosedTo(user: string, files: readonly string[]): string[] {
  return files.filter(file => {
    const tried = spawnSync('runuser', ['-u', user, '--', 'test', '-r', file], { stdio: 'ignore' })
    return tried.error === undefined && tried.status === 1
  })
}

/** Folders that are there stay as they are. */
export function prepareSetupFolders(
  { configFile, panelDir, gamesDir }: SetupPlaces,
  owner: Owner | null,
): void {
  const etc = dirname(configFile)
  // The panel writes a file of its own there, and must not replace those of root.
  if (createFolder(etc, owner ? 0o1770 : 0o750) && owner) chownSync(etc, 0, owner.gid)
  // Games run as users of their own and pass through.
  createFolder(dirname(panelDir), 0o711)
  createFolder(gamesDir, 0o711)
  if (createFolder(panelDir, 0o700) && owner) chownSync(panelDir, owner.uid, owner.gid)
}

function createFolder(folder: string, mode: number): boolean {
  if (existsSync(folder)) return false
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, mode)
  return true
}
