// Runs the shipped product for a story: `rookery up` as a process of its own, with its own data folder and ports.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program, quickHashing } from '../test-services/start-program.ts'
import { freePort } from './ports.ts'
import { waitFor } from './wait-for.ts'

export interface Ports {
  http: number
  grpc: number
}

export interface Rookery {
  url: string
  dataDir: string
  ports: Ports
  /** What `up` has printed so far. */
  output(): string
  /** Only known when this start made the installation. */
  administrator: { login: string; password: string } | null
  /** Ctrl-C; gives the exit code. */
  interrupt(): Promise<number | null>
}

/** Keeps a data folder for several starts and removes it, with every game server in it, at the end. */
export async function createHome(): Promise<{ dataDir: string; ports: Ports; remove(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-story-'))
  // Game users must be able to enter it, or the games would be put elsewhere on this machine.
  chmodSync(dataDir, 0o711)
  const ports = { http: await freePort(), grpc: await freePort() }
  return {
    dataDir,
    ports,
    async remove() {
      await endKeeper(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** `rookery up`, which may never become ready. */
export function startUp(
  home: { dataDir: string; ports: Ports },
  variables: Record<string, string> = {},
): Program {
  return new Program('rookery', {
    args: ['up'],
    variables: {
      DATA_DIR: home.dataDir,
      HTTP_PORT: String(home.ports.http),
      GRPC_PORT: String(home.ports.grpc),
      ...quickHashing,
      ...variables,
    },
  })
}

export async function startRookery(
  home: { dataDir: string; ports: Ports },
  variables: Record<string, string> = {},
): Promise<Rookery> {
  const up = startUp(home, variables)
  await waitFor('rookery is ready', () => {
    up.requireRunning()
    return /^ready: /m.test(up.output)
  })
  const password = /password\s+(\S+)/.exec(up.output)?.[1]
  return {
    url: /^ready: (\S+)/m.exec(up.output)?.[1] ?? '',
    dataDir: home.dataDir,
    ports: home.ports,
    output: () => up.output,
    administrator: password ? { login: 'admin', password } : null,
    interrupt: () => up.end('SIGINT'),
  }
}

/** The process id of a program that `up` has started, found by its command line. */
export function processesOf(dataDir: string, programName: string): number[] {
  return processTable()
    .filter(({ args }) => args.includes(programName) && args.includes(dataDir))
    .map(({ pid }) => pid)
}

function processTable(): { pid: number; args: string }[] {
  const pids = readdirSync('/proc')
    .filter(name => /^[0-9]+$/.test(name))
    .map(Number)
  return pids.flatMap(pid => {
    try {
      return [{ pid, args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
    } catch {
      return []
    }
  })
}

async function endKeeper(dataDir: string): Promise<void> {
  for (const pid of processesOf(dataDir, 'keeper')) killIfThere(pid)
  await waitFor('the keeper has ended', () => processesOf(dataDir, 'keeper').length === 0)
}

/** It may have ended by itself meanwhile. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
