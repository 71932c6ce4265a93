// Replaces this daemon by the version that the panel sends, where its file allows that: checked, unpacked beside, switched to,
// and taken back by the launcher when the panel does not see the new one in time. Games run on.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import {
  lstat,
  mkdtemp,
  open,
  readdir,
  readlink,
  rename,
  rm,
  statfs,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type {
  FailedUpgrade,
  NodeInstallation,
  UpgradeDaemon,
} from '@rookery/contracts/daemon/generated/link.ts'
import type { UpgradeAnswer } from '@rookery/contracts/daemon/upgrade-answer.ts'
import { ArchiveProblem } from '../../platform/archives/archive-problem.ts'
import type { Log } from '../../platform/log.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import type { Installation } from './installation.ts'
import { syncPlace, unpackDaemon } from './unpack-daemon.ts'
import {
  formatNote,
  isVersionName,
  lastLinesOf,
  parseFailedNote,
  parseNote,
  versionsToRemove,
} from './upgrade-rules.ts'

export interface UpgradesDeps {
  installation: Installation
  version: string
  /** upgrades.from_panel of daemon.yaml. */
  isAllowed: boolean
  /** Arguments with which a new version says whether it can read the file of this daemon. */
  checkArguments: readonly string[]
  /** What a restart would interrupt, for people; null: nothing. */
  whyBusy: () => string | null
  /** Ends this daemon in good order; the launcher starts the version that `current` leads to. */
  restart: (why: string) => void
  nowMs: () => number
  log: Log
}

/** As install.sh asks for. */
const neededBytes = 400 * 1024 ** 2
const largestArchiveBytes = 1024 ** 3
const checkLimitMs = 60_000
/** The panel hears the end of the transfer before the connection ends. */
const restartDelayMs = 500
const run = promisify(execFile)

export class Upgrades {
  readonly #deps: UpgradesDeps
  #isUnderWay = false
  #failed: FailedUpgrade | undefined

  constructor(deps: UpgradesDeps) {
    this.#deps = deps
  }

  /** Reads how the last one ended, and removes what an interrupted one left. */
  async start(): Promise<void> {
    const { versions } = this.#deps.installation
    if (!versions) return
    const names = await readdir(versions.folder).catch(() => [])
    for (const name of names.filter(each => each.startsWith(workPrefix)))
      await rm(join(versions.folder, name), { recursive: true, force: true })
    this.#failed = await readFailed(failedFile(versions.folder), versions.own)
  }

  describe(): NodeInstallation {
    const { installation, isAllowed } = this.#deps
    return {
      method: installation.method,
      packageName: installation.packageName,
      upgradesFromPanel: isAllowed,
      isSupervised: installation.isSupervised,
      failedUpgrade: this.#failed,
    }
  }

  async serve(order: UpgradeDaemon, transfer: OutgoingTransfer): Promise<void> {
    const folder = this.#require(order)
    if (this.#isUnderWay) throw new LinkRefusal('conflict', 'an upgrade of this node is already running')
    this.#isUnderWay = true
    try {
      await this.#upgrade(folder, order, transfer)
    } catch (error) {
      this.#isUnderWay = false
      throw error instanceof ArchiveProblem ? new LinkRefusal('invalid_input', error.message) : error
    }
  }

  /** The panel has welcomed this daemon: an upgrade that led here has worked. */
  async online(): Promise<void> {
    const { installation, log } = this.#deps
    if (!installation.versions) return
    const { folder, own } = installation.versions
    const note = readNote(noteFile(folder))
    if (!note || note.to !== own) return
    try {
      // Whoever removes it first decides: the launcher takes it away before it goes back.
      await unlink(noteFile(folder))
    } catch {
      return
    }
    await rm(failedFile(folder), { force: true })
    this.#failed = undefined
    log.info({ from: note.from, to: own }, 'the upgrade of this daemon has worked')
    await removeOldVersions(folder, own, note.from)
  }

  /** The folder of all versions. Throws LinkRefusal with the reason and what to do. */
  #require({ version, sizeBytes }: UpgradeDaemon): string {
    const { installation, isAllowed } = this.#deps
    if (!isAllowed)
      throw new LinkRefusal(
        'forbidden',
        'this node does not allow upgrades from the panel: set upgrades.from_panel to true in its daemon.yaml and restart its daemon, or upgrade it on the machine',
      )
    const { versions } = installation
    if (!versions || !installation.isSupervised)
      throw new LinkRefusal(
        'conflict',
        'this daemon was not set up by the script of the panel, so it cannot replace itself: upgrade it on the machine',
      )
    if (!isVersionName(version) || sizeBytes > largestArchiveBytes)
      throw new LinkRefusal('invalid_input', 'this is no archive of a daemon')
    if (version === versions.own) throw new LinkRefusal('conflict', `this node runs ${version} already`)
    if (readlinkSync(join(versions.folder, 'current')) !== versions.own)
      throw new LinkRefusal(
        'conflict',
        `${versions.folder}/current leads to another version than the one that runs: restart the daemon first`,
      )
    this.#requireIdle()
    return versions.folder
  }

  #requireIdle(): void {
    const busy = this.#deps.whyBusy()
    if (busy !== null) throw new LinkRefusal('conflict', busy)
  }

  async #upgrade(folder: string, order: UpgradeDaemon, transfer: OutgoingTransfer): Promise<void> {
    const { bavail, bsize } = await statfs(folder)
    const neededMegabytes = Math.round(neededBytes / 1024 ** 2)
    if (bavail * bsize < neededBytes)
      throw new LinkRefusal(
        'no_space',
        `${folder} has ${Math.floor((bavail * bsize) / 1024 ** 2)} MB left, and an upgrade needs ${neededMegabytes} MB: make room on the node`,
      )
    const answer = (step: UpgradeAnswer['step']) =>
      transfer.write({ $case: 'fileAnswer', value: { json: JSON.stringify({ step }) } })
    const work = await mkdtemp(join(folder, workPrefix))
    try {
      const archive = join(work, 'archive')
      const bodies = transfer.incoming()
      await answer('receiving')
      await receive(bodies, archive, order, transfer.signal)
      await answer('checking')
      const unpacked = await unpackDaemon(archive, join(work, 'unpacked'), order.version, transfer.signal)
      await rm(archive)
      await this.#try(unpacked, order.version)
      await writeFile(join(unpacked, '.sha256'), `${order.sha256}\n`, { flush: true })
      this.#requireIdle()
      transfer.signal.throwIfAborted()
      await this.#switch(folder, unpacked, order.version, join(work, 'replaced'))
    } finally {
      await rm(work, { recursive: true, force: true })
    }
    await answer('restarting').catch(() => {})
    const { log, restart } = this.#deps
    log.info({ to: order.version }, 'the daemon was upgraded by the panel and starts anew')
    setTimeout(() => restart('an upgrade from the panel'), restartDelayMs)
  }

  /** Runs on this system, is what it says, and can read the file of this daemon. */
  async #try(unpacked: string, version: string): Promise<void> {
    const node = join(unpacked, 'bin/node')
    const program = async (args: readonly string[]) => {
      try {
        return (await run(node, args, { timeout: checkLimitMs, maxBuffer: 1024 ** 2, env: {} })).stdout.trim()
      } catch (error) {
        const {
          stdout = '',
          stderr = '',
          message,
        } = error as { stdout?: string; stderr?: string; message: string }
        const said = lastLinesOf(`${stdout}\n${stderr}`).slice(-3).join(' / ') || message
        throw new LinkRefusal(
          'conflict',
          `the new version does not run on this node, which stays as it is: ${said}`,
        )
      }
    }
    const named = await program([join(unpacked, 'dist/rookery.mjs'), 'version'])
    if (named !== version)
      throw new LinkRefusal(
        'invalid_input',
        `the new version calls itself ${named.slice(0, 40)} and not ${version}`,
      )
    await program([join(unpacked, 'dist/daemon.mjs'), ...this.#deps.checkArguments])
  }

  /** First the note, so that from the switch on the launcher watches; whatever fails here leaves the former version. */
  async #switch(folder: string, unpacked: string, version: string, replaced: string): Promise<void> {
    const own = this.#deps.installation.versions?.own ?? ''
    const target = join(folder, version)
    // One that failed before, which no longer runs.
    if (await lstat(target).catch(() => null)) await rename(target, replaced)
    await rename(unpacked, target)
    await rm(failedFile(folder), { force: true })
    this.#failed = undefined
    const sinceSeconds = Math.floor(this.#deps.nowMs() / 1000)
    await writeWhole(noteFile(folder), formatNote({ from: own, to: version, sinceSeconds }))
    await syncPlace(folder)
    try {
      await pointTo(folder, version)
    } catch (error) {
      await rm(noteFile(folder), { force: true })
      throw error
    }
  }
}

const workPrefix = '.upgrade-'
const noteFile = (folder: string) => join(folder, 'upgrade')
const failedFile = (folder: string) => join(folder, 'upgrade-failed')

async function receive(
  bodies: ReturnType<OutgoingTransfer['incoming']>,
  file: string,
  { sizeBytes, sha256 }: UpgradeDaemon,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256')
  const output = await open(file, 'wx', 0o600)
  let received = 0
  let isWhole = false
  try {
    for await (const body of bodies) {
      if (body.$case === 'fileEnd') {
        isWhole = true
        break
      }
      if (body.$case !== 'fileBytes') continue
      const { bytes } = body.value
      received += bytes.length
      if (received > sizeBytes) throw new LinkRefusal('invalid_input', 'the archive is larger than announced')
      hash.update(bytes)
      await output.appendFile(bytes)
    }
  } finally {
    await output.close()
  }
  signal.throwIfAborted()
  if (!isWhole || received !== sizeBytes)
    throw new LinkRefusal('invalid_input', 'the archive was cut off on its way: try again')
  if (hash.digest('hex') !== sha256)
    throw new LinkRefusal(
      'invalid_input',
      'the archive is not the one that the panel announced (its SHA-256 is wrong): try again',
    )
}

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { flush: true })
  await rename(`${file}.new`, file)
}

/** A link takes the place of the other in one step. */
async function pointTo(folder: string, version: string): Promise<void> {
  const link = join(folder, '.current-new')
  await rm(link, { force: true })
  await symlink(version, link)
  await rename(link, join(folder, 'current'))
  await syncPlace(folder)
}

function readNote(file: string) {
  try {
    return parseNote(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

async function readFailed(file: string, own: string): Promise<FailedUpgrade | undefined> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const failed = parseFailedNote(text)
  if (!failed || failed.to === own) return undefined
  return {
    fromVersion: failed.from,
    toVersion: failed.to,
    reason: failed.reason,
    atMs: failed.atSeconds * 1000,
    lastLines: await readJournal(failed.sinceSeconds, failed.atSeconds),
  }
}

/** What the unit wrote in this time; nothing where there is no journal. */
async function readJournal(sinceSeconds: number, untilSeconds: number): Promise<string[]> {
  const scope = process.getuid?.() === 0 ? [] : ['--user']
  const span = ['--since', `@${sinceSeconds}`, '--until', `@${untilSeconds + 1}`]
  try {
    const args = [...scope, '-u', 'rookery-daemon', ...span, '-n', '40', '-o', 'cat', '--no-pager', '-q']
    return lastLinesOf((await run('journalctl', args, { timeout: 10_000, maxBuffer: 4 * 1024 ** 2 })).stdout)
  } catch {
    return []
  }
}

async function removeOldVersions(folder: string, running: string, former: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  const versions: string[] = []
  for (const name of folders) {
    const isVersion = isVersionName(name) && (await lstat(join(folder, name, 'install.sh')).catch(() => null))
    if (isVersion) versions.push(name)
  }
  const used = await versionsInUse(folder)
  for (const name of versionsToRemove(versions, { running, former, used }))
    await rm(join(folder, name), { recursive: true, force: true })
}

/** A game keeps the version that it was started with. */
async function versionsInUse(folder: string): Promise<Set<string>> {
  const processes = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const programs = await Promise.all(processes.map(pid => readlink(`/proc/${pid}/exe`).catch(() => '')))
  const inside = programs.filter(path => path.startsWith(`${folder}/`))
  return new Set(inside.map(path => path.slice(folder.length + 1).split('/')[0] ?? basename(path)))
}
