// What every engine must do the same way with every storage; each runs this suite against the real thing.

import { randomBytes, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { preparedPasswords } from '../../../../../test-services/prepared-repository.ts'
import { proofTest } from '../../../../../test-services/proof-size.ts'
import {
  BackupError,
  type BackupProgress,
  type BackupRepository,
  type TakenBackup,
} from '../backup-engine.ts'
import {
  addInvalidName,
  createWorld,
  describeTree,
  type EngineFixture,
  type EngineUnderTest,
  isRoot,
} from './engine-under-test.ts'

const manifest = '{"name":"a world"}'
const tags = { kind: 'manual', note: 'before, after = 100 % sure' }

export function describeBackupEngine(under: EngineUnderTest): void {
  describe(`conformance of the backup engine ${under.name}`, () => {
    let fixture: EngineFixture
    let repository: BackupRepository
    let source: string
    let place: { storage: EngineFixture['storage']; name: string; password: string }
    let first: TakenBackup
    let second: TakenBackup

    beforeAll(async () => {
      fixture = await under.open()
      source = join(fixture.folder, 'source')
      mkdirSync(source)
      createWorld(source)
      if (under.storesAnyName) addInvalidName(source)
      place = { storage: fixture.storage, name: randomUUID(), password: preparedPasswords[0] }
      fixture.prepare(place.name)
      repository = fixture.engine.repository(place)
      await repository.create()
    })
    afterAll(() => fixture.end())

    const long = under.isShort ? proofTest : test
    const take = (more: { exclude?: string[]; include?: string[] } = {}) =>
      repository.take({ sources: { files: source }, manifest, tags, ...more })

    test('the storage passes its test, and nothing of that stays', async () => {
      await fixture.engine.testStorage(fixture.storage)
      expect(await fixture.engine.version()).toMatch(/^\d+\.\d+/)
    })

    const { wrong } = under
    if (wrong)
      test('a wrong key is refused and a place where nobody answers is told as such, within the limit', async () => {
        const { denied, away } = wrong(fixture.storage)
        await expect(fixture.engine.testStorage(denied)).rejects.toMatchObject({ code: 'denied' })
        await expect(fixture.engine.testStorage(away)).rejects.toMatchObject({ code: 'unreachable' })
      })

    test('one that is not there yet is told as such; it is created once', async () => {
      const fresh = fixture.engine.repository({ ...place, name: randomUUID() })
      await expect(fresh.list()).rejects.toMatchObject({ name: 'BackupError', code: 'not_found' })
      expect(await fresh.create()).toEqual({ isNew: true })
      expect(await fresh.create()).toEqual({ isNew: false })
    })

    if (under.isEncrypting)
      long('another password is refused, until it is added', async () => {
        const name = randomUUID()
        fixture.prepare(name)
        const opened = fixture.engine.repository({ ...place, name })
        const other = fixture.engine.repository({ ...place, name, password: 'another' })
        await expect(other.list()).rejects.toMatchObject({ code: 'wrong_password' })
        await expect(other.create()).rejects.toMatchObject({ code: 'wrong_password' })
        await opened.addPassword('another')
        expect(await other.list()).toEqual([])
        expect(await opened.list()).toEqual([])
      })

    test('a backup says what is in it, and how far it is meanwhile', async () => {
      const seen: BackupProgress[] = []
      first = await repository.take({
        ...{ sources: { files: source }, manifest, tags, priority: 'low' },
        onProgress: progress => seen.push(progress),
      })
      expect(first.files).toBeGreaterThanOrEqual(9)
      expect(first.bytes).toBeGreaterThan(8 * 1024 * 1024)
      expect(first.bytesAdded).toBeGreaterThan(0)
      expect(seen.length).toBeGreaterThan(0)
      expect(seen.at(-1)?.bytesDone).toBeLessThanOrEqual(first.bytes)
    })

    test('what has not changed is not stored again', async () => {
      appendFileSync(join(source, 'world/level.dat'), 'level 2\n')
      writeFileSync(join(source, 'new.txt'), 'new')
      rmSync(join(source, 'plugins/shop/config.yml'))
      second = await take()
      expect(second.id).not.toBe(first.id)
      if (under.isIncremental) expect(second.bytesAdded).toBeLessThan(40_000)
    })

    test('the list has both, the oldest first, with their tags as they were given', async () => {
      const list = await repository.list()
      expect(list.map(({ id }) => id)).toEqual([first.id, second.id])
      expect(list[0]).toMatchObject({ tags, files: first.files, bytes: first.bytes })
      expect(Math.abs(Date.now() - (list[0]?.takenAtMs ?? 0))).toBeLessThan(600_000)
    })

    long('folders are browsed one at a time', async () => {
      const top = await repository.browse(first.id, '')
      expect(top.entries.map(({ path, type }) => [path, type])).toEqual([
        ['files', 'directory'],
        ['manifest.json', 'file'],
      ])
      const world = await repository.browse(first.id, 'files/world')
      expect(world).toMatchObject({ isCut: false })
      expect(world.entries.map(({ path, type }) => [path, type])).toEqual([
        ['files/world/level.dat', 'file'],
        ['files/world/region', 'directory'],
      ])
      expect(world.entries[0]).toMatchObject({
        name: 'level.dat',
        sizeBytes: 8,
        modifiedAtMs: 1_700_000_000_000,
      })
      const cut = await repository.browse(first.id, 'files', { limit: 2 })
      expect([cut.entries.length, cut.isCut]).toEqual([2, true])
    })

    long('names are searched, whatever their case', async () => {
      const found = await repository.search(first.id, 'LEVEL')
      expect(found.entries.map(({ path }) => path).toSorted()).toEqual([
        'files/level-link',
        'files/world/level.dat',
      ])
      expect(await repository.search(first.id, 'e', { limit: 1 })).toMatchObject({ isCut: true })
    })

    long('what is not there is told as such', async () => {
      for (const asked of [
        () => repository.browse(first.id, 'files/nothing'),
        () => repository.browse(first.id, '../..'),
        () => repository.browse('0'.repeat(64), 'files'),
        () => repository.browse('latest', 'files'),
        () => repository.readFile(first.id, 'files/nothing'),
        () => repository.readFile(first.id, 'files/world'),
        () => repository.readFile(first.id, 'files/level-link'),
        () => repository.readFolderAsZip(first.id, 'files/nothing'),
        () => repository.compare(first.id, { id: '1'.repeat(64) }),
      ])
        await expect(asked()).rejects.toMatchObject({ name: 'BackupError', code: 'not_found' })
    })

    long('a file is read from its beginning to its end', async () => {
      const { entry, stream } = await repository.readFile(first.id, 'files/world/region/r.0.0.mca')
      expect(entry.sizeBytes).toBe(300_000)
      expect((await buffer(stream)).equals(Buffer.alloc(300_000, 'terrain '))).toBe(true)
    })

    long('a file of any name, and the manifest', async () => {
      expect(await text((await repository.readFile(first.id, 'manifest.json')).stream)).toBe(manifest)
      const odd = await repository.readFile(first.id, 'files/a [b] *c? $HOME')
      expect(await text(odd.stream)).toBe('pattern')
      expect((await buffer((await repository.readFile(first.id, 'files/hole')).stream)).length).toBe(
        8 * 1024 * 1024,
      )
    })

    long('a reader may leave in the middle', async () => {
      const { stream } = await repository.readFile(first.id, 'files/hole')
      for await (const chunk of stream) {
        expect((chunk as Buffer).length).toBeGreaterThan(0)
        break
      }
      expect(await repository.list()).toHaveLength(2)
    })

    long('a folder comes as a zip archive', async () => {
      const packed = await buffer(await repository.readFolderAsZip(first.id, 'files/world'))
      expect((await namesInZip(packed)).filter(name => !name.endsWith('/'))).toEqual([
        'level.dat',
        'region/r.0.0.mca',
      ])
    })

    long('two backups are compared, and a backup with the folder as it is', async () => {
      const expected = [
        { path: 'files/new.txt', change: 'added', isFolder: false },
        { path: 'files/plugins/shop/config.yml', change: 'removed', isFolder: false },
        { path: 'files/world/level.dat', change: 'changed', isFolder: false },
      ]
      expect(sorted(await repository.compare(first.id, { id: second.id }))).toEqual(expected)
      expect(sorted(await repository.compare(first.id, { folder: source }))).toEqual(expected)
      expect(sorted(await repository.compare(second.id, { folder: source }))).toEqual([])
      const below = await repository.compare(first.id, { folder: source }, { path: 'world' })
      expect(sorted(below)).toEqual([expected[2]])
      expect(await repository.compare(first.id, { folder: source }, { limit: 1 })).toMatchObject({
        isCut: true,
      })
      const leftOut = await repository.compare(first.id, { folder: source, exclude: ['new.txt'] })
      expect(sorted(leftOut)).toEqual(expected.slice(1))
    })

    long('patterns leave out, and take in', async () => {
      const without = await take({ exclude: ['logs/', '*.mca', '/new.txt', 'files'] })
      const names = async (id: string) =>
        (await repository.search(id, '')).entries.map(({ path }) => path.slice('files/'.length)).toSorted()
      const left = await names(without.id)
      expect(left).toContain('world/level.dat')
      for (const gone of ['logs', 'logs/latest.log', 'world/region/r.0.0.mca', 'new.txt'])
        expect(left).not.toContain(gone)
      const only = await take({ include: ['world/level.dat', 'server.*', 'plugins'] })
      expect(await names(only.id)).toEqual(
        ['plugins', 'plugins/shop', 'server.properties', 'world', 'world/level.dat'].toSorted(),
      )
      await repository.forget([without.id, only.id])
    })

    test('everything comes back as it was, but for what must not', async () => {
      const into = join(fixture.folder, 'restored')
      const { dropped, files, bytes } = await repository.restore({ id: second.id, into })
      expect(readdirSync(into).toSorted()).toEqual(['files', 'manifest.json'])
      expect(files).toBeGreaterThanOrEqual(9)
      expect(bytes).toBeGreaterThan(8 * 1024 * 1024)
      const wanted = describeTree(source)
        .filter(line => !line.endsWith(' special'))
        .map(line => line.replace('tool 4755', 'tool 755'))
      expect(describeTree(join(into, 'files'))).toEqual(wanted)
      expect(lstatSync(into).mode & 0o777).toBe(0o700)
      expect(lstatSync(join(into, 'files')).mode & 0o777).toBe(0o750)
      expect(statSync(join(into, 'files/hole')).blocks * 512).toBeLessThan(1024 * 1024)
      if (under.storesAnyName)
        expect(dropped.map(({ path }) => path).toSorted()).toEqual(['files/pipe', 'files/tool'])
      rmSync(into, { recursive: true })
    })

    long('some of it comes back alone', async () => {
      const into = join(fixture.folder, 'some')
      await repository.restore({
        id: first.id,
        into,
        paths: ['files/world/level.dat', 'files/a [b] *c? $HOME'],
      })
      expect(describeTree(into).map(line => line.replace(/ .*/, ''))).toEqual([
        'files/',
        'files/a',
        'files/world/',
        'files/world/level.dat',
      ])
      rmSync(into, { recursive: true })
      await expect(
        repository.restore({ id: first.id, into, paths: ['files/world/level.dat', 'files/nothing'] }),
      ).rejects.toMatchObject({ code: 'not_found' })
      expect(existsSync(into)).toBe(false)
    })

    long('it belongs to whom it is meant for, whoever it was of', async ({ skip }) => {
      if (!isRoot) skip()
      chownSync(join(source, 'world/level.dat'), 4_321, 4_321)
      const third = await take()
      const into = join(fixture.folder, 'owned')
      await repository.restore({ id: third.id, into, owner: { uid: 5_678, gid: 5_679 } })
      const owners = [
        'files',
        'files/world/level.dat',
        'files/level-link',
        'files/second-name',
        'manifest.json',
      ].map(path => lstatSync(join(into, path)))
      for (const { uid, gid } of owners) expect([uid, gid]).toEqual([5_678, 5_679])
      expect(lstatSync(into).uid).toBe(0)
      rmSync(into, { recursive: true })
      await repository.forget([third.id])
    })

    long('two at once both succeed', async () => {
      const both = await Promise.all([take(), take()])
      const list = await repository.list()
      for (const { id } of both) expect(list.map(stored => stored.id)).toContain(id)
      await repository.forget(both.map(({ id }) => id))
    })

    long('one that is canceled leaves nothing that claims to be a backup', async () => {
      await expect(
        repository.take({
          ...{ sources: { files: source }, manifest, tags, signal: AbortSignal.abort() },
        }),
      ).rejects.toMatchObject({ code: 'canceled' })
      const stopping = new AbortController()
      const large = join(fixture.folder, 'large')
      mkdirSync(large)
      for (let at = 0; at < 40; at += 1) writeFileSync(join(large, `${at}`), randomBytes(1024 * 1024))
      const taking = repository.take({
        ...{ sources: { files: large }, manifest, tags, signal: stopping.signal },
        // Slow enough that it has not ended when it hears of it.
        limitBytesPerSecond: 8 * 1024 * 1024,
        onProgress: ({ bytesDone }) => {
          if (bytesDone > 0) stopping.abort()
        },
      })
      await expect(taking).rejects.toMatchObject({ name: 'BackupError', code: 'canceled' })
      rmSync(large, { recursive: true })
      expect(await repository.list()).toHaveLength(2)
      await take()
    })

    long('what is verified is sound; what is forgotten is gone, and its room is freed', async () => {
      const before = await repository.sizeBytes()
      const ids = (await repository.list()).map(({ id }) => id)
      await repository.forget(ids.filter(id => id !== second.id))
      expect((await repository.list()).map(({ id }) => id)).toEqual([second.id])
      await repository.prune()
      expect(await repository.sizeBytes()).toBeLessThan(before)
      expect(await repository.verify({ n: 1, of: 1 })).toEqual({ isSound: true, problems: [] })
      expect(await text((await repository.readFile(second.id, 'files/new.txt')).stream)).toBe('new')
    })

    test('a repository is removed with everything in it', async () => {
      await repository.remove()
      await expect(repository.list()).rejects.toMatchObject({ code: 'not_found' })
      await repository.remove()
    })

    // Restic takes its time for that, and has created one above.
    const again = under.isEncrypting ? proofTest : long
    again('one that was removed may be created again', async () => {
      expect(await repository.create()).toEqual({ isNew: true })
      expect(await repository.list()).toEqual([])
    })

    test('a name that is none is refused', () => {
      const open = () => fixture.engine.repository({ ...place, name: '../etc' })
      expect(open).toThrow(BackupError)
    })
  })
}

function sorted({ differences, isCut }: { differences: { path: string }[]; isCut: boolean }): unknown[] {
  expect(isCut).toBe(false)
  return differences.filter(({ path }) => path.includes('/')).toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function namesInZip(packed: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(packed, { lazyEntries: false }, (error, file) => {
      if (error || !file) return reject(error)
      const names: string[] = []
      file.on('entry', (entry: { fileName: string }) => names.push(entry.fileName))
      file.on('end', () => resolve(names.toSorted()))
      file.on('error', reject)
    })
  })
}
