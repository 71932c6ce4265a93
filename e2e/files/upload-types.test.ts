// What the rules and settings of uploads let through: public cases of contents with an extension and a Content-Type that
// lie (C322 to C325), and large files, where nobody has set a variable.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofDescribe, proofSize } from '../../test-services/proof-size.ts'
import { waitFor } from '../wait-for.ts'
import { FilesWorld } from './files-world.ts'
import { createTusClient } from './tus-client.ts'

type Verdict = 'allow' | 'reject'
interface Case {
  id: string
  filename: string
  b64: string
  default: Verdict
  allow_archives: Verdict
  allow_binary: Verdict
  why: string
}

const vectors = fileURLToPath(new URL('../../../shared/vectors/filetype/cases.json', import.meta.url))
const isThere = existsSync(vectors)
if (!isThere) console.warn(`skipped: the public cases of contents are not at ${vectors}`)
const cases = isThere ? (JSON.parse(readFileSync(vectors, 'utf8')) as { cases: Case[] }).cases : []
const one = (id: string) => cases.find(known => known.id === id) as Case

/** Each content under a name that says the opposite; in the proof under its own name too. */
function attemptsOf({ id, filename, default: verdict }: Case) {
  const lie =
    verdict === 'allow'
      ? { name: `${id}.exe`, type: 'application/x-msdownload' }
      : { name: `${id}.png`, type: 'image/png' }
  const named = { name: filename, type: 'application/octet-stream' }
  return proofSize({ short: [lie], proof: [named, { name: filename, type: 'text/html' }, lie] })
}

/** The different statuses of all attempts: one, if only the content counts. */
async function verdictsOf(world: FilesWorld, known: Case): Promise<number[]> {
  const content = Buffer.from(known.b64, 'base64')
  const statuses = new Set<number>()
  for (const { name, type } of attemptsOf(known)) {
    statuses.add((await world.upload([{ name, type, content }], { path: known.id })).status)
  }
  return [...statuses]
}

const allSuites: [string, 'default' | 'allow_archives' | 'allow_binary', Record<string, string>][] = [
  ['8.3 C322 by default', 'default', {}],
  ['8.3 C324 with FILES_UPLOAD_ALLOW_ARCHIVES', 'allow_archives', { FILES_UPLOAD_ALLOW_ARCHIVES: 'true' }],
  ['8.3 C325 with FILES_UPLOAD_ALLOW_BINARY', 'allow_binary', { FILES_UPLOAD_ALLOW_BINARY: 'true' }],
]
/** That the panel hands its switches on is shown by its settings below. */
const suites = proofSize({ short: allSuites.slice(0, 1), proof: allSuites })

/** What decides is tried with all of them by itself, and in the proof. */
const everySixth = proofSize({ short: cases.filter((_, index) => index % 6 === 0), proof: cases })

/** The panel is started again for each set of variables; node and daemon stay. */
const world = new FilesWorld()
beforeAll(() => world.start())
afterAll(() => world.stop())

describe('transfers of large files, and settings of the panel', () => {
  const settings = (body: object) =>
    world.send('/api/settings', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: [Buffer.from(JSON.stringify(body))],
    })
  const transfers = createTusClient(world, 'transfers')
  const { begun, patch, head, drop } = createTusClient(world)

  test('a transfer begins only where it is on, and has the filter and the audit lines of an upload', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect((await transfers.begin({ path: 'page.txt' }, page.length)).status).toBe(409)
    expect((await settings({ large_transfers: true })).status).toBe(200)
    const large = await transfers.begin({ path: 'world.tar' }, 104_857_601)
    const location = String(large.headers.location)
    expect([large.status, location]).toEqual([201, expect.stringContaining('/files/transfers/')])
    expect((await head(location)).headers['upload-length']).toBe('104857601')
    expect((await drop(location)).status).toBe(204)
    const refused = await transfers.begin({ path: 'hidden-page.txt' }, page.length)
    expect((await patch(String(refused.headers.location), 0, page)).status).toBe(415)
    const lines = () => world.auditLines('upload.refused').filter(({ file }) => file === 'hidden-page.txt')
    await waitFor('it has its line', () => lines().length > 0)
    expect(lines()).toMatchObject([{ detected_type: 'text/html' }])
    expect(existsSync(join(world.root, 'hidden-page.txt'))).toBe(false)
  })

  test('8.3 what the setting allows is taken by the node at once, and no longer when it is off', async () => {
    const archive = gzipSync('a world')
    const send = async (path: string) =>
      (await patch(await begun({ path }, archive.length), 0, archive)).status
    expect(await send('first.gz')).toBe(415)
    await settings({ upload_archives: true })
    expect(await send('second.gz')).toBe(204)
    expect(readFileSync(join(world.root, 'second.gz')).equals(archive)).toBe(true)
    await settings({ upload_archives: null })
    expect(await send('third.gz')).toBe(415)
  })
})

describe.skipIf(!isThere).each(suites)('%s', (_, column, variables) => {
  // The first of them is what the panel was started with.
  beforeAll(() => (column === 'default' ? undefined : world.beginAnew(variables)))

  test.each(everySixth.map(known => [known.id, known[column], known.why, known] as const))(
    `${_} %s: %s (%s), whatever name and Content-Type say`,
    async (id, verdict, __, known) => {
      const expected = verdict === 'allow' ? 201 : 415
      expect(await verdictsOf(world, known)).toEqual([expected])
      expect(existsSync(`${world.root}/${id}`)).toBe(verdict === 'allow')
      if (verdict === 'allow') {
        for (const { name } of attemptsOf(known))
          expect(world.onDisk(`${id}/${name}`).equals(Buffer.from(known.b64, 'base64'))).toBe(true)
      }
    },
  )
})

proofDescribe.skipIf(!isThere)('C323 further types', () => {
  beforeAll(() => world.beginAnew({ FILES_UPLOAD_ALLOWED_MIMES: 'video/mp4' }))

  test('8.3 C323 video/mp4 is taken when it is listed, the usual types still are, and no others', async () => {
    expect(await verdictsOf(world, one('U069'))).toEqual([201])
    for (const id of ['U001', 'U010', 'U015', 'U020']) {
      expect(await verdictsOf(world, one(id)), id).toEqual([201])
    }
    for (const id of ['U022', 'U035', 'U051', 'U063', 'U070']) {
      expect(await verdictsOf(world, one(id)), id).toEqual([415])
    }
  })
})
