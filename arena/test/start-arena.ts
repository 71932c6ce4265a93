// Starts the real arena as a process for a test and talks to its console.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'

export const mainFile = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type RunningArena = {
  process: ChildProcessWithoutNullStreams
  world: string
  ports: { game: number; query: number; rcon: number }
  output: () => string
  type: (line: string) => void
  exitCode: () => Promise<number | null>
}

export type Launch = {
  args?: string[]
  password?: string
  program?: string
  environment?: Record<string, string>
}

/** Runs the program without waiting for anything; it is killed when the test ends. */
export async function launchArena({
  args = [],
  password = '',
  program = mainFile,
  environment = {},
}: Launch) {
  const world = await mkdtemp(join(tmpdir(), 'arena-test-'))
  const child = spawn(process.execPath, [program, '--world', world, ...args], {
    env: { ...process.env, ARENA_RCON_PASSWORD: password, ...environment },
  })
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer) => void chunks.push(chunk)
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.stdin.on('error', () => undefined)
  const closed = new Promise<number | null>(resolve => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    child.stdout.resume()
    await closed
    await rm(world, { recursive: true, force: true })
  })
  return { child, world, output: () => Buffer.concat(chunks).toString(), exitCode: () => closed }
}

export async function startArena(launch: Launch = {}): Promise<RunningArena> {
  const ports = ['--ip', '127.0.0.1', '--port', '0', '--query-port', '0', '--rcon-port', '0']
  const started = await launchArena({ ...launch, args: [...ports, ...(launch.args ?? [])] })
  await until(() => started.output().includes('Arena is ready'), started.output)
  const portOf = (purpose: string) =>
    Number(new RegExp(`${purpose} port (\\d+)`).exec(started.output())?.[1] ?? 0)
  return {
    process: started.child,
    world: started.world,
    ports: { game: portOf('game'), query: portOf('query'), rcon: portOf('rcon') },
    output: started.output,
    type: line => void started.child.stdin.write(`${line}\n`),
    exitCode: started.exitCode,
  }
}
