// A node with its own key to a real REST server with private repositories: its backups are below its own name.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import { expect, onTestFinished, test } from 'vitest'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { missingRestServer, restUsers, startRestServer } from '../../test-services/rest-server.ts'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { startPanelWithNode } from '../backups/panel-with-node.ts'

const missing = missingRestic() ?? missingRestServer()
if (missing !== null) console.log(`skipped: ${missing}`)

test.skipIf(missing !== null)(
  'a node backs up with its own key where the key of the storage does not reach',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-node-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await startRestServer()
    onTestFinished(() => server.stop())
    const engine = new ResticEngine({ program: await restic(), stateFolder: join(folder, 'state') })
    const world = await startPanelWithNode([engine])
    onTestFinished(() => world.end())
    const { json, nodeId } = world

    const place = { kind: 'rest', url: server.url, user: 'node1' }
    const key = { user: 'node2', folder: 'node2', secret: restUsers.node2 }
    const attempt = (node_key: object) =>
      json('POST', '/api/backup-storages/test', { node_id: nodeId, place, node_key })
    expect(await attempt(key)).toMatchObject({ is_good: true, problem: '' })
    expect(await attempt({ ...key, folder: 'node1' })).toMatchObject({ is_good: false })
    expect(await attempt({ ...key, secret: 'wrong' })).toMatchObject({ is_good: false })

    const { id: storageId, recovery_key } = await json('POST', '/api/backup-storages', {
      ...{ name: 'Cloud', place, secret: restUsers.node1, node_keys: [{ node_id: nodeId, ...key }] },
    })
    const { id, uuid } = await world.createArena({ name: 'Survival' })
    await world.putFile(id, 'world.txt', 'three towers')
    const { task_id } = await json('POST', `/api/servers/${id}/backups`, {})
    expect(await world.untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
    expect(existsSync(join(server.folder, 'node2', uuid, 'config'))).toBe(true)
    expect(existsSync(join(server.folder, 'node1'))).toBe(false)

    const [{ id: backup }] = await json('GET', `/api/servers/${id}/backups`)
    const files = await json('GET', `/api/servers/${id}/backups/${backup}/files`)
    expect(JSON.stringify(files)).toContain('world.txt')

    // Another folder is another repository, which the recovery key opens as well.
    const moved = [{ node_id: nodeId, user: 'node1', folder: 'node1', secret: restUsers.node1 }]
    await json('PUT', `/api/backup-storages/${storageId}`, { name: 'Cloud', place, node_keys: moved })
    const next = await json('POST', `/api/servers/${id}/backups`, {})
    expect(await world.untilTaskEnds(next.task_id)).toMatchObject({ status: 'success' })
    const url = `${server.url}/node1`
    const password = recoveryPassword(parseRecoveryKey(recovery_key) ?? Buffer.alloc(32), uuid)
    const storage = { kind: 'rest', url, user: 'node1', password: restUsers.node1 } as const
    expect(await engine.repository({ storage, name: uuid, password }).list()).toHaveLength(1)
  },
  900_000,
)
