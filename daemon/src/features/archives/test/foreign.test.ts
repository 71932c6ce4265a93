// Archives that other programs have made.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ArchiveFixture, openArchiveFixture, treeOf } from './archive-fixture.ts'

const python = `
import io, os, sys, tarfile, zipfile
kind, target = sys.argv[1:3]
files = {'plain.txt': b'plain', 'ordner/größe.txt': 'größe'.encode(), 'ordner/' + 'l' * 180 + '.txt': b'long'}
if kind == 'zip-of-unix':
    # As zip of Linux writes it: bytes of the file system, and no word about their encoding.
    def encode(info): return info.filename.encode(), info.flag_bits
    zipfile.ZipInfo._encodeFilenameFlags = encode
if kind.startswith('zip'):
    with zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED if kind == 'zip' else zipfile.ZIP_STORED) as archive:
        for name, content in files.items(): archive.writestr(name, content)
else:
    mode, form = kind.split('-')
    with tarfile.open(target, 'w:' + mode, format=getattr(tarfile, form)) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name); entry.size = len(content); entry.mode = 0o600
            archive.addfile(entry, io.BytesIO(content))
`

describe('8.2 archives of others', () => {
  let game: ArchiveFixture
  beforeEach(async () => {
    game = await openArchiveFixture()
  })
  afterEach(() => game.close())

  it.each([
    'zip',
    'zip-stored',
    'zip-of-unix',
    '-GNU_FORMAT',
    '-PAX_FORMAT',
    'gz-GNU_FORMAT',
    'bz2-PAX_FORMAT',
    'xz-PAX_FORMAT',
  ])('8.2 %s of Python, whatever its name says', async kind => {
    const archive = join(game.folder, 'picture.png')
    execFileSync('python3', ['-c', python, kind, archive])
    await game.extract('picture.png', 'out')
    const found = treeOf(join(game.folder, 'out'))
    expect(Object.keys(found)).toEqual(
      ['ordner/', 'ordner/größe.txt', `ordner/${'l'.repeat(180)}.txt`, 'plain.txt'].toSorted(),
    )
    expect(found['ordner/größe.txt']).toContain(Buffer.from('größe').toString('base64'))
  })
})
