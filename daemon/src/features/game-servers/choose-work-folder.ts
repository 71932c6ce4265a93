// Decides once, at the daemon's start, where game servers live and which Node binary they can run.
//
// As root every game has a user of its own, who may not be able to pass the folders above the data folder (a clone in
// /root, a private temporary folder). Permissions of folders that are not ours are never changed: things move instead.

import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import { whyOthersCannot } from '../../platform/process-managers/process/reachable-path.ts'

export interface WorkFolderOptions {
  dataFolder: string
  workPath: string
  nodeBinary: string
  /** A game's user id is this plus the game server's id; null: the daemon is not root, all share its user. */
  userIdBase: number | null
  /** Where things go that must be reachable for everybody. */
  sharedFolder: string
}

export interface WorkFolder {
  serversFolder: string
  nodeBinary: string
  userIdOf: (gameServerId: number) => number | undefined
  /** What was decided and why, for the log. */
  notes: { level: 'info' | 'warn'; message: string }[]
}

/** Others may pass through, but not list: neighbors stay unknown to each other. */
const passOnly = 0o711

/** Says in the log what was decided and why. */
export async function openWorkFolder(request: WorkFolderOptions, log: Log): Promise<WorkFolder> {
  const place = await chooseWorkFolder(request)
  for (const { level, message } of place.notes) log[level](message)
  return place
}

export async function chooseWorkFolder(request: WorkFolderOptions): Promise<WorkFolder> {
  const { userIdBase, workPath, nodeBinary } = request
  if (userIdBase === null) {
    createFolders(workPath)
    const message = `the daemon is not root: all game servers run as its own user (${userInfo().username}) and can read each other's files`
    return {
      serversFolder: workPath,
      nodeBinary,
      userIdOf: () => undefined,
      notes: [{ level: 'warn', message }],
    }
  }
  const notes: WorkFolder['notes'] = []
  const ownFolder = join(request.sharedFolder, shortHash(request.dataFolder))
  return {
    serversFolder: await decideServersFolder(workPath, ownFolder, notes),
    nodeBinary: await decideNodeBinary(nodeBinary, ownFolder, notes),
    userIdOf: gameServerId => userIdBase + gameServerId,
    notes,
  }
}

async function decideServersFolder(
  workPath: string,
  ownFolder: string,
  notes: WorkFolder['notes'],
): Promise<string> {
  const closed = await whyOthersCannot('enter', nearestExisting(workPath))
  if (closed === null) {
    createFolders(workPath)
    return workPath
  }
  const serversFolder = join(ownFolder, 'servers')
  createFolders(serversFolder)
  const stillClosed = await whyOthersCannot('enter', serversFolder)
  if (stillClosed !== null) throw new Error(`game servers have no reachable folder: ${stillClosed}`)
  notes.push({ level: 'info', message: `${closed}: game servers live in ${serversFolder}` })
  return serversFolder
}

/** A hard link costs nothing; where it cannot be made, or would keep a closed mode, it is a copy. */
async function decideNodeBinary(
  nodeBinary: string,
  ownFolder: string,
  notes: WorkFolder['notes'],
): Promise<string> {
  const closed = await whyOthersCannot('execute', nodeBinary)
  if (closed === null) return nodeBinary
  const { size, mtimeMs } = statSync(nodeBinary)
  const runtimeFolder = join(ownFolder, 'runtime')
  const reachable = join(runtimeFolder, `node-${shortHash(`${nodeBinary} ${size} ${mtimeMs}`)}`)
  if (!existsSync(reachable)) {
    createFolders(runtimeFolder)
    const temporary = `${reachable}.${process.pid}.new`
    rmSync(temporary, { force: true })
    linkOrCopy(nodeBinary, temporary)
    renameSync(temporary, reachable)
  }
  notes.push({ level: 'info', message: `${closed}: games run Node from ${reachable}` })
  return reachable
}

function linkOrCopy(from: string, to: string): void {
  const isOpen = (statSync(from).mode & 0o005) === 0o005
  if (isOpen && canLink(from, to)) return
  copyFileSync(from, to)
  chmodSync(to, 0o755)
}

/** False on another file system, or one without hard links. */
function canLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

/** Folders that exist stay as they are; those made here get their mode whatever the umask. */
function createFolders(path: string): void {
  if (existsSync(path)) return
  createFolders(dirname(path))
  mkdirSync(path)
  chmodSync(path, passOnly)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}

/** The socket of the keeper lies beside the store, or where its path is short enough for a socket. */
export function keeperSocketFile(dataFolder: string): string {
  const beside = join(dataFolder, 'keeper.sock')
  if (Buffer.byteLength(beside) <= 100) return beside
  const runFolder = process.getuid?.() === 0 ? '/run/rookery' : (process.env.XDG_RUNTIME_DIR ?? '/tmp')
  const folder = join(runFolder, `rookery-${process.getuid?.() ?? 0}-${shortHash(dataFolder)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Error(`${folder} must belong to this user alone: remove it`)
  }
  return join(folder, 'keeper.sock')
}
