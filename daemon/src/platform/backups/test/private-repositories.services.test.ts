// A node that asks a REST server with private repositories for the backups of another node gets nothing, and harms nothing.

import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { preparedPasswords, prepareRepository } from '../../../../../test-services/prepared-repository.ts'
import { missingRestServer, restUsers, startRestServer } from '../../../../../test-services/rest-server.ts'
import { missingRestic } from '../../../../../test-services/restic.ts'
import { restics, resticUnderTest } from '../conformance/restic-fixture.ts'

const missing = missingRestic() ?? missingRestServer()
if (missing !== null) console.log(`skipped: ${missing}`)

describe.skipIf(missing !== null).each(restics)('another node with its own key, $version', ({ find }) => {
  test('is refused whatever it asks for, though it knows the password of the repository', async () => {
    const server = await startRestServer()
    const storageOf = (user: keyof typeof restUsers) => ({
      ...{ kind: 'rest' as const, url: `${server.url}/node2`, user, password: restUsers[user] },
    })
    const openFar = async () => ({
      ...{ storage: storageOf('node2'), repositories: join(server.folder, 'node2'), end: server.stop },
    })
    const fixture = await resticUnderTest(openFar, {}, find)()
    try {
      const name = randomUUID()
      prepareRepository(join(server.folder, 'node2', name))
      const place = { name, password: preparedPasswords[0] }
      const own = fixture.engine.repository({ storage: storageOf('node2'), ...place })
      const foreign = fixture.engine.repository({ storage: storageOf('node1'), ...place })
      const source = join(fixture.folder, 'source')
      mkdirSync(source)
      writeFileSync(join(source, 'world'), 'of node 2')
      const request = { sources: { files: source }, manifest: '{}', tags: {} }
      const { id } = await own.take(request)
      const into = join(fixture.folder, 'stolen')
      for (const asked of [
        () => foreign.list(),
        () => foreign.create(),
        () => foreign.take(request),
        () => foreign.browse(id, 'files'),
        () => foreign.readFile(id, 'files/world'),
        () => foreign.restore({ id, into }),
        () => foreign.forget([id]),
        () => foreign.prune(),
        () => foreign.remove(),
      ])
        await expect(asked()).rejects.toMatchObject({ name: 'BackupError', code: 'denied' })
      expect((await own.list()).map(stored => stored.id)).toEqual([id])
      expect(await own.verify({ n: 1, of: 1 })).toEqual({ isSound: true, problems: [] })
    } finally {
      await fixture.end()
    }
  })
})
