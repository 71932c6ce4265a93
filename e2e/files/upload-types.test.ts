// C322 to C325: public cases of contents, with an extension and a Content-Type that lie, through the real route.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofDescribe, proofSize } from '../../test-services/proof-size.ts'
import { FilesWorld } from './files-world.ts'

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
/** One switch shows that the panel hands them on. */
const suites = proofSize({ short: allSuites.slice(0, 2), proof: allSuites })

/** Some by default, more of those that a switch changes: what decides is tried with all of them by itself, and in the proof. */
const casesOf = (column: (typeof suites)[number][1]) =>
  cases.filter((known, index) => {
    const isChanged = known[column] !== known.default
    return proofSize({ short: index % (isChanged ? 3 : 6) === 0, proof: true })
  })

/** The panel is started again for each set of variables; node and daemon stay. */
const world = new FilesWorld()
beforeAll(async () => {
  if (isThere) await world.start()
})
afterAll(async () => {
  if (isThere) await world.stop()
})

describe.skipIf(!isThere).each(suites)('%s', (_, column, variables) => {
  // The first of them is what the panel was started with.
  beforeAll(() => (column === 'default' ? undefined : world.beginAnew(variables)))

  test.each(casesOf(column).map(known => [known.id, known[column], known.why, known] as const))(
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
