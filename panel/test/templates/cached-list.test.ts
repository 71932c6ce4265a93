// The list of templates is kept as bytes: two panels on one database, and neither ever shows an old one or one too many.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, ask, done } from '../access/people.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson } from '../tokens/people.ts'
import { openSharedMemoryCache } from '../tokens/shared-cache.ts'

const cache = openSharedMemoryCache()
let panels: TestPanel[] = []
let admins: Asked[] = []
beforeAll(async () => {
  const one = await startTestPanel({ cache })
  const two = await startTestPanel({ cache, dataDir: one.dataDir })
  // Time stands still, so nothing that is kept ends by its age.
  two.clock.nowMs = one.clock.nowMs
  panels = [one, two]
  const sessionToken = await one.signIn()
  admins = panels.map(panel => ({ panel, sessionToken }))
})
afterAll(async () => {
  for (const panel of panels.toReversed()) await (panel === panels[0] ? panel.stop() : panel.halt())
  await cache.close()
})

const viewing = { permission: 'view', effect: 'allow', object_type: 'template' }
const list = (asked: Asked): Promise<TemplateSummary[]> => done(asked, 'GET', '/api/templates?per_page=1000')
const namesOf = async (asked: Asked, ids: readonly number[]) =>
  (await list(asked)).filter(({ id }) => ids.includes(id)).map(({ name }) => name)

test('what one panel has written, both show at once', async () => {
  for (const { panel } of admins) {
    for (const admin of admins) await list(admin)
    const id = await addTemplate(panel)
    await panel.db
      .updateTable('templates')
      .set({ definition: renamed('before') })
      .where('id', '=', id)
      .execute()
    for (const admin of admins) expect(await namesOf(admin, [id])).toEqual(['before'])
    await panel.db
      .updateTable('templates')
      .set({ definition: renamed('after') })
      .where('id', '=', id)
      .execute()
    for (const admin of admins) expect(await namesOf(admin, [id])).toEqual(['after'])
    await panel.db.deleteFrom('templates').where('id', '=', id).execute()
    for (const admin of admins) expect(await namesOf(admin, [id])).toEqual([])
  }
})

test('each person sees what their rights of this moment show, on both', async () => {
  const [one] = panels
  const [admin] = admins
  if (!one || !admin) throw new Error('no panel')
  const [first, second] = [await addTemplate(one), await addTemplate(one)]
  const { id: userId, sessionToken } = await addPerson(one, 'nina')
  const seen = (panel: TestPanel) =>
    ask({ panel, sessionToken }, 'GET', '/api/templates?per_page=1000').then(({ status, json }) =>
      status === 200 ? (json as TemplateSummary[]).map(({ id }) => id) : status,
    )
  const give = (...ids: number[]) => {
    const entries = ids.map(object_id => ({ ...viewing, object_id }))
    return done(admin, 'PUT', `/api/users/${userId}/permissions`, entries)
  }
  for (const panel of panels) expect(await seen(panel)).toBe(403)
  for (const ids of [[first], [first, second], [second]]) {
    await give(...ids)
    for (const panel of [...panels, ...panels])
      expect(new Set((await seen(panel)) as number[])).toEqual(new Set(ids))
  }
  await give()
  for (const panel of panels) expect(await seen(panel)).toBe(403)
})

function renamed(name: string): string {
  const listed = {
    slug: 'kept',
    name,
    game: 'script',
    description: '',
    tags: [],
    process_managers: ['process'],
  }
  return JSON.stringify(listed)
}
