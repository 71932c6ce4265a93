// Archives of the daemon: packed once, the same for the same files, and only where they would run.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createDaemonArchives,
  type DaemonArchivesOptions,
  usualSmallestNodeBytes,
} from './daemon-archives.ts'
import { writeNode, writeProgramFolder } from './program-in-test.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-archives-'))
  writeProgramFolder(join(folder, 'program'))
  writeNode(join(folder, 'node'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (options: Partial<DaemonArchivesOptions> = {}) =>
  createDaemonArchives({
    programFolder: join(folder, 'program'),
    cacheFolder: join(folder, 'cache'),
    nodeFile: join(folder, 'node'),
    platform: 'linux',
    architecture: 'x64',
    // Sixty megabytes of a real one show nothing more, and are packed again and again.
    smallestNodeBytes: 2 * 1024 ** 2,
    ...options,
  })

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

describe('the archive of the daemon', () => {
  test('holds the listed files and the Node of the panel in one folder, with its sum beside it', async () => {
    const { file, sizeBytes, ...archive } = await open().archive('x64')
    expect(archive.sha256).toBe(sha256(file))
    expect(sizeBytes).toBe(statSync(file).size)
    expect(readFileSync(`${file}.sha256`, 'utf8')).toBe(
      `${archive.sha256}  rookery-daemon-1.2.3-linux-x64.tar.gz\n`,
    )
    execFileSync('tar', ['-xzf', file, '-C', folder])
    const unpacked = join(folder, 'rookery-daemon-1.2.3')
    expect(readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(
      ['bin', 'bin/node', 'bin/rookery', 'dist', 'dist/daemon.mjs'].toSorted(),
    )
    expect(statSync(join(unpacked, 'bin/node'))).toMatchObject({ size: 2 * 1024 ** 2 })
    expect(statSync(join(unpacked, 'bin/rookery')).mode & 0o111).toBe(0o111)
  })

  test('is the same for the same files, wherever and whenever it is packed', async () => {
    const sums = await Promise.all(
      ['one', 'two'].map(
        async name => (await open({ cacheFolder: join(folder, name) }).archive('x64')).sha256,
      ),
    )
    expect(sums[0]).toBe(sums[1])
  })

  test('is packed once for many who ask at once, and not again after a restart', async () => {
    const archives = open()
    const all = await Promise.all(Array.from({ length: 20 }, () => archives.archive('x64')))
    const [first] = all
    if (!first) throw new Error('nothing was packed')
    expect(all.every(each => each.file === first.file && each.sha256 === first.sha256)).toBe(true)
    expect(readdirSync(dirname(first.file)).toSorted()).toHaveLength(2)
    const { ino } = statSync(first.file)
    await open().archive('x64')
    expect(statSync(first.file).ino).toBe(ino)
  })

  test('is packed anew when a file has changed, and the former one is removed', async () => {
    const archives = open()
    const former = await archives.archive('x64')
    writeFileSync(join(folder, 'program/dist/daemon.mjs'), 'console.log("another daemon")\n')
    const later = await archives.archive('x64')
    expect(later.sha256).not.toBe(former.sha256)
    expect(existsSync(former.file)).toBe(false)
  })

  test('leaves nothing behind when a file is missing', async () => {
    rmSync(join(folder, 'program/dist/daemon.mjs'))
    await expect(open().archive('x64')).rejects.toThrow(/ENOENT/)
    expect(existsSync(join(folder, 'cache'))).toBe(false)
  })

  test('of the other architecture comes from the folder daemons, and is told to be missing without it', async () => {
    await expect(open().archive('arm64')).rejects.toThrow(
      /no daemon for arm64.*daemons\/rookery-daemon-1\.2\.3-linux-arm64\.tar\.gz/,
    )
    mkdirSync(join(folder, 'program/daemons'))
    const delivered = join(folder, 'program/daemons/rookery-daemon-1.2.3-linux-arm64.tar.gz')
    writeFileSync(delivered, 'packed elsewhere')
    expect(await open().archive('arm64')).toEqual({
      file: delivered,
      sha256: sha256(delivered),
      sizeBytes: 16,
    })
  })

  test('is not made of a Node that would not start elsewhere', async () => {
    const nodeFile = join(folder, 'other-node')
    writeNode(nodeFile, { loader: '/lib/ld-musl-x86_64.so.1' })
    await expect(open({ nodeFile }).archive('x64')).rejects.toThrow(
      /not made for glibc: start the panel with npm start/,
    )
    writeNode(nodeFile, { megabytes: 59 })
    const smallestNodeBytes = usualSmallestNodeBytes
    await expect(open({ nodeFile, smallestNodeBytes }).archive('x64')).rejects.toThrow(
      /needs libraries that other machines do not have/,
    )
    rmSync(join(folder, 'program/dist/node-install/files.json'))
    await expect(open().archive('x64')).rejects.toThrow(/was not built .*npm run build/)
  })
})
