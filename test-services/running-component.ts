// Starts a real component for tests in a temporary folder on its own loopback port, and leaves nothing behind.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createTemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

export interface RunningComponent {
  /** How the panel reaches it, with user and password. */
  url: string
  port: number
  /** Ends the process and starts it again in the same folder on the same port; resolves when it is ready. */
  restart(): Promise<void>
  /** Ends the process and removes its folder. */
  stop(): Promise<void>
}

export interface RunningDatabase extends RunningComponent {
  /** Makes a database of its own and gives its address: empty, or a copy of one that nobody is connected to. */
  createDatabase(modelUrl?: string): Promise<string>
}

/** What one start is given: a folder of its own, a free port and the commands as the right user. */
export interface StartPlan {
  folder: string
  port: number
  run(command: string, args: string[]): Promise<string>
  start(command: string, args: string[]): ChildProcess
}

export interface ComponentRecipe<Component extends RunningComponent> {
  name: string
  /** The system user that owns the process when the tests run as root; null for the caller's own. */
  systemUser: string | null
  start(plan: StartPlan): Promise<ChildProcess>
  isReady(plan: StartPlan): Promise<boolean>
  describe(plan: StartPlan, stop: () => Promise<void>): Omit<Component, 'restart'>
}

const startLimitMs = 60_000
const tries = 3

/** Starts the component; another program may snatch the free port in between, hence more than one try. */
export async function startComponent<Component extends RunningComponent>(
  recipe: ComponentRecipe<Component>,
): Promise<Component> {
  for (let left = tries; ; left--) {
    try {
      return await startOnce(recipe)
    } catch (error) {
      if (left <= 1) throw error
    }
  }
}

async function startOnce<Component extends RunningComponent>(
  recipe: ComponentRecipe<Component>,
): Promise<Component> {
  const folder = await createTemporaryFolder(recipe.name)
  let child: ChildProcess | undefined
  const stop = async () => {
    if (child !== undefined) await end(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const systemUser = process.getuid?.() === 0 ? recipe.systemUser : null
    if (systemUser !== null) await run('chown', [systemUser, folder])
    await chmod(folder, 0o700)
    const plan = planFor(folder, await freePort(), systemUser)
    let again: () => ChildProcess = () => child as ChildProcess
    const start: StartPlan['start'] = (command, args) => {
      again = () => plan.start(command, args)
      return again()
    }
    child = await recipe.start({ ...plan, start })
    await waitUntilReady(recipe, plan, child, collectOutput(child))
    const restart = async () => {
      if (child !== undefined) await end(child)
      child = again()
      await waitUntilReady(recipe, plan, child, collectOutput(child))
    }
    return { ...recipe.describe(plan, stop), restart } as Component
  } catch (error) {
    await stop()
    throw error
  }
}

function planFor(folder: string, port: number, systemUser: string | null): StartPlan {
  // The kernel ends the component together with this process, even when this process is killed.
  const asUser = ['--pdeathsig', 'KILL']
  if (systemUser !== null) asUser.push('--reuid', systemUser, '--regid', systemUser, '--init-groups')
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C.UTF-8' } }
  return {
    folder,
    port,
    run: async (command, args) => (await run('setpriv', [...asUser, command, ...args], options)).stdout,
    start: (command, args) =>
      spawn('setpriv', [...asUser, command, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
  }
}

function collectOutput(child: ChildProcess): () => string {
  let stored = ''
  const keep = (chunk: Buffer) => {
    stored = (stored + chunk.toString()).slice(-4_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => stored
}

async function waitUntilReady<Component extends RunningComponent>(
  recipe: ComponentRecipe<Component>,
  plan: StartPlan,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const endsAt = Date.now() + startLimitMs
  while (!(await recipe.isReady(plan).catch(() => false))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${recipe.name} ended while starting:\n${output()}`)
    }
    if (Date.now() > endsAt) throw new Error(`${recipe.name} is not ready after a minute:\n${output()}`)
    await pause(50)
  }
}

/** SIGINT is a fast, clean shutdown for PostgreSQL and Redis, and SIGTERM for MariaDB; what lingers is killed. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(killer)
}

/** Below those that the kernel gives away by itself: nobody gets it by chance before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 19_900)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

/** The first of the usual places where the program is installed. */
export function findProgram(
  name: string,
  folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin'],
): string | null {
  return folders.map(folder => join(folder, name)).find(path => existsSync(path)) ?? null
}
