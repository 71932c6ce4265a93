// Games of other people through a whole daemon: asked by RCON and query, their players listed and sent away.

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { type Template, template } from '@rookery/contracts/template.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../../test-services/running-component.ts'
import { openTestNode, type TestNode } from '../open-test-node.ts'
import { openarena } from './openarena.ts'
import { teeworlds } from './teeworlds.ts'

/** As the template that ships describes it. */
function readCatalog(slug: string): Template {
  const file = join(import.meta.dirname, `../../../templates/${slug}.yaml`)
  return template.parse(parse(readFileSync(file, 'utf8')))
}

const rconPassword = 'kept-out-of-sight'
const isMissing = ({ program, name, debianPackage }: typeof openarena) => {
  if (!existsSync(program)) console.log(`skipped: ${name} is not installed (Debian package ${debianPackage})`)
  return !existsSync(program)
}

describe('real games by RCON and query', () => {
  let node: TestNode
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node?.end())

  async function start(id: number, definition: Partial<GameServerDefinition>): Promise<void> {
    node.put(id, { uuid: randomUUID(), ...definition })
    expect(await node.run(id, 'install')).toMatchObject({ status: 'success' })
    expect(await node.run(id, 'start')).toMatchObject({ status: 'success' })
  }

  test.skipIf(isMissing(openarena))(
    'OpenArena answers Quake 3 RCON and query; a bot is listed, told something and kicked',
    async () => {
      const port = await freePort()
      const ofCatalog = readCatalog('openarena')
      expect(ofCatalog.rcon).toEqual({ protocol: 'quake3', port: 'game' })
      await start(1, {
        ...openarena.define(port),
        rcon: { protocol: 'quake3', port, password: rconPassword },
        query: { game: ofCatalog.query?.game ?? '', port },
        players: ofCatalog.players ?? null,
      })
      const { rcon, query, players } = node.app
      await expect.poll(() => rcon.send(1, 'status').catch(String), { timeout: 20_000 }).toContain('oa_dm1')
      // Several datagrams: all variables of the game, its password masked.
      const variables = await rcon.send(1, 'cvarlist')
      expect(variables).toMatch(/\d+ total cvars/)
      expect(variables.length).toBeGreaterThan(5_000)
      expect(variables).not.toContain(rconPassword)
      const reported = await query.ask(1)
      expect(reported.query).toMatchObject({
        name: 'rookery',
        map: 'oa_dm1',
        max_players: expect.any(Number),
      })
      expect(await players.count(1)).toBe(0)

      await rcon.send(1, 'addbot sarge 1')
      const names = async () => (await players.list(1)).map(({ name }) => name.toLowerCase()).join()
      await expect.poll(names, { timeout: 20_000 }).toContain('sarge')
      const [bot] = await players.list(1)
      expect(bot).toMatchObject({ id: expect.stringMatching(/^\d+$/), score: expect.any(Number) })
      await players.command(1, { action: 'message', player: '', text: 'so long' })
      await node.consoleUntil(1, 'so long')
      await players.command(1, { action: 'kick', player: bot?.id ?? '', text: '' })
      await expect.poll(names, { timeout: 20_000 }).not.toContain('sarge')

      node.app.gameServers.get(1)?.define(
        2,
        {
          ...(node.app.gameServers.get(1)?.record.definition as GameServerDefinition),
          rcon: { protocol: 'quake3', port, password: 'wrong' },
        },
        { mayGoBack: false },
      )
      await expect(rcon.send(1, 'status')).rejects.toMatchObject({ code: 'conflict' })
      expect(await node.run(1, 'stop')).toMatchObject({ status: 'success' })
    },
  )

  test.skipIf(isMissing(teeworlds))(
    'Teeworlds speaks no query that the library knows: that is said, and nobody counts its players',
    async () => {
      const port = await freePort()
      await start(2, { ...teeworlds.define(port), query: { game: 'teeworlds', port } })
      await expect(node.app.query.ask(2)).rejects.toMatchObject({
        code: 'conflict',
        message: 'the template asks for the game query "teeworlds", which is not known',
      })
      expect(await node.app.players.count(2)).toBeNull()
      expect(await node.run(2, 'stop')).toMatchObject({ status: 'success' })
    },
  )
})
