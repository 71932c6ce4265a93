// The list of game servers is kept as bytes; whatever changes, nobody ever reads an old one.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { countQueries } from '../count-queries.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, allow, createToken, withdrawAll } from '../tokens/people.ts'
import { addTemplate } from './a-game.ts'

let panel: TestPanel
let sessionToken: string
let templateId: number
let nodeId: number
beforeAll(async () => {
  panel = await startTestPanel()
  sessionToken = await panel.signIn()
  templateId = await addTemplate(panel)
  nodeId = (await act('POST', '/api/nodes', { name: 'north' })).id
})
afterAll(() => panel.stop())

async function act(method: string, path: string, body?: unknown) {
  const answer = await panel.request(method, path, { sessionToken, body })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.json
}

const list = async (token = sessionToken, query = '') =>
  (await panel.request('GET', `/api/servers${query}`, { sessionToken: token })).json as {
    id: number
    name: string
    state: string
    node_name: string
    template: { name: string }
  }[]
const namesOf = async (token?: string) => (await list(token)).map(({ name }) => name)
const createOne = async (name: string): Promise<number> =>
  (await act('POST', '/api/servers', { name, node_id: nodeId, template_id: templateId, install: false })).id

describe('the list of game servers', () => {
  test('is answered without asking the database while nothing has changed', async () => {
    await createOne('first')
    await panel.app.settleEvents()
    await list()
    const queries = countQueries(panel.db)
    expect((await list()).map(({ name }) => name)).toEqual(['first'])
    expect(queries()).toBe(0)
  })

  test('follows every route that changes it, at once', async () => {
    const id = await createOne('made')
    expect(await namesOf()).toContain('made')
    await act('PUT', `/api/servers/${id}`, { name: 'renamed' })
    expect(await namesOf()).toContain('renamed')
    await act('PUT', `/api/nodes/${nodeId}`, { name: 'south' })
    expect((await list()).every(one => one.node_name === 'south')).toBe(true)
    const { id: copyId } = await act('POST', `/api/servers/${id}/clone`, { name: 'copy', files: false })
    expect(await namesOf()).toContain('copy')
    for (const gone of [id, copyId]) await act('DELETE', `/api/servers/${gone}?files=keep`)
    expect(await namesOf()).toEqual(['first'])
  })

  test('follows what is written behind its back, in a transaction only once that is in force', async () => {
    const rename = (name: string) => sql`update game_servers set name = ${name} where name like '%first'`
    await panel.db.transaction().execute(async transaction => {
      await rename('not yet first').execute(transaction)
      expect(await namesOf()).toEqual(['first'])
    })
    expect(await namesOf()).toEqual(['not yet first'])
    const undone = panel.db.transaction().execute(async transaction => {
      await rename('undone first').execute(transaction)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await namesOf()).toEqual(['not yet first'])
    await rename('first').execute(panel.db)
    expect(await namesOf()).toEqual(['first'])
    await panel.db.updateTable('templates').set({ name: 'another game' }).execute()
    expect((await list())[0]?.template.name).toBe('another game')
  })

  test('shows each person what their rights of this moment show', async () => {
    const [one, other] = [await createOne('one'), await createOne('other')]
    const nina = await addPerson(panel, 'nina')
    const mark = await addPerson(panel, 'mark')
    const token = await createToken(panel, nina.sessionToken)
    expect(await namesOf(token)).toEqual([])
    await allow(panel, nina.id, ['game-server-common'], one)
    await allow(panel, mark.id, ['game-server-common'], other)
    for (let round = 0; round < 2; round++) {
      expect(await namesOf(token)).toEqual(['one'])
      expect(await namesOf(mark.sessionToken)).toEqual(['other'])
      expect(await namesOf()).toEqual(['first', 'one', 'other'])
    }
    await withdrawAll(panel, nina.id)
    expect(await namesOf(token)).toEqual([])
    expect(await namesOf(mark.sessionToken)).toEqual(['other'])
  })

  test('keeps questions apart, and their headers', async () => {
    const read = (query: string) => panel.request('GET', `/api/servers${query}`, { sessionToken })
    for (let round = 0; round < 2; round++) {
      expect((await read('?per_page=1')).json).toHaveLength(1)
      expect((await read('?per_page=1')).headers.get('x-total-count')).toBe('3')
      expect((await read('?q=othe')).json).toHaveLength(1)
      expect((await read('?sort=-name')).json[0].name).toBe('other')
    }
  })

  test.each(['br', 'gzip'])('is the same compressed with %s, and as new', async encoding => {
    const read = async () => {
      const headers = { authorization: `Bearer ${sessionToken}`, 'accept-encoding': encoding }
      const answer = await fetch(`${panel.url}/api/servers?sort=id`, { headers })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toBe('Origin, Accept-Encoding')
      return answer.json()
    }
    const [{ id } = { id: 0 }] = await list(sessionToken, '?sort=id')
    for (const name of [`a ${encoding}`, `b ${encoding}`, 'first']) {
      await act('PUT', `/api/servers/${id}`, { name })
      for (let round = 0; round < 2; round++)
        expect(await read()).toEqual(await list(sessionToken, '?sort=id'))
      expect((await list(sessionToken, '?sort=id'))[0]?.name).toBe(name)
    }
  })

  const writes = proofSize({ short: 20, proof: 60 })
  test('is never older than a write that was answered, with many readers in between', async () => {
    const [{ id } = { id: 0 }] = await list(sessionToken, '?sort=id')
    await act('PUT', `/api/servers/${id}`, { name: '0' })
    let written = 0
    let isOver = false
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const atLeast = written
        const [first] = await list(sessionToken, '?sort=id')
        expect(Number(first?.name)).toBeGreaterThanOrEqual(atLeast)
      }
    })
    for (let count = 1; count <= writes; count++) {
      await act('PUT', `/api/servers/${id}`, { name: String(count) })
      written = count
    }
    isOver = true
    await Promise.all(readers)
  })
})
