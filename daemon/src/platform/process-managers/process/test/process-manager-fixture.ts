// A process manager on a keeper of its own in a temporary folder, with everything ended and removed afterwards.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { shippedKeeper } from '../../../../../../test-services/start-program.ts'
import type { Launch, ProcessManager, RunningProcess } from '../../process-manager.ts'
import { whyNoOwnUsers } from '../own-user.ts'
import { openProcessManager, type ProcessManagerOptions } from '../process.ts'
import { endKeepers } from './end-keepers.ts'

export const hasOwnUsers = whyNoOwnUsers() === null
export const plainEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'xterm' }

export interface Fixture {
  folder: string
  socketFile: string
  manager: ProcessManager
  /** Another daemon on the same keeper. */
  openAnother(): ProcessManager
  keeperPid(): number
  end(): Promise<void>
}

export function openFixture(extra: Partial<ProcessManagerOptions> = {}): Fixture {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-'))
  const fixture = openFixtureIn(folder, extra)
  const end = async () => {
    await fixture.end()
    await endKeepers(fixture.socketFile)
    rmSync(folder, { recursive: true })
  }
  return { ...fixture, end }
}

/** For tests that are about games and not about their keeper: one keeper for all of them, without a game of another. */
export function useOneKeeper(): (extra?: Partial<ProcessManagerOptions>) => Fixture {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-'))
  afterAll(async () => {
    await endKeepers(socketFileIn(folder))
    rmSync(folder, { recursive: true })
  })
  return (extra = {}) => openFixtureIn(folder, extra)
}

const socketFileIn = (folder: string) => join(folder, 'keeper.sock')

function openFixtureIn(folder: string, extra: Partial<ProcessManagerOptions>): Fixture {
  const socketFile = socketFileIn(folder)
  const options = { socketFile, logFile: join(folder, 'keeper.log'), ...shippedKeeper, ...extra }
  const managers = [openProcessManager(options)]
  const openAnother = () => {
    managers.push(openProcessManager(options))
    return managers.at(-1) as ProcessManager
  }
  const keeperPid = () => Number.parseInt(readFileSync(`${socketFile}.pid`, 'utf8'), 10)
  const end = async () => {
    const cleaner = openAnother()
    for (const left of await cleaner.adopt()) {
      await left.endTree()
      await left.exit
      await left.forget()
    }
    await Promise.all(managers.map(manager => manager.close()))
  }
  return { folder, socketFile, manager: managers[0] as ProcessManager, openAnother, keeperPid, end }
}

export function launchOf(id: number, argv: string[], more: Partial<Launch> = {}): Launch {
  return { id, argv, cwd: '/', env: plainEnvironment, cols: 200, rows: 50, limits: {}, ...more }
}

export function shell(id: number, script: string, more: Partial<Launch> = {}): Launch {
  return launchOf(id, ['/bin/sh', '-c', script], more)
}

/** Everything a process printed, to its end. */
export async function allOutput(running: RunningProcess): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const { bytes } of running.output(0)) chunks.push(bytes)
  return Buffer.concat(chunks).toString('utf8').replaceAll('\r\n', '\n')
}

/** What it has printed once `wanted` is in it. */
export async function outputUntil(running: RunningProcess, wanted: string): Promise<string> {
  let text = ''
  for await (const { bytes } of running.output(0)) {
    text += Buffer.from(bytes).toString('utf8')
    if (text.includes(wanted)) break
  }
  return text
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain until ${what}`)
    await delay(10)
  }
}
