// `rookery up` as a real process with real signals; the panel and the daemon are stand-ins that speak the protocol.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let program: string
let dataDir: string
let started: ChildProcess[]

// In one file, as it is shipped: from its source each of the many starts would load a hundred.
beforeAll(async () => {
  program = join(mkdtempSync(join(tmpdir(), 'rookery-run-up-')), 'run-up.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'run-up.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
  })
})
afterAll(() => rmSync(join(program, '..'), { recursive: true, force: true }))
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'rookery up-')), 'data folder')
  started = []
})
afterEach(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await eventually(() => expect(pidsInNotes().filter(isAlive)).toEqual([]))
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

interface Up {
  child: ChildProcess
  output(): string
  /** What it has printed, write by write. */
  pieces: string[]
  complaints(): string
  ended: Promise<number | NodeJS.Signals>
}

function startUp(settings: Record<string, string> = {}, args: string[] = []): Up {
  const { AUTH_SECRET: _unused, ...environment } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const pieces: string[] = []
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece))
  child.stderr.on('data', chunk => {
    complaints += chunk
  })
  const ended = new Promise<number | NodeJS.Signals>(resolve => {
    child.on('close', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return { child, output: () => pieces.join(''), pieces, complaints: () => complaints, ended }
}

function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 })
}

function isReady(up: Up): Promise<void> {
  return eventually(() => expect(up.output()).toContain('ready: http://localhost:8025\n'))
}

function notes(): string[] {
  const file = join(dataDir, 'notes')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

function pidsInNotes(): number[] {
  return notes().flatMap(line => (line.includes(' started ') ? [Number(line.split(' ').at(-1))] : []))
}

function pidOf(name: string): number {
  const line = notes().findLast(note => note.startsWith(`${name} started`))
  return Number(line?.split(' ').at(-1))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('running it: the first run makes secrets, enrolls this machine, says ready once, shows warnings and the password', async () => {
  const up = startUp()
  await isReady(up)
  // Who waits for the line finds the password with it.
  expect(up.pieces.find(piece => piece.includes('ready: '))).toContain('TLS_CERT_FILE=')
  expect(up.output().match(/^ready: /gm)).toHaveLength(1)
  expect(up.output()).toMatch(/login +admin/)
  expect(up.output()).toContain('made-up-password')
  const warning = 'panel warning: something looks odd: the odd thing\n'
  await eventually(() => expect(up.complaints()).toBe(warning))
  expect(notes()).toContain('daemon enrolls at http://localhost:8025 with one-time')
  const config = readFileSync(join(dataDir, 'config.env'), 'utf8')
  expect(config).toMatch(/^AUTH_SECRET=[\w-]{32}$/m)
  expect(config).toMatch(/^ENCRYPTION_KEY=[\w-]{43}$/m)
  expect(config).not.toContain('made-up-password')
  expect(statSync(join(dataDir, 'config.env')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o711)
  expect(statSync(join(dataDir, 'rookery.lock')).mode & 0o777).toBe(0o600)
  up.child.kill('SIGINT')
  expect(await up.ended).toBe(0)
  const log = join(dataDir, 'logs', 'panel.log')
  expect(readFileSync(log, 'utf8')).toContain('an ordinary line')
  expect(statSync(log).mode & 0o777).toBe(0o600)
})

test('running it: later starts keep secrets and enrollment and do not show the password; --verbose shows every line', async () => {
  const first = startUp()
  await isReady(first)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const config = readFileSync(join(dataDir, 'config.env'), 'utf8')
  const second = startUp({}, ['--verbose'])
  await isReady(second)
  await eventually(() => expect(second.complaints()).toContain('panel info: an ordinary line'))
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(second.output()).toBe('ready: http://localhost:8025\n')
  expect(readFileSync(join(dataDir, 'config.env'), 'utf8')).toBe(config)
  expect(notes().filter(line => line.includes('enrolls'))).toHaveLength(1)
})

test('running it: a second start on the same folder says so in one line and leaves the first alone, which stops in order', async () => {
  const first = startUp()
  await isReady(first)
  const second = startUp()
  expect(await second.ended).toBe(1)
  expect(second.complaints()).toMatch(
    /^Rookery already runs on .* \(process \d+, started .*\)\. Stop it first[^\n]*\n$/,
  )
  expect(second.output()).toBe('')
  expect(isAlive(pidOf('panel'))).toBe(true)
  // Twice, as when npm repeats Ctrl-C.
  first.child.kill('SIGINT')
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(notes().filter(line => line.includes('asked to stop'))).toEqual([
    'daemon asked to stop',
    'panel asked to stop',
  ])
  expect(pidsInNotes().filter(isAlive)).toEqual([])
})

test('running it: a panel with a new database gets this machine enrolled again', async () => {
  mkdirSync(join(dataDir, 'daemon'), { recursive: true })
  writeFileSync(join(dataDir, 'daemon', 'daemon.yaml'), 'node_id: 77\n')
  const up = startUp()
  await isReady(up)
  expect(notes().filter(line => line.includes('enrolls'))).toHaveLength(1)
  up.child.kill('SIGINT')
  await up.ended
})

test('running it: a second Ctrl-C ends a panel that does not stop', async () => {
  const up = startUp({ STAND_IN_PANEL: 'does not stop' })
  await isReady(up)
  up.child.kill('SIGINT')
  await eventually(() => expect(notes()).toContain('panel asked to stop'))
  const panel = pidOf('panel')
  const again = setInterval(() => {
    if (isAlive(panel)) up.child.kill('SIGINT')
  }, 100)
  expect(await up.ended.finally(() => clearInterval(again))).toBe(0)
  expect(isAlive(panel)).toBe(false)
})

test('running it: a panel that cannot start gives its own line and exit code 1', async () => {
  const up = startUp({ STAND_IN_PANEL: 'port in use' })
  expect(await up.ended).toBe(1)
  expect(up.complaints()).toBe('HTTP_PORT 8025 on 127.0.0.1 is in use by another program\n')
  expect(up.output()).toBe('')
})

test('running it: a panel that ends without a word is told about with its last lines', async () => {
  const up = startUp({ STAND_IN_PANEL: 'silent end' })
  expect(await up.ended).toBe(1)
  expect(up.complaints()).toContain('The panel exited on its own (exit code 7).')
  expect(up.complaints()).toContain('about to vanish')
})

test('running it: a daemon that ends by itself is told about and started again', async () => {
  mkdirSync(join(dataDir, 'daemon'), { recursive: true })
  writeFileSync(join(dataDir, 'daemon', 'die-once'), '')
  const up = startUp()
  await isReady(up)
  expect(up.complaints()).toContain('The daemon exited on its own (exit code 9). It is started again in 1 s.')
  expect(up.complaints()).toContain('the last words of the daemon')
  process.kill(pidOf('daemon'), 'SIGKILL')
  await eventually(() => expect(up.complaints()).toContain('The daemon exited on its own (signal SIGKILL)'))
  await eventually(() => expect(notes().filter(line => line.startsWith('daemon started'))).toHaveLength(3))
  up.child.kill('SIGINT')
  expect(await up.ended).toBe(0)
})

test('running it: a panel that ends after it was ready is started again, and ready is not said twice', async () => {
  const up = startUp()
  await isReady(up)
  process.kill(pidOf('panel'), 'SIGKILL')
  await eventually(() => expect(notes().filter(line => line.startsWith('panel started'))).toHaveLength(2))
  await eventually(() => expect(isAlive(pidOf('panel'))).toBe(true))
  up.child.kill('SIGINT')
  expect(await up.ended).toBe(0)
  expect(up.output().match(/^ready: /gm)).toHaveLength(1)
  expect(up.output().match(/made-up-password/g)).toHaveLength(1)
})

test('a panel that keeps ending is tried again and again with growing pauses, and the daemon goes on', async () => {
  const up = startUp({ STAND_IN_PANEL: 'broken later', SHORT_PAUSES: '1' })
  await isReady(up)
  const daemon = pidOf('daemon')
  writeFileSync(join(dataDir, 'broken'), '')
  process.kill(pidOf('panel'), 'SIGKILL')
  const starts = () => notes().filter(line => line.startsWith('panel started')).length
  await eventually(() => expect(starts()).toBeGreaterThanOrEqual(9))
  expect(up.complaints()).toContain('(signal SIGKILL). It is started again in 0.01 s.')
  expect(up.complaints()).toContain('(exit code 9). It is started again in 0.08 s.')
  expect(up.complaints()).toMatch(
    /ended 5 times in a row and is tried again until it works.*The daemon and all game/,
  )
  expect(up.complaints()).toContain('rookery doctor')
  expect([isAlive(daemon), pidOf('daemon')]).toEqual([true, daemon])
  rmSync(join(dataDir, 'broken'))
  await eventually(() => expect(isAlive(pidOf('panel'))).toBe(true))
  up.child.kill('SIGINT')
  expect(await up.ended).toBe(0)
})

test('running it: a refused enrollment ends everything with a reason, and the password is still shown', async () => {
  const up = startUp({ STAND_IN_PANEL: 'refuses enrollment' })
  expect(await up.ended).toBe(1)
  expect(up.complaints()).toContain('could not join the panel: there are too many nodes')
  expect(up.output()).toContain('made-up-password')
  expect(up.output()).not.toContain('ready:')
})

test('running it: after kill -9 nothing is left running and the next start works', async () => {
  const first = startUp()
  await isReady(first)
  first.child.kill('SIGKILL')
  await first.ended
  await eventually(() => expect(pidsInNotes().filter(isAlive)).toEqual([]))
  const second = startUp()
  await isReady(second)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('running it: a shell of npm that ends without passing the signal on stops everything', async () => {
  const args = [process.execPath, program].map(word => `'${word}'`).join(' ')
  const shell = spawn('sh', ['-c', `${args} >"$DATA_DIR.out" 2>&1; true`], {
    env: { ...process.env, DATA_DIR: dataDir, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  })
  started.push(shell)
  await eventually(() => expect(readFileSync(`${dataDir}.out`, 'utf8')).toContain('ready: '))
  shell.kill('SIGTERM')
  await eventually(() => expect(notes().at(-1)).toBe('panel asked to stop'))
  await eventually(() => expect(existsSync(join(dataDir, 'rookery.pid'))).toBe(false))
})

test('running it: a data folder that cannot be made is one clear line', async () => {
  mkdirSync(join(dataDir, '..'), { recursive: true })
  writeFileSync(dataDir, 'a file is in the way')
  const up = startUp()
  expect(await up.ended).toBe(1)
  expect(up.complaints()).toMatch(/^The data folder .* cannot be used \(\w+\)\. Make it writable[^\n]*\n$/)
  rmSync(dataDir)
})

test('running it: secrets from the environment are not doubled in a file', async () => {
  const up = startUp({ AUTH_SECRET: 'from-outside' })
  await isReady(up)
  expect(existsSync(join(dataDir, 'config.env'))).toBe(false)
  up.child.kill('SIGINT')
  await up.ended
})
