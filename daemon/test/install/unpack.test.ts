// Unpacking through a whole daemon: every kind of archive, and none of the ways out of the folder.

import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofSize, proofTest } from '../../../test-services/proof-size.ts'
import { watchBlocks } from '../longest-block.ts'
import { gameUserIdBase, isRoot, openTestNode, type TestNode } from '../open-test-node.ts'
import { createBySevenZip, createTar, createTarGz, createZip, type Item } from './create-archives.ts'
import { type FileServer, file, startFileServer } from './file-server.ts'

const items: Item[] = [
  { name: 'game-1.2/server', content: '#!/bin/sh\n', mode: 0o4755 },
  { name: 'game-1.2/maps/one.map', content: 'x'.repeat(100_000) },
  { name: 'game-1.2/maps/two.map', content: '' },
]

describe('unpack', () => {
  let node: TestNode
  let server: FileServer
  let uuid: string
  let revision: number
  beforeEach(async () => {
    uuid = randomUUID()
    revision = 0
    server = await startFileServer()
    const downloads = { allowedPrivate: true, limitBytes: 1_000_000_000 }
    node = await openTestNode(undefined, { downloads }, { retryDelaysMs: [] })
  })
  afterEach(async () => {
    await node.end()
    await server.close()
  })

  const install = (archive: Buffer, more: Partial<Extract<InstallStep, { do: 'unpack' }>> = {}) => {
    server.serve('/a', file(archive))
    const steps: InstallStep[] = [
      { do: 'download', url: server.url('/a'), to: 'archive', words: 'downloading' },
      { do: 'unpack', from: 'archive', to: '.', strip: 0, keep_archive: false, words: 'unpacking', ...more },
    ]
    revision += 1
    node.put(1, { uuid, install: steps }, revision)
    return node.run(1, 'install')
  }
  const inFolder = (path: string) => join(node.folder, 'servers', uuid, path)

  const kinds: [string, () => Promise<Buffer> | Buffer][] = [
    ['zip', () => createZip(items.map(item => ({ ...item, mode: (item.mode ?? 0o644) | 0o100000 })))],
    ['tar', () => createTar(items)],
    ['tar.gz', () => createTarGz(items)],
    ['tar.xz', () => createBySevenZip('xz', [{ name: 'a.tar', content: createTar(items) }])],
    ['tar.bz2', () => createBySevenZip('bzip2', [{ name: 'a.tar', content: createTar(items) }])],
    ['7z', () => createBySevenZip('7z', items)],
  ]

  it.each(kinds)(
    '%s: everything is there, without the leading folder, and belongs to the game',
    async (kind, make) => {
      expect(await install(await make(), { strip: 1, to: 'opt/game' })).toMatchObject({ status: 'success' })
      expect(readdirSync(inFolder('')).toSorted()).toEqual(['opt'])
      expect(readFileSync(inFolder('opt/game/maps/one.map'), 'utf8')).toBe('x'.repeat(100_000))
      expect(statSync(inFolder('opt/game/maps/two.map')).size).toBe(0)
      const { mode, uid } = statSync(inFolder('opt/game/server'))
      expect((mode & 0o7777).toString(8)).toBe('755')
      if (isRoot) expect(uid).toBe(gameUserIdBase + 1)
      if (isRoot) expect(statSync(inFolder('opt/game/maps')).uid).toBe(gameUserIdBase + 1)
      expect(kind).not.toBe('')
    },
  )

  it('an archive that is wanted later stays, and an update replaces files in place', async () => {
    expect(await install(createTarGz(items), { keep_archive: true })).toMatchObject({ status: 'success' })
    expect(existsSync(inFolder('archive'))).toBe(true)
    const newer = createTarGz([{ name: 'game-1.2/server', content: 'new' }])
    server.serve('/a', file(newer))
    expect(await node.run(1, 'update')).toMatchObject({ status: 'success' })
    expect(readFileSync(inFolder('game-1.2/server'), 'utf8')).toBe('new')
    expect(existsSync(inFolder('game-1.2/maps/one.map'))).toBe(true)
  })

  const evil: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
    ['tar ../x', () => createTar([{ name: '../evil' }]), /entry "\.\.\/evil".*leads out/],
    ['tar a/../../x', () => createTar([{ name: 'a/../../evil' }]), /entry "a\/\.\.\/\.\.\/evil".*leads out/],
    ['tar /x', () => createTar([{ name: '/evil' }]), /entry "\/evil".*absolute/],
    ['zip ../x', () => createZip([{ name: 'aa/evil' }], [['aa/evil', '../evil']]), /\.\.\/evil/],
    ['zip /x', () => createZip([{ name: 'a-evil' }], [['a-evil', '//evil']]), /\/\/evil|absolute/],
    ['zip ..\\x', () => createZip([{ name: 'aa-evil' }], [['aa-evil', '..\\evil']]), /\.\.[\\/]+evil/],
    ['zip C:\\x', () => createZip([{ name: 'aa-evil' }], [['aa-evil', 'C:\\evil']]), /C:[\\/]+evil/],
    [
      'tar link out, then a file through it',
      () =>
        createTar([
          { name: 'l', type: 'SymbolicLink', linkpath: '../..' },
          { name: 'l/evil', content: 'x' },
        ]),
      /entry "l".*leads out/,
    ],
    [
      'tar absolute link',
      () => createTar([{ name: 'l', type: 'SymbolicLink', linkpath: '/tmp' }]),
      /entry "l".*absolute/,
    ],
    [
      'tar link inside, then a file through it',
      () =>
        createTar([
          { name: 'd/', type: 'Directory' },
          { name: 'l', type: 'SymbolicLink', linkpath: 'd' },
          { name: 'l/evil', content: 'x' },
        ]),
      /entry "l\/evil".*link/,
    ],
    [
      'tar link that goes up after a name',
      () =>
        createTar([
          { name: 'd/e/up', type: 'SymbolicLink', linkpath: '../..' },
          { name: 'l', type: 'SymbolicLink', linkpath: 'd/e/up/..' },
        ]),
      /entry "l".*up only at the beginning/,
    ],
    [
      'tar hard link out',
      () => createTar([{ name: 'passwd', type: 'Link', linkpath: '/etc/passwd' }]),
      /entry "passwd".*absolute/,
    ],
    [
      'zip link out',
      () => createZip([{ name: 'l', content: '../../etc', mode: 0o120777 }]),
      /entry "l".*leads out/,
    ],
    [
      '7z link out',
      () =>
        createBySevenZip('7z', [
          { name: 'd/l', linkpath: '../../../etc/passwd' },
          { name: 'd/f', content: 'x' },
        ]),
      /link/i,
    ],
  ]

  it.each(evil)(
    'T-065 %s: nothing outside, nothing left, and the entry is named',
    async (_name, make, words) => {
      expect(await install(await make())).toMatchObject({
        status: 'error',
        message: expect.stringMatching(words),
      })
      expect(node.state(1)).toBe('install_failed')
      expect(readdirSync(inFolder(''))).toEqual([])
      expect(readdirSync(join(node.folder, 'servers')).toSorted()).toEqual(['.installing', uuid].toSorted())
      expect(existsSync('/evil')).toBe(false)
    },
  )

  it('T-061 links that stay inside are links, second names are copies, devices and pipes are left out', async () => {
    const archive = createTar([
      { name: 'd/real', content: 'content' },
      { name: 'd/link', type: 'SymbolicLink', linkpath: 'real' },
      { name: 'up', type: 'SymbolicLink', linkpath: './d' },
      { name: 'd/back', type: 'SymbolicLink', linkpath: '../d/real' },
      { name: 'second', type: 'Link', linkpath: 'd/real' },
      { name: 'pipe', type: 'FIFO' },
      { name: 'disk', type: 'BlockDevice' },
      { name: 'last', content: 'z' },
    ])
    expect(await install(archive)).toMatchObject({ status: 'success' })
    expect(readlinkSync(inFolder('d/link'))).toBe('real')
    expect(readFileSync(inFolder('up/back'), 'utf8')).toBe('content')
    expect(lstatSync(inFolder('second')).nlink).toBe(1)
    expect(readFileSync(inFolder('second'), 'utf8')).toBe('content')
    expect(readdirSync(inFolder('')).toSorted()).toEqual(['d', 'last', 'second', 'up'])
    if (isRoot) expect(lstatSync(inFolder('d/link')).uid).toBe(gameUserIdBase + 1)
  })

  // Before a change lands: features/archives/test/bombs.test.ts, with the same limits in small.
  proofTest('T-067 a bomb is stopped at a limit and leaves nothing', async () => {
    const zeros = Buffer.alloc(110_000_000)
    const bombs = [
      () => createZip([{ name: 'zeros', content: zeros }]),
      () => createTarGz([{ name: 'zeros', content: zeros }]),
      () => createBySevenZip('7z', [{ name: 'zeros', content: zeros }]),
    ]
    for (const create of bombs) {
      const bomb = await create()
      expect(bomb.length).toBeLessThan(500_000)
      expect(await install(bomb)).toMatchObject({
        status: 'error',
        message: expect.stringContaining('more than 200 times its size'),
      })
      expect(readdirSync(inFolder(''))).toEqual([])
    }
  })

  it('T-067 many empty entries are unpacked, and the daemon stays responsive', async () => {
    const count = proofSize({ short: 500, proof: 50_000 })
    const many = createTarGz(
      Array.from({ length: count }, (_, index) => ({ name: `d${index % 10}/${index}` })),
    )
    const longestBlock = watchBlocks()
    expect(await install(many)).toMatchObject({ status: 'success' })
    expect(longestBlock()).toBeLessThan(500)
    expect(readdirSync(inFolder('d3')).length).toBe(count / 10)
  })

  it.each([
    ['a text', Buffer.from('hello')],
    ['a cut tar.gz', createTarGz(items).subarray(0, 200)],
    ['a cut tar', createTar(items).subarray(0, 20_000)],
    ['a gzip of no tar', execFileSync('gzip', { input: 'just one file' })],
    ['a broken zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)])],
    ['a broken 7z', Buffer.concat([Buffer.from('377abcaf271c', 'hex'), Buffer.alloc(100)])],
    ['a broken xz', Buffer.concat([Buffer.from('fd377a585a00', 'hex'), Buffer.alloc(100)])],
  ])('%s is refused with a reason', async (_name, archive) => {
    const outcome = await install(archive)
    expect(outcome).toMatchObject({ status: 'error', message: expect.stringMatching(/^unpacking: .{10}/) })
    expect(readdirSync(inFolder(''))).toEqual([])
  })
})
