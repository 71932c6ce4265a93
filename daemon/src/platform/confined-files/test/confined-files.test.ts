// Every verb of the confined files on a real folder: what works, what is refused, and what never blocks.

import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { type OpenedRoot, openRoot } from '../../confined-files.ts'

const isRoot = process.getuid?.() === 0
const canMount = isRoot && mountsWork()
const limitBytes = 1_000_000

describe('confined files', () => {
  let top = ''
  let inside = ''
  let outside = ''
  let root: OpenedRoot

  beforeEach(async () => {
    top = mkdtempSync(join(tmpdir(), 'rookery-'))
    inside = join(top, 'inside')
    outside = join(top, 'outside')
    mkdirSync(join(inside, 'a/b'), { recursive: true })
    mkdirSync(outside)
    writeFileSync(join(inside, 'a/file.txt'), 'inside', { mode: 0o640 })
    writeFileSync(join(outside, 'secret'), 'outside', { mode: 0o600 })
    root = await openRoot(inside)
  })
  afterEach(async () => {
    await root.close()
    rmSync(top, { recursive: true })
    expect(process.getActiveResourcesInfo().filter(name => name.startsWith('FSReqPromise'))).toEqual([])
  })

  const refused = (code: string) => expect.objectContaining({ name: 'ConfinedFileError', code })

  test('reads, writes, lists, makes, renames, removes', async () => {
    expect((await root.readFile('a/file.txt', { limitBytes })).toString()).toBe('inside')
    expect(await root.writeFileAtomic('a/new', Buffer.from('hello'))).toBe(5)
    expect(statSync(join(inside, 'a/new')).mode & 0o777).toBe(0o640)
    await root.mkdir('x/y/z')
    await root.rename('a/new', 'x/y/moved')
    expect(readFileSync(join(inside, 'x/y/moved'), 'utf8')).toBe('hello')
    await root.chmod('x/y/moved', 0o6755)
    expect(await root.stat('x/y/moved')).toMatchObject({
      name: 'moved',
      type: 'file',
      sizeBytes: 5,
      mode: 0o755,
    })
    expect(statSync(join(inside, 'x/y/moved')).mode & 0o7000).toBe(0)
    const { entry, stream } = await root.openRead('x/y/moved', { start: 1, end: 3 })
    expect(entry.sizeBytes).toBe(5)
    expect(Buffer.concat(await stream.toArray()).toString()).toBe('ell')
    expect(await root.copyIn(join(outside, 'secret'), 'x/copy', { mode: 0o600 })).toBe(7)
    await root.remove('x')
    expect((await root.list('')).entries.map(({ name }) => name)).toEqual(['a'])
  })

  test('T-059 the root itself is not removed, renamed, written or chmodded', async () => {
    for (const verb of [
      () => root.remove(''),
      () => root.rename('', 'elsewhere'),
      () => root.rename('a', ''),
      () => root.chmod('', 0o777),
      () => root.writeFileAtomic('', Buffer.from('x')),
      () => root.readFile('', { limitBytes }),
    ]) {
      await expect(verb()).rejects.toEqual(refused('root_protected'))
    }
    for (const path of ['.', '/', 'a/..', './', '..', '//', 'a/.']) {
      await expect(root.remove(path), path).rejects.toEqual(refused('invalid_path'))
      await expect(root.list(path), path).rejects.toEqual(refused('invalid_path'))
    }
    expect(existsSync(join(inside, 'a/file.txt'))).toBe(true)
  })

  test('T-060 names: impossible ones are refused, odd ones are stored literally', async () => {
    for (const name of ['a\0b', 'x'.repeat(256), 'ü'.repeat(128), '\ud800', 'a//b', '/etc/passwd', 'a/']) {
      await expect(root.writeFileAtomic(name, Buffer.from('x'))).rejects.toEqual(refused('invalid_path'))
    }
    const odd = [
      'x'.repeat(255),
      'a\nb',
      '-rf',
      '$(id)',
      '%2e%2e',
      'C:\\x',
      'CON',
      'dot.',
      ' space ',
      '\u202egpj',
      '...',
    ]
    for (const name of odd) await root.writeFileAtomic(name, Buffer.from(name))
    const names = (await root.list('')).entries.map(({ name }) => name)
    expect(names.filter(name => name !== 'a').sort()).toEqual([...odd].sort())
    for (const name of odd) expect((await root.readFile(name, { limitBytes })).toString()).toBe(name)
    for (const name of odd) await root.remove(name)
    expect(readdirSync(inside)).toEqual(['a'])
  })

  test('T-058 links of every kind are never followed, and a delete takes the link alone', async () => {
    const targets = {
      absolute: outside,
      relative: '../outside',
      file: join(outside, 'secret'),
      loop: 'loop',
      dangling: 'nowhere',
      ownroot: '/proc/self/root',
      initroot: '/proc/1/root',
      descriptor: '/proc/self/fd',
    }
    for (const [name, target] of Object.entries(targets)) symlinkSync(target, join(inside, name))
    symlinkSync('a', join(inside, 'chain0'))
    for (let step = 1; step <= 41; step += 1) symlinkSync(`chain${step - 1}`, join(inside, `chain${step}`))
    for (const name of [...Object.keys(targets), 'chain0', 'chain41']) {
      await expect(root.readFile(name, { limitBytes })).rejects.toEqual(refused('escapes'))
      await expect(root.openRead(name)).rejects.toEqual(refused('escapes'))
      await expect(root.readFile(`${name}/secret`, { limitBytes })).rejects.toEqual(refused('escapes'))
      await expect(root.writeFileAtomic(`${name}/planted`, Buffer.from('x'))).rejects.toEqual(
        refused('escapes'),
      )
      await expect(root.list(name)).rejects.toEqual(refused('escapes'))
      await expect(root.mkdir(`${name}/planted`)).rejects.toEqual(refused('escapes'))
      await expect(root.remove(`${name}/secret`)).rejects.toEqual(refused('escapes'))
      await expect(root.chmod(name, 0o777)).rejects.toEqual(refused('escapes'))
      await expect(root.rename(`${name}/secret`, 'stolen')).rejects.toEqual(refused('escapes'))
      await expect(root.rename('a/file.txt', `${name}/file.txt`)).rejects.toEqual(refused('escapes'))
      expect(await root.stat(name)).toMatchObject({ type: 'link' })
    }
    const listed = (await root.list('')).entries
    expect(listed.filter(({ type }) => type === 'link')).toHaveLength(Object.keys(targets).length + 42)
    await root.rename('absolute', 'a/moved-link')
    expect(readlinkSync(join(inside, 'a/moved-link'))).toBe(outside)
    await root.writeFileAtomic('file', Buffer.from('replaces the link'))
    expect(lstatSync(join(inside, 'file')).isFile()).toBe(true)
    for (const { name } of (await root.list('')).entries) await root.remove(name)
    expect(readdirSync(inside)).toEqual([])
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('outside')
    expect(readdirSync(outside)).toEqual(['secret'])
  })

  test.skipIf(!isRoot)(
    "T-058 a hard link to another user's file is not opened, chmodded or given away",
    async () => {
      execFileSync('chown', ['-R', '200001:200001', inside])
      linkSync(join(outside, 'secret'), join(inside, 'hard'))
      await expect(root.readFile('hard', { limitBytes })).rejects.toEqual(refused('escapes'))
      await expect(root.chmod('hard', 0o777)).rejects.toEqual(refused('escapes'))
      await root.chownTree('', { uid: 200001, gid: 200001 })
      expect(statSync(join(outside, 'secret'))).toMatchObject({ uid: 0, gid: 0 })
      await root.writeFileAtomic('hard', Buffer.from('new'))
      expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('outside')
    },
  )

  test.skipIf(!canMount)('T-058 a bind mount is not entered, and its content outlives a delete', async () => {
    mkdirSync(join(inside, 'mounted'))
    execFileSync('mount', ['--bind', outside, join(inside, 'mounted')])
    try {
      await expect(root.readFile('mounted/secret', { limitBytes })).rejects.toEqual(refused('escapes'))
      await expect(root.list('mounted')).rejects.toEqual(refused('escapes'))
      await expect(root.remove('mounted')).rejects.toEqual(refused('escapes'))
    } finally {
      execFileSync('umount', [join(inside, 'mounted')])
    }
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('outside')
  })

  test('T-061 pipes, sockets and devices are told as what they are and never block', async () => {
    execFileSync('mkfifo', [join(inside, 'pipe')])
    const hasDevice = isRoot && runs('mknod', [join(inside, 'device'), 'c', '1', '5'])
    const listener = createServer().listen(join(inside, 'socket'))
    await new Promise(resolve => listener.once('listening', resolve))
    const began = performance.now()
    for (const name of ['pipe', 'socket', ...(hasDevice ? ['device'] : [])]) {
      await expect(root.readFile(name, { limitBytes })).rejects.toEqual(refused('not_a_file'))
      await expect(root.openRead(name)).rejects.toEqual(refused('not_a_file'))
      await expect(root.list(name)).rejects.toEqual(refused('not_a_folder'))
      expect(await root.stat(name)).toMatchObject({ type: 'other' })
      await root.remove(name)
    }
    expect(performance.now() - began).toBeLessThan(20_000)
    listener.close()
  })

  test('a write is whole or not at all, and leaves no temporary file', async () => {
    const failing = async function* () {
      yield Buffer.from('half')
      throw new Error('the sender went away')
    }
    await expect(root.writeFileAtomic('a/file.txt', failing())).rejects.toEqual(refused('failed'))
    await expect(root.writeFileAtomic('a/file.txt', Buffer.alloc(11), { limitBytes: 10 })).rejects.toEqual(
      refused('too_large'),
    )
    await expect(root.writeFileAtomic('a/file.txt', Buffer.from('x'), { mustBeNew: true })).rejects.toEqual(
      refused('exists'),
    )
    await expect(root.writeFileAtomic('a/b', Buffer.from('x'))).rejects.toEqual(refused('not_a_file'))
    await expect(root.writeFileAtomic('no/such/file', Buffer.from('x'))).rejects.toEqual(refused('not_found'))
    expect(readdirSync(join(inside, 'a')).sort()).toEqual(['b', 'file.txt'])
    expect(readFileSync(join(inside, 'a/file.txt'), 'utf8')).toBe('inside')
    const parallel = Array.from({ length: 20 }, (_, index) =>
      root.writeFileAtomic('a/once', Buffer.from(String(index)), { mustBeNew: true }),
    )
    expect((await Promise.allSettled(parallel)).filter(({ status }) => status === 'fulfilled')).toHaveLength(
      1,
    )
    expect(readdirSync(join(inside, 'a')).sort()).toEqual(['b', 'file.txt', 'once'])
  })

  test.skipIf(!canMount)('T-069 a full disk is no_space, with the old content in place', async () => {
    const disk = join(top, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
    const small = await openRoot(disk)
    try {
      await small.writeFileAtomic('file', Buffer.from('old'))
      await expect(small.writeFileAtomic('file', Buffer.alloc(3_000_000))).rejects.toEqual(
        refused('no_space'),
      )
      expect(readFileSync(join(disk, 'file'), 'utf8')).toBe('old')
      expect(readdirSync(disk)).toEqual(['file'])
    } finally {
      await small.close()
      execFileSync('umount', [disk])
    }
  })

  test.skipIf(!isRoot)(
    'what is made belongs to the owner of the root, and a tree can be given to one',
    async () => {
      const owner = { uid: 200007, gid: 200007 }
      const owned = await openRoot(inside, { owner })
      await owned.mkdir('made/here')
      await owned.writeFileAtomic('made/here/file', Buffer.from('x'))
      await owned.close()
      for (const name of ['made', 'made/here', 'made/here/file'])
        expect(statSync(join(inside, name))).toMatchObject(owner)
      symlinkSync(join(outside, 'secret'), join(inside, 'a/link'))
      await root.chownTree('', owner)
      for (const name of ['', 'a', 'a/b', 'a/file.txt', 'a/link']) {
        expect(lstatSync(join(inside, name)), name).toMatchObject(owner)
      }
      expect(statSync(join(outside, 'secret')).uid).toBe(0)
    },
  )

  test('limits: a file over the limit, a page of a long list, a name that exists', async () => {
    writeFileSync(join(inside, 'large'), Buffer.alloc(1001))
    await expect(root.readFile('large', { limitBytes: 1000 })).rejects.toEqual(refused('too_large'))
    mkdirSync(join(inside, 'many'))
    for (let index = 0; index < 2_500; index += 1) {
      writeFileSync(join(inside, 'many', String(index).padStart(5, '0')), '')
    }
    const page = await root.list('many', { offset: 2_400, limit: 200 })
    expect(page).toMatchObject({ total: 2_500, isCut: false })
    expect(page.entries.map(({ name }) => name)).toEqual(
      Array.from({ length: 100 }, (_, index) => `0${2_400 + index}`),
    )
    await expect(root.mkdir('a')).rejects.toEqual(refused('exists'))
    await root.mkdir('a', { mayExist: true })
    await expect(root.mkdir('large', { mayExist: true })).rejects.toEqual(refused('not_a_folder'))
    await expect(root.rename('a/file.txt', 'large')).rejects.toEqual(refused('exists'))
    await expect(root.rename('missing', 'x')).rejects.toEqual(refused('not_found'))
    await expect(root.rename('a', 'a/b/a')).rejects.toEqual(refused('invalid_path'))
    await expect(root.remove('missing')).rejects.toEqual(refused('not_found'))
    await expect(openRoot(join(top, 'nothing'))).rejects.toEqual(refused('not_found'))
  })

  // Deeper than a path may be long, and than files may be open.
  const levels = proofSize({ short: 1_100, proof: 3_000 })
  test(`a tree of ${levels} levels, closed folders and names that are no text are removed`, async () => {
    const build = `
      const { mkdirSync, writeFileSync } = require('node:fs')
      mkdirSync('deep')
      process.chdir('deep')
      for (let level = 0; level < ${levels}; level += 1) {
        writeFileSync('f', '')
        mkdirSync('down')
        process.chdir('down')
      }
      writeFileSync(Buffer.from([0xff, 0xfe]), '')`
    execFileSync(process.execPath, ['-e', build], { cwd: inside })
    mkdirSync(join(inside, 'deep/closed'))
    writeFileSync(join(inside, 'deep/closed/file'), 'x')
    chmodSync(join(inside, 'deep/closed'), 0o000)
    await root.remove('deep')
    expect(readdirSync(inside)).toEqual(['a'])
  })
})

function runs(program: string, argv: string[]): boolean {
  return spawnSync(program, argv, { stdio: 'ignore' }).status === 0
}

/** Root in a container often may not mount. */
function mountsWork(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-'))
  const works = runs('mount', ['-t', 'tmpfs', 'tmpfs', folder]) && runs('umount', [folder])
  rmSync(folder, { recursive: true })
  return works
}
