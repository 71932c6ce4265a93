// T-055 and T-056 over HTTP: every public traversal string on every route of files, and in tasks; who may manage files sees
// everything inside a game server's folder and nothing outside, where nothing changes.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { missingLists, publicStrings } from '../../daemon/test/files/public-strings.ts'
import { jsonOf } from '../files/files-world.ts'
import { TraversalWorld, tryTraversalOverHttp } from '../files/traversal-trial.ts'

const world = new TraversalWorld()
const strings = publicStrings('latin1')
if (missingLists !== null) console.log(`skipped: ${missingLists}; only our own strings are tried`)

tryTraversalOverHttp(world, { share: () => strings, names: strings })

describe('T-056 traversal strings in tasks', () => {
  test.each(['../stolen', '/etc/passwd', '../../outside.txt', 'a/../../b'])(
    'T-056 packing and unpacking %s is accepted as a task and refused by the node',
    async path => {
      const before = world.outside()
      const orders: [string, object][] = [
        ['/archive', { paths: [path], format: 'zip', target: 'stolen.zip' }],
        ['/archive', { paths: ['inside.txt'], format: 'zip', target: path }],
        ['/extract', { path, target: 'stolen' }],
        ['/extract', { path: 'inside.txt', target: path }],
      ]
      for (const [tail, body] of orders) {
        const ordered = await world.ask('POST', world.address(tail), body)
        expect(ordered.status).toBe(202)
        const { status } = await world.ended((ordered.json as { task_id: number }).task_id)
        expect(status, `${tail} ${JSON.stringify(body)}`).toBe('error')
      }
      expect(world.outside()).toBe(before)
      expect(existsSync(join(world.root, 'stolen.zip'))).toBe(false)
    },
  )
})

describe('T-055 who may manage files but not see the console', () => {
  test('T-055 reads the log that the game writes into its folder: it is a file like any other', async () => {
    writeFileSync(join(world.root, 'console.log'), 'rcon_password was hunter2\n')
    const denied = await world.ask(
      'GET',
      `/api/servers/${world.gameServer}/console`,
      undefined,
      world.visitorToken,
    )
    expect(denied.status).toBe(403)
    const read = await world.send(world.address('/content', { path: 'console.log' }), {
      sessionToken: world.visitorToken,
    })
    expect([read.status, read.bytes.toString()]).toEqual([200, 'rcon_password was hunter2\n'])
  })

  test('T-055 nothing outside the folder is reached: not the daemon, not another game server', async () => {
    const another = await world.addGame('echo ready; read -r line')
    const uuid = (await world.folderOf(another)).split('/').at(-1) ?? ''
    for (const path of [`../${uuid}/game.sh`, '../../daemon.yaml', '../../outside.txt', '../..', '..']) {
      for (const tail of ['', '/content', '/download', '/hash']) {
        const answer = await world.send(world.address(tail, { path }), { sessionToken: world.visitorToken })
        expect([400, 403, 404], `${tail} ${path}`).toContain(answer.status)
      }
    }
    const foreign = await world.send(`/api/servers/${another}/files`, { sessionToken: world.visitorToken })
    expect([foreign.status, jsonOf(foreign).code]).toEqual([403, 'forbidden'])
  })
})
