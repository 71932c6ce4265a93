// The doctor's checks, each against the real thing: files, ports, databases and the disk.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSqliteFile } from './check-database.ts'
import { checkCertificate, checkPrivateFiles } from './check-files.ts'
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
    message: expect.stringContaining('install'),
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

test('disk space is told with a reason', () => {
  expect(checkDiskSpace(folder).message).toContain('GiB free')
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
    message: expect.stringContaining('choose another HTTP_PORT'),
  })
  expect((await checkPort(place, true)).verdict).toBe('ok')
  expect((await checkPort({ ...place, ip: '203.0.113.7' }, false)).verdict).toBe('problem')
  expect(await answersAsPanel({ bindIp: '127.0.0.1', port, tlsCertFile: null })).toBe(false)
})

test('a database file must be one', () => {
  const file = join(folder, 'panel.sqlite')
  expect(checkSqliteFile('database file', file).message).toContain('first start')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE a (b)')
  database.close()
  expect(checkSqliteFile('database file', file).verdict).toBe('ok')
  writeFileSync(file, 'this is no database, whatever its name says'.repeat(100))
  expect(checkSqliteFile('database file', file).verdict).toBe('problem')
})

test('a database that a daemon holds alone is in use, and not broken', () => {
  const file = join(folder, 'daemon.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE a (b)')
  try {
    expect(checkSqliteFile('daemon database', file)).toMatchObject({
      verdict: 'ok',
      message: expect.stringContaining('is in use'),
    })
  } finally {
    database.close()
  }
})

test('a database of more than 2 GiB that was not closed is not called a lack of room', () => {
  const file = join(folder, 'panel.sqlite')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE a (b)')
  database.close()
  // Sparse: it takes no room.
  truncateSync(file, 2.5 * 1024 ** 3)
  writeFileSync(`${file}-wal`, 'something that was not merged')
  const { verdict, message } = checkSqliteFile('database file', file)
  expect([verdict, message]).toEqual(['warning', expect.stringMatching(/too large.*2 GiB.*not checked/)])
  expect(message).not.toContain('no room')
})

test('a file with secrets that others may read is a problem, with the command that helps', () => {
  const file = join(folder, 'config.env')
  expect(checkPrivateFiles([file])).toEqual([])
  writeFileSync(file, 'AUTH_SECRET=x', { mode: 0o644 })
  expect(checkPrivateFiles([file])).toMatchObject([
    { verdict: 'problem', message: expect.stringContaining(`chmod 600 ${file}`) },
  ])
  chmodSync(file, 0o600)
  expect(checkPrivateFiles([file])).toMatchObject([{ verdict: 'ok' }])
})

test('a certificate that cannot be read is a problem', () => {
  writeFileSync(join(folder, 'c.pem'), 'nothing')
  expect(checkCertificate(join(folder, 'c.pem'), null, Date.now())).toMatchObject({
    verdict: 'problem',
    message: expect.stringContaining('TLS_CERT_FILE'),
  })
})
