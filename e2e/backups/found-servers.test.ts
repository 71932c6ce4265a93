// The panel is gone, and its nodes made archives: a new panel finds the servers in the storage and brings them back.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ArchiveEngine } from '../../daemon/src/platform/backups/archive/archive-engine.ts'
import { damageAnother, expectBroughtBack, expectFound, losePanelOf, openNewPanel } from './found-servers.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-found-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('L27 servers in a storage that the panel does not know are found and brought back with all they had', async () => {
  const storage = { place: { kind: 'folder', path: folder }, secret: '' } as const
  const engine = () => new ArchiveEngine(Date.now)
  const lost = await losePanelOf(storage, engine)
  const damaged = damageAnother(folder)
  const { world, at, look, storageId } = await openNewPanel(storage, engine, lost)
  try {
    const found = (await look()).json
    expectFound(found.servers, lost)
    expect(found).toMatchObject({ known: 0, left_off: 0 })
    expect(found.servers).toMatchObject([
      { uuid: lost.uuid },
      { uuid: damaged, name: '', backups: [], is_sealed: false, problem: expect.stringMatching(/\w/) },
    ])
    const refused = await world.request('POST', `${at}/${damaged}/bring-back`, { node_id: world.nodeId })
    expect([refused.status, refused.json.message]).toEqual([409, found.servers[1].problem])
    const absent = await world.request('POST', `${at}/${lost.uuid}/bring-back`, {
      ...{ node_id: world.nodeId, backup: 'nothing-like-it' },
    })
    expect([absent.status, absent.json.message]).toEqual([404, expect.stringContaining('no such backup')])
    const { id: other } = await world.panel.app.nodes.create('Other')
    const place = { kind: 'folder', path: folder }
    const only = { name: 'Cellar', place, assigned: { to: 'nodes', node_ids: [world.nodeId] } }
    await world.json('PUT', `/api/backup-storages/${storageId}`, only)
    expect((await look({ node_id: other })).json.errors.node_id[0]).toContain('is not assigned to this node')

    const id = await expectBroughtBack({ world, at }, lost, {})
    expect((await look()).json).toMatchObject({ servers: [{ uuid: damaged }], known: 1 })
    // In the trash it is this panel's, too.
    await world.ask('DELETE', `/api/servers/${id}?files=keep`)
    expect((await look()).json).toMatchObject({ servers: [{ uuid: damaged }], known: 1 })
    const trashed = await world.request('POST', `${at}/${lost.uuid}/bring-back`, { node_id: world.nodeId })
    expect([trashed.status, trashed.json.message]).toEqual([409, expect.stringContaining('in the trash')])
    // Deleted for good, only its backups are left; an older one comes back, on another port.
    await world.ask('DELETE', `/api/deleted-servers/${lost.uuid}`)
    const [{ backups }] = (await look()).json.servers
    const older = { node_id: world.nodeId, backup: backups[1].id, name: 'Survival again', port: 31_999 }
    const again = await world.json('POST', `${at}/${lost.uuid}/bring-back`, older)
    expect(await world.untilTaskEnds(again.task_id)).toMatchObject({ status: 'success' })
    const server = await world.json('GET', `/api/servers/${again.id}`)
    expect(server).toMatchObject({ name: 'Survival again', port: 31_999, uuid: lost.uuid })
    expect(readFileSync(join(world.folderOf(lost.uuid), 'world.txt'), 'utf8')).toBe('a hut')
  } finally {
    await world.end()
  }
})
