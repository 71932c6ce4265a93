// A place of its own for a container engine in tests: whatever runs in it ends with it, also when the test is killed.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from './running-component.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const limitMs = 30_000
/** The first process of the room adopts and buries what the engine leaves behind. */
const caretaker = 'while :; do sleep 3600 & wait; done'
const ownNamespaces = ['--pid', '--fork', '--mount', '--mount-proc', '--kill-child']

export interface EngineRoom {
  /** Removed at the end; every user may pass it, so that a game can reach a folder mounted from here. */
  folder: string
  run(command: string, args: string[]): Promise<string>
  start(command: string, args: string[], env?: Record<string, string>): ChildProcess
  /** Kills a program that was started here, and nothing that it has started. */
  kill(child: ChildProcess): void
  /** Kills everything inside and removes the folder. */
  end(): Promise<void>
}

/** Why no engine can be given a room here, or null. */
export function missingEngineRoom(): string | null {
  if (process.getuid?.() !== 0) return 'a container engine needs root'
  const missing = ['unshare', 'nsenter', 'setpriv', 'ip', 'tar'].find(name => findProgram(name) === null)
  if (missing !== undefined) return `a container engine needs the program ${missing}`
  const tried = spawnSync('unshare', [...ownNamespaces, 'true'], { encoding: 'utf8' })
  return tried.status === 0 ? null : `this machine gives no namespaces (${tried.stderr.trim()})`
}

/** `emptied` are folders of the machine in whose place the room sees an empty one of its own. */
export async function openEngineRoom(name: string, emptied: string[] = []): Promise<EngineRoom> {
  const folder = await createTemporaryFolder(name)
  await chmod(folder, 0o755)
  const holder = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...ownNamespaces, 'sh', '-c', caretaker],
    {
      cwd: '/',
      stdio: 'ignore',
    },
  )
  const firstPid = await firstProcessOf(holder)
  const inside = ['--target', String(firstPid), '--pid', '--mount']
  for (const path of emptied) {
    await mkdir(path, { recursive: true })
    await run('nsenter', [...inside, 'mount', '-t', 'tmpfs', 'tmpfs', path])
  }
  await mountUnseenHierarchies(folder, inside)
  const env = { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C.UTF-8' }
  return {
    folder,
    run: async (command, args) =>
      (await run('nsenter', [...inside, command, ...args], { cwd: '/', env })).stdout,
    start: (command, args, more = {}) =>
      spawn('nsenter', [...inside, command, ...args], {
        cwd: '/',
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    kill: child => {
      for (const pid of childrenOf(child.pid ?? 0)) process.kill(pid, 'SIGKILL')
    },
    end: async () => {
      if (holder.exitCode === null && holder.signalCode === null) {
        const ended = once(holder, 'exit')
        process.kill(firstPid, 'SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/**
 * A hierarchy of control groups (version 1) counts for every process of the machine, whichever mount namespace brings
 * it up; an engine that cannot find where it is mounted measures nothing. So all of them are brought up beforehand.
 */
async function mountUnseenHierarchies(folder: string, inside: string[]): Promise<void> {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter(line => line.includes(' - cgroup '))
  const seen = mounts.flatMap(line => line.split(' ').at(-1)?.split(',') ?? [])
  if (!seen.includes('memory')) return
  const enabled = readFileSync('/proc/cgroups', 'utf8').match(/^\w+(?=\s.*1$)/gm) ?? []
  // These two are always brought up together.
  const joined = enabled.map(name => (name.startsWith('net_') ? 'net_cls,net_prio' : name))
  for (const controllers of new Set(joined)) {
    if (controllers.split(',').every(name => seen.includes(name))) continue
    const place = join(folder, 'hierarchies', controllers)
    await mkdir(place, { recursive: true })
    await run('nsenter', [...inside, 'mount', '-t', 'cgroup', '-o', controllers, 'cgroup', place]).catch(
      () => {},
    )
  }
}

async function firstProcessOf(holder: ChildProcess): Promise<number> {
  const endsAt = Date.now() + limitMs
  while (Date.now() < endsAt && holder.exitCode === null) {
    const first = childrenOf(holder.pid ?? 0)[0]
    if (first !== undefined && isShell(first)) return first
    await pause(5)
  }
  throw new Error('the room for the container engine could not be made')
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

/** Once it is the shell, its namespaces and their /proc are complete. */
function isShell(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sh\0')
  } catch {
    return false
  }
}

/** Keeps the newest output of a program for the words of an error. */
export function lastOutput(child: ChildProcess): () => string {
  let stored = ''
  const keep = (chunk: Buffer) => {
    stored = (stored + chunk.toString()).slice(-4_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => stored
}
