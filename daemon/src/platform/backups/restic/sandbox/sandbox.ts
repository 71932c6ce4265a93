// The sandbox in which restic runs: a private mount namespace with a root of its own, that holds what this run needs and
// nothing else of the machine. A game that swaps folders for links then leads restic nowhere.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sandboxScript } from './sandbox-script.ts'

/** `confined`: as above, for root. `open`: for everybody else, who has no border to defend: paths are those of the machine. */
export type SandboxKind = 'confined' | 'open'

export interface SandboxPlan {
  /** Folders of this machine, by the name that they have at the top of the sandbox. */
  folders: Readonly<Record<string, { source: string; isReadOnly: boolean }>>
  /** Files that exist for this run alone, by name: secrets, and what restic reads besides. */
  files: Readonly<Record<string, FileText>>
  /** Also what ssh needs. */
  hasSsh?: boolean
  priority: 'normal' | 'low'
  command(placeOf: PlaceOf): { args: string[]; env: Record<string, string> }
  /** One line, for the program itself. */
  standardInput: string
}

/** A text may say where other things of the plan are. */
export type FileText = string | ((placeOf: PlaceOf) => string)

/** Where something of the plan is for the program that runs. */
export type PlaceOf = (name: string) => string

export interface SandboxOptions {
  kind: SandboxKind
  /** Absolute. */
  program: string
  /** A folder of the daemon's own, for cache and temporary files. */
  stateFolder: string
}

/** Programs beyond those of every Linux; a run goes without those that are not there. */
const lowPriority: [string, string[]][] = [
  ['nice', ['-n', '10']],
  ['ionice', ['-c', '2', '-n', '7']],
]

export interface SandboxRun {
  child: ChildProcess
  /** Removes what the run has left; only after its end. */
  leave(): Promise<void>
}

export async function startInSandbox(options: SandboxOptions, plan: SandboxPlan): Promise<SandboxRun> {
  for (const name of ['cache', 'tmp', 'root']) {
    await mkdir(join(options.stateFolder, name), { recursive: true, mode: 0o700 })
  }
  return options.kind === 'confined' ? startConfined(options, plan) : startOpen(options, plan)
}

/** Everything that only this run may see comes through its standard input, ahead of the line for the program. */
async function startConfined(
  { program, stateFolder }: SandboxOptions,
  plan: SandboxPlan,
): Promise<SandboxRun> {
  const placeOf = (name: string) => `/${name}`
  const files = Object.entries(plan.files).map(([name, text]) => ({ name, bytes: bytesOf(text, placeOf) }))
  const { args, env } = plan.command(placeOf)
  const sandboxArguments = [
    ...Object.entries({ ...plan.folders, ...ownFolders(stateFolder) }).flatMap(
      ([name, { source, isReadOnly }]) => [isReadOnly ? 'read' : 'write', source, name],
    ),
    ...files.flatMap(({ name, bytes }) => ['file', String(bytes.length), name]),
    ...(plan.hasSsh ? ['ssh', findProgram('ssh') ?? '/usr/bin/ssh', ''] : []),
  ]
  const wrapped = [
    ...wrappers(plan.priority),
    ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', sandboxScript, 'sandbox'],
    ...[join(stateFolder, 'root'), program, ...sandboxArguments, '--', ...args],
  ]
  const child = spawnWrapped(wrapped, { ...env, PATH: systemPath }, stateFolder)
  const input = [...files.map(({ bytes }) => bytes), Buffer.from(`${plan.standardInput}\n`)]
  child.stdin?.end(Buffer.concat(input))
  return { child, leave: async () => {} }
}

async function startOpen({ program, stateFolder }: SandboxOptions, plan: SandboxPlan): Promise<SandboxRun> {
  const name = `${runPrefix}${process.pid}-${randomBytes(9).toString('hex')}`
  const runFolder = join(runsFolder(stateFolder), name)
  await mkdir(runFolder, { mode: 0o700 })
  const leave = () => rm(runFolder, { recursive: true, force: true })
  try {
    const folders = { ...plan.folders, ...ownFolders(stateFolder) }
    const placeOf = (name: string) => folders[name]?.source ?? join(runFolder, name)
    for (const [name, text] of Object.entries(plan.files)) {
      await mkdir(dirname(placeOf(name)), { recursive: true, mode: 0o700 })
      await writeFile(placeOf(name), bytesOf(text, placeOf), { mode: 0o600 })
    }
    const { args, env } = plan.command(placeOf)
    const child = spawnWrapped(
      [...wrappers(plan.priority), program, ...args],
      { ...env, PATH: systemPath },
      join(stateFolder, 'tmp'),
    )
    child.stdin?.end(`${plan.standardInput}\n`)
    return { child, leave }
  } catch (error) {
    await leave()
    throw error
  }
}

const runPrefix = 'rookery-room-'

function runsFolder(stateFolder: string): string {
  return memoryFolder() ?? join(stateFolder, 'tmp')
}

/** What runs of a daemon that was killed have left: there are secrets in it. */
export async function removeAbandonedRuns(stateFolder: string): Promise<void> {
  const folder = runsFolder(stateFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^rookery-room-(\d+)-[0-9a-f]{18}$/.exec(name)?.[1] ?? 0)
    if (pid > 0 && !existsSync(`/proc/${pid}`)) {
      // Those of other users stay.
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
    }
  }
}

function bytesOf(text: FileText, placeOf: PlaceOf): Buffer {
  return Buffer.from(typeof text === 'string' ? text : text(placeOf))
}

function ownFolders(stateFolder: string): SandboxPlan['folders'] {
  const own = (name: string) => ({ source: join(stateFolder, name), isReadOnly: false })
  return { cache: own('cache'), tmp: own('tmp') }
}

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** It ends in good order when this process is gone, however that went. */
function wrappers(priority: SandboxPlan['priority']): string[] {
  const wanted: [string, string[]][] = [
    ['setpriv', ['--pdeathsig', 'INT']],
    ...(priority === 'low' ? lowPriority : []),
  ]
  return wanted.flatMap(([name, args]) => {
    const program = findProgram(name)
    return program === null ? [] : [program, ...args]
  })
}

function spawnWrapped(commandLine: string[], env: Record<string, string>, cwd: string): ChildProcess {
  const [command = '', ...args] = commandLine
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  // A program that ends early does not read; how it ended says why.
  child.stdin.on('error', () => {})
  return child
}

export function findProgram(name: string): string | null {
  return (
    systemPath
      .split(':')
      .map(folder => join(folder, name))
      .find(isRunnable) ?? null
  )
}

export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a file is gone with the machine's power. */
function memoryFolder(): string | null {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return null
  }
}
