// What is packed here comes out the same: by our own hands, and by the programs that others use.

import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type ArchiveFormat, archiveFormats } from '@rookery/contracts/daemon/file-request.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofSize } from '../../../../../test-services/proof-size.ts'
import { type ArchiveFixture, leftovers, openArchiveFixture, treeOf } from './archive-fixture.ts'

const hasProgram = (name: string) => spawnSync(name, ['--help']).error === undefined

/** Unpack what we packed with somebody else's program. */
const others: Record<ArchiveFormat, [program: string, message: (archive: string, to: string) => string[]][]> =
  {
    zip: [
      ['unzip', (archive, to) => ['-q', archive, '-d', to]],
      ['7zz', (archive, to) => ['x', '-y', `-o${to}`, archive]],
    ],
    tar: [['tar', (archive, to) => ['-xf', archive, '-C', to]]],
    'tar.gz': [['tar', (archive, to) => ['-xzf', archive, '-C', to]]],
    'tar.xz': [['tar', (archive, to) => ['-xJf', archive, '-C', to]]],
  }

describe('8.2 archives', () => {
  let game: ArchiveFixture
  beforeEach(async () => {
    game = await openArchiveFixture()
  })
  afterEach(() => game.close())

  const fill = () => {
    game.write('world/level.dat', randomBytes(700_000))
    game.write('world/empty', '')
    game.write('world/region/r.0.0.mca', 'x'.repeat(300_001))
    game.write('start.sh', '#!/bin/sh\n', 0o755)
    game.write('größe 世界 \u{1f600}.txt', 'ä')
    game.write(`deep/${'folder-with-a-long-name/'.repeat(9)}${'n'.repeat(200)}.txt`, 'far')
    game.write("-rf $(id) 'quoted'.txt", 'plain')
    mkdirSync(join(game.folder, 'empty-folder'))
    symlinkSync('level.dat', join(game.folder, 'world/link'))
    symlinkSync('../world', join(game.folder, 'empty-folder/up'))
    utimesSync(join(game.folder, 'start.sh'), 1_600_000_001, 1_600_000_001)
  }

  it.each(archiveFormats)('%s: everything comes out as it went in, links as links', async format => {
    fill()
    const before = treeOf(game.folder)
    await game.pack(format, 'backups/all.bin')
    await game.extract('backups/all.bin', 'out')
    expect(treeOf(join(game.folder, 'out'))).toEqual(before)
    expect(leftovers(game.folder)).toEqual([])
    expect(game.said.at(-2)).toMatch(/^backups\/all\.bin holds 2\d files and folders in [\d.]+ [kM]B$/)
    expect(lstatSync(join(game.folder, 'backups/all.bin')).mode & 0o777).toBe(0o640)
  })

  it.for(
    archiveFormats.flatMap(format =>
      others[format].map(([program, message]) => [format, program, message] as const),
    ),
  )('%s: %s reads it', async ([format, program, message], context) => {
    if (!hasProgram(program)) return context.skip(`${program} is not here`)
    fill()
    const before = treeOf(game.folder)
    await game.pack(format, 'all.bin')
    const out = join(game.folder, '..', 'out')
    mkdirSync(out)
    execFileSync(program, message(join(game.folder, 'all.bin'), out), {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    expect(treeOf(out)).toEqual(before)
    expect(Math.trunc(lstatSync(join(out, 'start.sh')).mtimeMs / 1_000)).toBe(1_600_000_001)
  })

  it.each(archiveFormats)('%s: nothing but empty files and folders', async format => {
    game.write('a/b', '')
    mkdirSync(join(game.folder, 'c'))
    await game.pack(format, 'all.bin', ['a', 'c'])
    await game.extract('all.bin', 'out')
    expect(Object.keys(treeOf(join(game.folder, 'out')))).toEqual(['a/', 'a/b', 'c/'])
  })

  it.each(archiveFormats)('%s: whatever the names and contents are', async format => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 12 })
      .filter(text => !/[/\0\\]/.test(text) && text !== '.' && text !== '..' && text.isWellFormed())
    const files = fc.dictionary(name, fc.uint8Array({ maxLength: 300 }), {
      minKeys: 1,
      maxKeys: 6,
      noNullPrototype: true,
    })
    const numRuns = proofSize({ short: format === 'tar.xz' ? 1 : 3, proof: 50 })
    await fc.assert(
      fc.asyncProperty(files, async contents => {
        for (const path of ['in', 'out', 'all.bin']) {
          rmSync(join(game.folder, path), { recursive: true, force: true })
        }
        for (const [path, content] of Object.entries(contents)) game.write(`in/${path}`, content)
        await game.pack(format, 'all.bin', ['in'])
        await game.extract('all.bin', 'out')
        expect(treeOf(join(game.folder, 'out/in'))).toEqual(treeOf(join(game.folder, 'in')))
      }),
      { numRuns },
    )
  })

  it('names are told from the folder that the chosen ones have in common', async () => {
    game.write('a/one/x')
    game.write('a/two/y')
    game.write('b/z')
    await game.pack('zip', 'one.zip', ['a/one'])
    await game.pack('zip', 'both.zip', ['a/one', 'a/two', 'a/two/y', 'a/one'])
    await game.pack('tar', 'far.tar', ['a/one', 'b/z'])
    for (const archive of ['one.zip', 'both.zip', 'far.tar']) await game.extract(archive, `out-${archive}`)
    expect(Object.keys(treeOf(join(game.folder, 'out-one.zip')))).toEqual(['one/', 'one/x'])
    expect(Object.keys(treeOf(join(game.folder, 'out-both.zip')))).toEqual(['one/', 'one/x', 'two/', 'two/y'])
    expect(Object.keys(treeOf(join(game.folder, 'out-far.tar')))).toEqual([
      'a/',
      'a/one/',
      'a/one/x',
      'b/',
      'b/z',
    ])
  })

  it('an archive never contains itself, an existing target is refused and stays', async () => {
    game.write('a', 'x')
    await game.pack('zip', 'all.zip')
    await expect(game.pack('tar', 'all.zip')).rejects.toThrow(/there already/)
    await game.pack('tar', 'second.tar')
    const names = execFileSync('tar', ['-tf', join(game.folder, 'second.tar')], { encoding: 'utf8' })
    expect(names.trim().split('\n').toSorted()).toEqual(['a', 'all.zip'])
    await expect(game.pack('zip', 'x.zip', ['missing'])).rejects.toThrow(/no such file/)
    await expect(game.pack('zip', '../x.zip')).rejects.toThrow(/\.\./)
    await expect(game.pack('zip', 'a/x.zip')).rejects.toThrow(/taken by a file|not a folder/)
    expect(existsSync(join(game.folder, 'x.zip'))).toBe(false)
    expect(leftovers(game.folder)).toEqual([])
  })
})
