// What goes wrong on the way: canceled, no space, limits, strange files. The folder is then as it was before.

import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ArchiveFormat, archiveFormats } from '@rookery/contracts/daemon/file-request.ts'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createBySevenZip,
  createTar,
  createTarGz,
  createZip,
} from '../../../../test/install/create-archives.ts'
import {
  type ArchiveFixture,
  type FixtureOptions,
  leftovers,
  openArchiveFixture,
  treeOf,
} from './archive-fixture.ts'

describe('8.2 archives that fail', () => {
  let game: ArchiveFixture
  const open = async (request?: FixtureOptions) => {
    game = await openArchiveFixture(request)
    game.write('target/old', 'mine')
    return game
  }
  afterEach(() => game.close())

  it.each(archiveFormats)(
    'T-063 %s: a sparse file of 1 TB is canceled in the middle, and nothing stays',
    async format => {
      const canceled = new AbortController()
      await open({ onProgress: fraction => (fraction ?? 0) > 0 && canceled.abort() })
      game.write('huge', '')
      truncateSync(join(game.folder, 'huge'), 1024 ** 4)
      const memory = process.memoryUsage.rss()
      await expect(game.pack(format, 'all.bin', ['huge'], canceled.signal)).rejects.toThrow()
      expect(process.memoryUsage.rss() - memory).toBeLessThan(300_000_000)
      expect(readdirSync(game.folder).toSorted()).toEqual(['huge', 'target'])
    },
  )

  const large = randomBytes(1_000_000)
  const makers: [string, () => Promise<Buffer> | Buffer][] = [
    [
      'zip',
      () =>
        createZip([
          { name: 'a', content: 'a' },
          { name: 'b', content: 'b' },
          { name: 'old', content: 'theirs' },
        ]),
    ],
    [
      'tar',
      () =>
        createTar([
          { name: 'a', content: large },
          { name: 'old', content: 'theirs' },
        ]),
    ],
    [
      'tar.gz',
      () =>
        createTarGz([
          { name: 'a', content: large },
          { name: 'old', content: 'theirs' },
        ]),
    ],
    [
      'tar.xz',
      () => createBySevenZip('xz', [{ name: 'a.tar', content: createTar([{ name: 'a', content: large }]) }]),
    ],
    ['7z', () => createBySevenZip('7z', [{ name: 'a', content: large }])],
  ]
  it.each(makers)(
    '8.2 %s: unpacking is canceled in the middle, and the target is as it was',
    async (_, make) => {
      const canceled = new AbortController()
      await open({ onProgress: () => canceled.abort() })
      game.write('archive', await make())
      const before = treeOf(dirname(game.folder))
      await expect(game.extract('archive', 'target', canceled.signal)).rejects.toThrow()
      expect(treeOf(dirname(game.folder))).toEqual(before)
    },
  )

  it('T-068 five archives at once stay within the disk limit, and those that do not fit leave nothing', async () => {
    await open({ limitBytes: 10_000_000 })
    game.write('a', randomBytes(3_000_000))
    const ends = await Promise.allSettled([1, 2, 3, 4, 5].map(at => game.pack('tar', `${at}.tar`, ['a'])))
    const refusals = ends.filter(end => end.status === 'rejected')
    // Each takes as it goes: how many of the two that fit get through is a matter of who is when.
    expect(refusals.length).toBeGreaterThanOrEqual(3)
    for (const { reason } of refusals) expect(String(reason)).toMatch(/disk limit/)
    const { bytes } = await game.fixture.root.measure()
    expect(bytes).toBeLessThanOrEqual(10_000_000)
    expect(leftovers(game.folder)).toEqual([])
    for (let made = 5 - refusals.length; made < 2; made += 1)
      await game.pack('tar', `later-${made}.tar`, ['a'])
    await expect(game.pack('tar', 'third.tar', ['a'])).rejects.toThrow(/disk limit/)
    expect(leftovers(game.folder)).toEqual([])
  })

  it('T-061 pipes and what cannot be read are left out, with a line for each', async () => {
    await open()
    execFileSync('mkfifo', [join(game.folder, 'target/pipe')])
    mkdirSync(join(game.folder, 'sub'))
    execFileSync('python3', [
      '-c',
      'import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1])',
      join(game.folder, 'sub/socket'),
    ])
    writeFileSync(Buffer.concat([Buffer.from(`${game.folder}/sub/`), Buffer.from([0xff, 0xfe])]), '')
    await game.pack('zip', 'all.zip')
    expect(game.said.filter(line => line.includes('left out')).toSorted()).toEqual(
      [
        '"sub/socket" is left out: it is a pipe, a socket or a device',
        '"sub/\ufffd\ufffd" is left out: its name is not valid text',
        '"target/pipe" is left out: it is a pipe, a socket or a device',
      ].toSorted(),
    )
    await game.extract('all.zip', 'out')
    expect(Object.keys(treeOf(join(game.folder, 'out')))).toEqual(['sub/', 'target/', 'target/old'])
    await expect(game.extract('target/pipe', 'out')).rejects.toThrow(/not a regular file/)
  })

  it('8.2 files of the same name are replaced, others stay; a file and a folder are never mixed up', async () => {
    await open()
    game.write('target/deep/keep', 'k')
    const archive = await createZip([
      { name: 'old', content: 'new' },
      { name: 'deep/add', content: 'a' },
    ])
    game.write('a.zip', archive)
    await game.extract('a.zip', 'target')
    expect(Object.keys(treeOf(join(game.folder, 'target')))).toEqual([
      'deep/',
      'deep/add',
      'deep/keep',
      'old',
    ])
    expect(treeOf(join(game.folder, 'target')).old).toContain(Buffer.from('new').toString('base64'))
    game.write(
      'b.zip',
      await createZip([{ name: 'aaa' }, { name: 'deep', content: 'a file' }, { name: 'zzz' }]),
    )
    const before = treeOf(game.folder)
    await expect(game.extract('b.zip', 'target')).rejects.toThrow(/target\/deep.*taken by a folder/)
    expect(treeOf(game.folder)).toEqual(before)
  })

  it.skipIf(process.getuid?.() !== 0)(
    'T-069 a full drive: clean words, and nothing is left',
    async context => {
      const drive = mkdtempSync(join(tmpdir(), 'rookery-drive-'))
      await open()
      const mount = ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', drive]
      if (spawnSync('mount', mount).status !== 0) return context.skip('this machine mounts no tmpfs')
      try {
        const full = await openArchiveFixture({ parent: drive })
        full.write('target/old', 'mine')
        full.write('fill', randomBytes(15_000_000))
        full.write('a.tar.gz', createTarGz([{ name: 'old', content: Buffer.alloc(8_000_000) }]))
        const before = treeOf(full.folder)
        const formats: ArchiveFormat[] = ['zip', 'tar']
        for (const format of formats) {
          await expect(full.pack(format, 'all.bin', ['fill'])).rejects.toThrow(/no space/)
        }
        await expect(full.extract('a.tar.gz', 'target')).rejects.toThrow(/space/)
        expect(treeOf(full.folder)).toEqual(before)
        await full.close()
      } finally {
        execFileSync('umount', [drive])
        rmSync(drive, { recursive: true })
      }
    },
  )

  it('8.2 what fails while it is put in place is undone', async context => {
    await open()
    const shut = join(game.folder, 'target/shut')
    mkdirSync(shut)
    const isShut = spawnSync('chattr', ['+i', shut]).status === 0
    if (!isShut) return context.skip('this drive cannot shut a folder for everybody')
    try {
      const items = ['a', 'b', 'old', 'z'].map(name => ({ name, content: `new ${name}` }))
      game.write('a.tar', createTar([...items, { name: 'shut/two', content: '2' }]))
      const before = treeOf(game.folder)
      await expect(game.extract('a.tar', 'target')).rejects.toThrow(/no permission/)
      expect(treeOf(game.folder)).toEqual(before)
      expect(leftovers(game.folder)).toEqual([])
    } finally {
      spawnSync('chattr', ['-i', shut])
    }
  })
})
