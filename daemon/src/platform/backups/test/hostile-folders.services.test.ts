// A game that fills its folder with whatever a file system can hold: the backup is taken, and harmless when it comes back.

import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { preparedPasswords } from '../../../../../test-services/prepared-repository.ts'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { missingRestic } from '../../../../../test-services/restic.ts'
import type { BackupRepository } from '../backup-engine.ts'
import { addInvalidName, type EngineFixture, isRoot } from '../conformance/engine-under-test.ts'
import { openFolderStorage, restics, resticUnderTest } from '../conformance/restic-fixture.ts'

const missing = missingRestic()
if (missing !== null) console.log(`skipped: ${missing}`)

const gigabyte = 1024 ** 3

describe.skipIf(missing !== null).each(restics)('a folder full of odd things, $version', ({ find }) => {
  let fixture: EngineFixture
  let game: string
  let repository: BackupRepository

  beforeEach(async () => {
    fixture = await resticUnderTest(openFolderStorage, {}, find)()
    game = join(fixture.folder, 'game')
    mkdirSync(game)
    const name = randomUUID()
    fixture.prepare(name)
    repository = fixture.engine.repository({ storage: fixture.storage, name, password: preparedPasswords[0] })
  })
  afterEach(() => fixture.end())

  const take = () => repository.take({ sources: { files: game }, manifest: '{}', tags: {} })
  const restored = (name: string) => join(fixture.folder, 'restored/files', name)

  test('links, devices, sockets, holes and names of bad bytes: what is harmless comes back, the rest is told', async () => {
    writeFileSync(join(game, 'world'), 'the world')
    symlinkSync('/etc', join(game, 'out'))
    symlinkSync('loop', join(game, 'loop'))
    symlinkSync('.', join(game, 'itself'))
    linkSync(join(game, 'world'), join(game, 'twice'))
    writeFileSync(join(game, 'hole'), '')
    truncateSync(join(game, 'hole'), gigabyte)
    addInvalidName(game)
    writeFileSync(join(game, 'x'.repeat(255)), 'long')
    mkdirSync(join(game, Array.from({ length: 60 }, () => 'deep').join('/')), { recursive: true })
    execFileSync('mkfifo', [join(game, 'pipe')])
    if (isRoot) execFileSync('mknod', [join(game, 'memory'), 'c', '1', '1'])
    if (isRoot) execFileSync('mknod', [join(game, 'disk'), 'b', '7', '0'])
    // A game may also leave a socket, and be gone.
    const listen = `require('node:net').createServer().listen('socket', () => process.kill(process.pid, 'SIGKILL'))`
    await once(spawn(process.execPath, ['-e', listen], { cwd: game, stdio: 'ignore' }), 'exit')
    const { id, warningCount } = await take()
    expect(warningCount).toBe(0)
    const { dropped } = await repository.restore({ id, into: join(fixture.folder, 'restored') })
    expect(dropped.map(({ path }) => path).toSorted()).toEqual(
      [...(isRoot ? ['files/disk', 'files/memory'] : []), 'files/pipe'].toSorted(),
    )
    expect(readFileSync(restored('world'), 'utf8')).toBe('the world')
    expect(readlinkSync(restored('out'))).toBe('/etc')
    expect(statSync(restored('world')).ino).toBe(statSync(restored('twice')).ino)
    expect(statSync(restored('hole'))).toMatchObject({ size: gigabyte })
    expect(statSync(restored('hole')).blocks * 512).toBeLessThan(gigabyte / 64)
    expect(readFileSync(restored('x'.repeat(255)), 'utf8')).toBe('long')
    const names = readdirSync(restored(''), { encoding: 'buffer' }).map(name => name.toString('latin1'))
    expect(names.filter(name => name.startsWith('bad'))).toEqual(['bad\xff\xfe'])
    for (const gone of ['pipe', 'memory', 'disk', 'socket'])
      expect(() => lstatSync(restored(gone))).toThrow('ENOENT')
  })

  const files = proofSize({ short: 2_000, proof: 2_000_000 })
  test(`${files.toLocaleString('en')} small files come back, every one of them`, async ({ task }) => {
    for (let at = 0; at < files; at += 1) {
      if (at % 1_000 === 0) mkdirSync(join(game, `${at / 1_000}`))
      writeFileSync(join(game, `${Math.floor(at / 1_000)}`, `${at}`), `${at}`)
    }
    const beganMs = performance.now()
    const first = await take()
    const takenMs = performance.now() - beganMs
    expect(first.files).toBe(files + 1)
    const again = await take()
    expect(again.files).toBe(files + 1)
    const restoredFrom = performance.now()
    const into = join(fixture.folder, 'restored')
    const { files: count } = await repository.restore({ id: again.id, into })
    const folders = readdirSync(restored(''))
    expect(count).toBeGreaterThanOrEqual(files)
    expect(folders.reduce((sum, name) => sum + readdirSync(restored(name)).length, 0)).toBe(files)
    expect(readFileSync(restored(`${folders.length - 1}/${files - 1}`), 'utf8')).toBe(`${files - 1}`)
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`
    Object.assign(task.meta, {
      figures: `taken in ${seconds(takenMs)}, restored in ${seconds(performance.now() - restoredFrom)}`,
    })
  })
})
