// The doctor's checks, each against the real thing: files, ports, databases and the disk.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDatabase } from './check-database.ts'
import { checkClock, checkDataFolder, checkDiskSpace, checkNodeVersion } from './check-machine.ts'
import { answersAsPanel, checkPort } from './check-ports.ts'
import { checkTerminalLibrary } from './check-programs.ts'

let folder: string
let listener: Server | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-doctor-'))
})
afterEach(() => {
  listener?.close()
  listener = null
  rmSync(folder, { recursive: true, force: true })
})

async function listen(): Promise<number> {
  const opened = createServer(socket => socket.on('error', () => {}).end('nonsense'))
  listener = opened
  await new Promise<void>(resolve => opened.listen(0, '127.0.0.1', () => resolve()))
  return (opened.address() as AddressInfo).port
}

test('Node versions', () => {
  expect(checkNodeVersion('24.21.0').verdict).toBe('ok')
  expect(checkNodeVersion('26.0.0').verdict).toBe('ok')
  expect(checkNodeVersion('22.20.0')).toMatchObject({
    verdict: 'problem',
    words: expect.stringContaining('install'),
  })
})

test('the terminal library loads here', async () => {
  expect(await checkTerminalLibrary(process.env)).toMatchObject({ verdict: 'ok' })
})

test('the data folder must be a folder', () => {
  expect(checkDataFolder(folder).verdict).toBe('ok')
  expect(checkDataFolder(join(folder, 'not', 'yet')).verdict).toBe('ok')
  writeFileSync(join(folder, 'file'), '')
  expect(checkDataFolder(join(folder, 'file')).verdict).toBe('problem')
})

test('disk space is told in words', () => {
  expect(checkDiskSpace(folder).words).toContain('GiB free')
})

test('a clock before the files it wrote is wrong', () => {
  const now = Date.UTC(2027, 0, 1)
  mkdirSync(join(folder, 'x'))
  utimesSync(join(folder, 'x'), new Date(now), new Date(now))
  expect(checkClock(folder, now).verdict).toBe('ok')
  expect(checkClock(folder, now - 3_600_000).verdict).toBe('problem')
  expect(checkClock(folder, 0).verdict).toBe('problem')
})

test('a port in use is a problem, unless Rookery uses it', async () => {
  const port = await listen()
  const place = { name: 'web port', variable: 'HTTP_PORT', ip: '127.0.0.1', port }
  expect(await checkPort(place, false)).toMatchObject({
    verdict: 'problem',
    words: expect.stringContaining('choose another HTTP_PORT'),
  })
  expect((await checkPort(place, true)).verdict).toBe('ok')
  expect((await checkPort({ ...place, ip: '203.0.113.7' }, false)).verdict).toBe('problem')
  expect(await answersAsPanel('127.0.0.1', port)).toBe(false)
})

test('a database file must be one', async () => {
  const file = join(folder, 'panel.sqlite')
  expect((await checkDatabase({ driver: 'sqlite', file })).words).toContain('first start')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE a (b)')
  database.close()
  expect((await checkDatabase({ driver: 'sqlite', file })).verdict).toBe('ok')
  writeFileSync(file, 'this is no database, whatever its name says'.repeat(100))
  expect((await checkDatabase({ driver: 'sqlite', file })).verdict).toBe('problem')
})

test('a database that does not answer is a problem', async () => {
  const port = await listen()
  const facts = { driver: 'postgres', host: '127.0.0.1', port } as const
  expect((await checkDatabase(facts)).verdict).toBe('ok')
  await new Promise<void>(resolve => listener?.close(() => resolve()))
  expect((await checkDatabase(facts)).verdict).toBe('problem')
})
