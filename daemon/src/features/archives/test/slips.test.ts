// Archives that lead out of the folder they are unpacked into: nothing outside, nothing changed, the entry is named.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createBySevenZip,
  createTar,
  createTarGz,
  createZip,
  type Item,
} from '../../../../test/install/create-archives.ts'
import { type ArchiveFixture, leftovers, openArchiveFixture, treeOf } from './archive-fixture.ts'

/** A file with four bytes, under names that 7-Zip itself would not put in. */
const evilSevenZips = {
  '../evil':
    'N3q8ryccAASkVHrFCAAAAAAAAABKAAAAAAAAAH1neHIBAANldmlsAAEEBgABCQgABwsBAAEhIQEUDAQACA0BCgFSMfuNAAAFARERAC4ALgAvAGUAdgBpAGwAAAAUCgEAAIA+1d6xnQEVBgEAIICkgQAA',
  '/evil':
    'N3q8ryccAATFXi0NCAAAAAAAAABGAAAAAAAAAHWmTRMBAANldmlsAAEEBgABCQgABwsBAAEhIQEUDAQACA0BCgFSMfuNAAAFARENAC8AZQB2AGkAbAAAABQKAQAAgD7V3rGdARUGAQAggKSBAAA=',
}
const createSevenZip = (name: keyof typeof evilSevenZips) => Buffer.from(evilSevenZips[name], 'base64')

const link = (name: string, linkpath: string): Item => ({ name, type: 'SymbolicLink', linkpath })

const slips: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
  ['tar ../x', () => createTar([{ name: 'good' }, { name: '../evil' }]), /entry "\.\.\/evil".*leads out/],
  [
    'tar.gz a/../../x',
    () => createTarGz([{ name: 'a/../../evil' }]),
    /entry "a\/\.\.\/\.\.\/evil".*leads out/,
  ],
  ['tar /x', () => createTar([{ name: '/evil' }]), /entry "\/evil".*absolute/],
  ['tar ..\\x', () => createTar([{ name: '..\\evil' }]), /entry "\.\.\\\\evil".*leads out/],
  [
    'tar 101 folders deep',
    () => createTar([{ name: `${'a/'.repeat(101)}evil` }]),
    /entry "a\/a.*folders deep/,
  ],
  [
    'zip ../x',
    () => createZip([{ name: 'good' }, { name: 'aa/evil' }], [['aa/evil', '../evil']]),
    /\.\.\/evil/,
  ],
  ['zip /x', () => createZip([{ name: 'a-evil' }], [['a-evil', '//evil']]), /\/evil/],
  ['zip ..\\x', () => createZip([{ name: 'aa-evil' }], [['aa-evil', '..\\evil']]), /\.\.[\\/]+evil/],
  ['7z ../x', () => createSevenZip('../evil'), /entry "\.\.\/evil".*leads out/],
  ['7z /x', () => createSevenZip('/evil'), /entry "\/evil".*leads out/],
  [
    'a link out, then a file through it',
    () => createTar([link('l', '../..'), { name: 'l/evil', content: 'x' }]),
    /entry "l".*leads out/,
  ],
  ['an absolute link', () => createTar([link('l', '/tmp')]), /entry "l".*absolute/],
  [
    'a link inside, then a file through it',
    () => createTar([{ name: 'd/', type: 'Directory' }, link('l', 'd'), { name: 'l/evil', content: 'x' }]),
    /entry "l\/evil".*link/,
  ],
  [
    'a link that goes up after a name',
    () => createTar([link('d/e/up', '../..'), link('l', 'd/e/up/..')]),
    /entry "l".*up only at the beginning/,
  ],
  [
    'a link that is inside on the stage only',
    () => createTar([link('l', '../../outside')]),
    /entry "l".*leads out/,
  ],
  [
    'a hard link out',
    () => createTar([{ name: 'p', type: 'Link', linkpath: '/etc/passwd' }]),
    /entry "p".*absolute/,
  ],
  [
    'a hard link out by ..',
    () => createTar([{ name: 'p', type: 'Link', linkpath: '../../../../etc/passwd' }]),
    /entry "p".*leads out/,
  ],
  [
    'a hard link to a file that was there before',
    () => createTar([{ name: 'p', type: 'Link', linkpath: 'before' }]),
    /entry "p".*no such file/,
  ],
  [
    'a link replaced by a folder',
    () => createTar([link('l', 'd'), { name: 'l/', type: 'Directory' }, { name: 'l/evil' }]),
    /entry "l\/".*link/,
  ],
  [
    'a file replaced by a folder',
    () => createTar([{ name: 'f', content: 'x' }, { name: 'f/evil' }]),
    /entry "f\/evil".*not a folder/,
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
    /d\/l/,
  ],
]

describe('T-065 slips', () => {
  let game: ArchiveFixture
  beforeEach(async () => {
    game = await openArchiveFixture()
    game.write('target/before', 'mine')
  })
  afterEach(() => game.close())

  it.each(slips)(
    'T-065 %s: nothing outside, nothing changed, the entry is named',
    async (_, make, message) => {
      game.write('archive', await make())
      writeFileSync(join(game.folder, '..', 'witness'), '')
      const before = treeOf(dirname(game.folder))
      await expect(game.extract('archive', 'target')).rejects.toThrow(message)
      expect(treeOf(dirname(game.folder))).toEqual(before)
      expect(leftovers(game.folder)).toEqual([])
    },
  )

  it('T-065 names that differ in case alone are two files, and the last of two equal ones stays', async () => {
    const items = ['readme', 'README', 'ReadMe'].map(name => ({ name, content: name }))
    game.write('a.zip', await createZip([...items, { name: 'readme', content: 'again' }]))
    await game.extract('a.zip', 'out')
    const expected = { readme: 'again', README: 'README', ReadMe: 'ReadMe' }
    const asTree = Object.entries(expected).map(([name, text]) => [
      name,
      `644 ${Buffer.from(text).toString('base64')}`,
    ])
    expect(treeOf(join(game.folder, 'out'))).toEqual(Object.fromEntries(asTree))
  })

  it('T-065 a link that was there before is never followed: a file takes its place, a folder is refused', async () => {
    const outside = join(game.folder, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'file'), 'theirs')
    symlinkSync('../../outside/file', join(game.folder, 'target/file'))
    symlinkSync('../../outside', join(game.folder, 'target/folder'))
    const before = treeOf(game.folder)
    game.write('a.tar', createTar([{ name: 'file', content: 'x' }, { name: 'folder/evil' }]))
    await expect(game.extract('a.tar', 'target')).rejects.toThrow(/target\/folder.*taken by a file or link/)
    expect(treeOf(game.folder)).toMatchObject(before)
    game.write('b.tar', createTar([{ name: 'file', content: 'x' }]))
    await game.extract('b.tar', 'target')
    expect(treeOf(game.folder)['target/file']).toBe(`644 ${Buffer.from('x').toString('base64')}`)
    expect(treeOf(outside)).toEqual({
      file: expect.stringContaining(Buffer.from('theirs').toString('base64')),
    })
    await expect(game.extract('b.tar', 'target/folder')).rejects.toThrow(/link/)
    await expect(game.extract('b.tar', '../outside')).rejects.toThrow(/\.\./)
    await expect(game.extract('target/folder', '')).rejects.toThrow(/link/)
  })
})
