// Lists of folders a page at a time: each page is the same part of one order, and an unchanged folder is read once.

import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { type ConfinedFolder, openRootFolder } from '../folder-handle.ts'
import { FolderCache, usualFolderCache } from '../names/folder-cache.ts'
import { type FolderNames, listFolder, readNames } from '../names/list-folder.ts'
import { compareNames, SortedNames } from '../names/sorted-names.ts'

describe('8.2 names in order', () => {
  it('gives every part of the order that sorting all of them gives, whichever is asked for first', async () => {
    const asked = fc.array(fc.tuple(fc.nat(12_000), fc.nat(300)), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.nat(12_000), fc.nat(), asked, async (count, seed, parts) => {
        const names = Array.from({ length: count }, (_, index) => ({
          name: `n${((index + 1) * (seed + 7919)) % 1_000_003}-${index}`,
          isFolder: (index + seed) % 7 === 0,
        }))
        const sorted = new SortedNames()
        for (const name of names) sorted.add(name)
        const expected = names.toSorted(compareNames)
        const found = await Promise.all(parts.map(([start, length]) => sorted.slice(start, start + length)))
        expect(found).toEqual(parts.map(([start, length]) => expected.slice(start, start + length)))
      }),
      propertyRuns(30),
    )
  })
})

describe('8.2 pages of a large folder', () => {
  const longAgo = new Date('2020-01-01')
  let folder: string
  let root: ConfinedFolder
  let reads: number
  let nowMs: number
  let cache: FolderCache<FolderNames>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-large-'))
    mkdirSync(join(folder, 'world'))
    for (let index = 0; index < 1_200; index += 1) writeFileSync(join(folder, 'world', `r.${index}.mca`), '')
    root = await openRootFolder(folder)
    reads = 0
    // As if everything above had happened a while ago.
    nowMs = Date.now() + 60_000
    cache = new FolderCache({ ...usualFolderCache, nowMs: () => nowMs })
  })
  afterEach(async () => {
    await root.handle.close()
    rmSync(folder, { recursive: true })
  })

  const page = async (offset: number, limit = 100) => {
    const read = (opened: ConfinedFolder) => {
      reads += 1
      return readNames(opened)
    }
    const { entries, total } = await listFolder(root, 'world', { offset, limit }, { cache, read })
    return { names: entries.map(({ name }) => name), total }
  }
  const inOrder = () => readdirSync(join(folder, 'world')).toSorted()

  it('T-064 reads as many names as it may, and says that there are more', async () => {
    const read = (opened: ConfinedFolder) => readNames(opened, 1_000)
    const cut = await listFolder(root, 'world', { offset: 990, limit: 100 }, { cache, read })
    expect(cut).toMatchObject({ total: 1_000, isCut: true })
    expect(cut.entries).toHaveLength(10)
    expect(await page(0)).toMatchObject({ total: 1_000 })
  })

  it('reads the names once for all pages', async () => {
    const pages = []
    for (let offset = 0; offset < 1_200; offset += 100) pages.push(await page(offset))
    expect(pages.flatMap(({ names }) => names)).toEqual(inOrder())
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([1_200]))
    expect(reads).toBe(1)
  })

  it('shows what was added, removed and renamed at once', async () => {
    const changes: [string, () => void][] = [
      ['added', () => writeFileSync(join(folder, 'world', 'a-new-one'), '')],
      ['removed', () => rmSync(join(folder, 'world', 'r.1.mca'))],
      ['renamed', () => renameSync(join(folder, 'world', 'r.2.mca'), join(folder, 'world', 'b'))],
    ]
    await page(0)
    for (const [what, change] of changes) {
      change()
      nowMs += 60_000
      expect((await page(0, 2_000)).names, what).toEqual(inOrder())
    }
    expect(reads).toBe(4)
  })

  it('does not trust the times of a folder that was changed a moment ago', async () => {
    nowMs = Date.now()
    for (let round = 0; round < 5; round += 1) {
      writeFileSync(join(folder, 'world', `new-${round}`), '')
      expect((await page(0, 2_000)).names).toEqual(inOrder())
    }
    expect(reads).toBe(5)
  })

  it('is not misled by a folder whose time was set back', async () => {
    await page(0)
    writeFileSync(join(folder, 'world', 'hidden'), '')
    utimesSync(join(folder, 'world'), longAgo, longAgo)
    expect((await page(0, 2_000)).names).toEqual(inOrder())
  })

  it('forgets after a while, and the folder that was not asked for longest', async () => {
    await page(0)
    nowMs += usualFolderCache.rememberMs + 1
    await page(0)
    expect(reads).toBe(2)
    for (let index = 0; index < usualFolderCache.folders; index += 1) {
      const other = join(folder, `other-${index}`)
      mkdirSync(other)
      for (let file = 0; file < 1_000; file += 1) writeFileSync(join(other, String(file)), '')
      nowMs += 10_000
      await listFolder(root, `other-${index}`, { offset: 0, limit: 1 }, { cache })
    }
    await page(0)
    expect(reads).toBe(3)
  })
})
