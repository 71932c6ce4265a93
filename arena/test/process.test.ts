// The arena as a process: start-up, console, endings, bulk output, garbage and size.

import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { connectPlayer } from './player.ts'
import { connectRcon } from './rcon-client.ts'
import { launchArena, mainFile, startArena } from './start-arena.ts'
import { until } from './until.ts'

test('start-up lines carry a clock and exactly one says that it is ready', async () => {
  const arena = await startArena()
  const lines = arena.output().trim().split('\n')
  expect(lines.every(line => /^\[\d\d:\d\d:\d\d\] \S/.test(line))).toBe(true)
  const ready = lines.filter(line => line.includes('Arena is ready'))
  expect(ready).toHaveLength(1)
  expect(ready[0]).toContain(`on 127.0.0.1:${arena.ports.game} (map colosseum, 0/16 players)`)
})

test.each([
  [['--prot', '1'], 'unknown argument "--prot"'],
  [['--port', '99999'], '--port must be a whole number'],
  [['--map', 'moon'], '--map must be one of colosseum'],
])('bad arguments %j: one line and exit code 2', async (args, reason) => {
  const arena = await launchArena({ args })
  expect(await arena.exitCode()).toBe(2)
  expect(arena.output().trim().split('\n')).toHaveLength(1)
  expect(arena.output()).toContain(reason)
})

test('a port in use: one line that names it and exit code 3', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void occupant.close())
  await until(() => occupant.listening)
  const { port } = occupant.address() as { port: number }
  const arena = await launchArena({ args: ['--ip', '127.0.0.1', '--port', String(port)] })
  expect(await arena.exitCode()).toBe(3)
  const complaints = arena
    .output()
    .split('\n')
    .filter(line => line.startsWith('arena: '))
  expect(complaints).toEqual([
    `arena: TCP port ${port} (game) is already in use: stop the other program or choose another port`,
  ])
})

test('count 20000 prints each number once and in order while the game goes on', async () => {
  const arena = await startArena()
  arena.type('count 20000')
  arena.type('status')
  await until(
    () => arena.output().includes('\nline 20000\n'),
    () => arena.output().slice(-500),
  )
  const numbers = [...arena.output().matchAll(/^line (\d+)$/gm)].map(match => Number(match[1]))
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1))
  const started = Date.now()
  arena.type('count 3 200')
  await until(() => arena.output().endsWith('line 1\nline 2\nline 3\n'), arena.output)
  expect(Date.now() - started).toBeGreaterThanOrEqual(390)
})

test('a flood that nobody reads costs no memory and stops nobody from playing', async () => {
  const arena = await startArena()
  const before = residentBytes(arena.process.pid)
  arena.process.stdout.pause()
  arena.type('flood 100')
  await connectPlayer(arena.ports.game, 'Ann')
  expect(residentBytes(arena.process.pid) - before).toBeLessThan(70 * 1024 * 1024)
  let received = 0
  arena.process.stdout.on('data', chunk => {
    received += chunk.length
  })
  arena.process.stdout.resume()
  await until(() => received >= 100 * 1024 * 1024)
})

test('unknown commands get a friendly line, end of input changes nothing', async () => {
  const arena = await startArena()
  arena.type('dance')
  await until(() => arena.output().includes('"dance" is not a command here. Try "help".'), arena.output)
  arena.process.stdin.end()
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  expect(ann.isGone()).toBe(false)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s says goodbye and ends with 0', async signal => {
  const arena = await startArena()
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  arena.process.kill(signal)
  await ann.sees(/The arena closes/)
  expect(await arena.exitCode()).toBe(0)
  expect(arena.output()).toContain('Arena has stopped')
})

test('crash prints a stack and ends with its code, 1 by default', async () => {
  const arena = await startArena()
  arena.type('crash')
  expect(await arena.exitCode()).toBe(1)
  expect(arena.output()).toMatch(/FATAL: TypeError.*\n {4}at /)
  const other = await startArena()
  other.type('crash 137')
  expect(await other.exitCode()).toBe(137)
})

test('garbage on every port harms nobody', async () => {
  const arena = await startArena({ password: 'secret' })
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  const udp = createSocket('udp4')
  onTestFinished(() => void udp.close())
  for (let round = 0; round < 50; round++) {
    udp.send(
      Buffer.concat([Buffer.alloc(round % 6, 0xff), randomBytes(round * 7)]),
      arena.ports.query,
      '127.0.0.1',
    )
  }
  const garbage = [arena.ports.game, arena.ports.rcon].flatMap(port =>
    [1, 13, 5_000, 300_000].map(length => sendGarbage(port, randomBytes(length))),
  )
  await Promise.all(garbage)
  const negative = Buffer.alloc(16, 0xff)
  await sendGarbage(arena.ports.rcon, negative)
  ann.say('who')
  await ann.sees(/ {2}Ann \(0 points, health \d+\)/)
  const client = await connectRcon(arena.ports.rcon, 'secret')
  client.send(1, 2, 'players')
  expect((await client.received(1))[0]?.body.toString()).toContain('- Ann points=0')
  expect(arena.process.exitCode).toBeNull()
})

test('bundled to one file it runs alone in an empty folder, little heavier than Node itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arena-bundle-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'arena.mjs')
  await build({
    entryPoints: [mainFile],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    outfile,
  })
  const arena = await startArena({ program: outfile })
  const ann = await connectPlayer(arena.ports.game, 'Ann')
  ann.say('quit')
  await until(ann.isGone)
  expect(residentBytes(arena.process.pid)).toBeLessThan((await bareNodeBytes()) + 30 * 1024 * 1024)
})

function sendGarbage(port: number, bytes: Buffer): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
  })
}

async function bareNodeBytes(): Promise<number> {
  const bare = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'])
  await once(bare.stdout, 'data')
  const bytes = residentBytes(bare.pid)
  bare.kill()
  return bytes
}

function residentBytes(pid: number | undefined): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) * 1024
}
