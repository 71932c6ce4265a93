// Players of real games by the built-in templates: names and passwords hold from the first start, a kick throws the
// player out, and where the game refuses, nobody is told otherwise.

import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestNode, type TestNode } from '../../daemon/test/open-test-node.ts'
import { freePort } from '../../test-services/running-component.ts'
import { type CatalogOptions, catalogDefinition } from './catalog-definition.ts'
import { joinLuanti } from './luanti-client.ts'
import { joinOpenTtd } from './openttd-client.ts'

const rconPassword = 'kept-out-of-sight'
const isInstalled = (program: string) => {
  if (!existsSync(program)) console.log(`skipped: ${program} is not installed`)
  return existsSync(program)
}

describe('players of real games', () => {
  let node: TestNode
  let lastId = 0
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node?.end())

  async function start(
    slug: string,
    options: Partial<CatalogOptions> = {},
  ): Promise<{ id: number; port: number }> {
    lastId += 1
    const [id, port] = [lastId, await freePort()]
    node.put(id, catalogDefinition(slug, { port, processManager: 'process', rconPassword, ...options }))
    expect(await node.run(id, 'install')).toMatchObject({ status: 'success' })
    expect(await node.run(id, 'start')).toMatchObject({ status: 'success', message: 'ready' })
    return { id, port }
  }
  const command = (id: number, action: 'kick' | 'ban' | 'message', player: string, text = '') =>
    node.app.players.command(id, { action, player, text })
  const refusedWith = (words: RegExp) => ({ code: 'conflict', message: expect.stringMatching(words) })

  test.skipIf(!isInstalled('/usr/games/openttd'))(
    'E OpenTTD has its name and password at the first start, and a kick by name throws the player out',
    async () => {
      const { id, port } = await start('openttd', {
        name: 'Night line',
        variables: { PASSWORD: 'let-me-in' },
      })
      await node.type(id, 'setting server_name')
      await node.consoleUntil(id, /'network.server_name' is 'Night line'/)
      expect((await joinOpenTtd(port, 'Stranger')).joined).toBe('password wanted')
      // The number for a wrong password.
      expect((await joinOpenTtd(port, 'Guesser', 'wrong')).joined).toBe('error 10')
      const ann = await joinOpenTtd(port, "Ann O'B; quit", 'let-me-in')
      expect(ann.joined).toBe('welcome')
      await expect(command(id, 'kick', 'Nobody')).rejects.toMatchObject(
        refusedWith(/no player "Nobody" is online/),
      )
      await expect(command(id, 'kick', '1')).rejects.toMatchObject(refusedWith(/no player "1"/))
      await command(id, 'kick', "Ann O'B; quit", 'be nice')
      await ann.gone
      await expect(command(id, 'ban', '77')).rejects.toMatchObject(refusedWith(/Invalid client ID/))
      await command(id, 'message', '', 'hello; everybody')
      expect(await node.run(id, 'stop')).toMatchObject({ status: 'success' })
    },
  )

  test.skipIf(!isInstalled('/usr/lib/minetest/minetestserver'))(
    'E Luanti leaves no account open, and a kick throws the player out',
    async () => {
      const { id, port } = await start('luanti', { variables: { ADMIN_PASSWORD: 'only-for-the-owner' } })
      await expect.poll(async () => (await joinLuanti(port, 'console')).joined).toBe('no new account')
      const ann = await joinLuanti(port, 'Ann')
      expect(ann.joined).toBe('joined')
      await node.consoleUntil(id, /Ann.*joins game/)
      await expect(command(id, 'kick', 'Nobody')).rejects.toMatchObject(
        refusedWith(/Failed to kick player Nobody/),
      )
      await command(id, 'kick', 'Ann', 'be nice')
      await ann.denied
      await expect(command(id, 'ban', 'Nobody')).rejects.toMatchObject(refusedWith(/not online/))
      await command(id, 'message', '', 'hello everybody')
      expect(await node.run(id, 'stop')).toMatchObject({ status: 'success' })
    },
  )

  test.skipIf(!isInstalled('/usr/lib/minetest/minetestserver'))(
    'E Luanti without a password of the administrator closes the account as well',
    async () => {
      const { id, port } = await start('luanti')
      await expect.poll(async () => (await joinLuanti(port, 'console')).joined).toBe('no new account')
      expect(await node.run(id, 'stop')).toMatchObject({ status: 'success' })
    },
  )

  test.skipIf(!isInstalled('/usr/games/openarena-server'))(
    'E OpenArena has its name at the first start, RCON works, and a kick by name or number throws the player out',
    async () => {
      const { id } = await start('openarena', { name: 'Night arena' })
      expect(await node.app.rcon.send(id, 'sv_hostname')).toContain('Night arena')
      for (const bot of ['sarge', 'grism']) await node.app.rcon.send(id, `addbot ${bot}`)
      const names = async () => (await node.app.players.list(id)).map(({ name }) => name).sort()
      await expect.poll(names).toEqual(['Grism', 'Sarge'])
      await expect(command(id, 'kick', 'Nobody')).rejects.toMatchObject(refusedWith(/no player "Nobody"/))
      await expect(command(id, 'kick', '42')).rejects.toMatchObject(refusedWith(/no player "42"/))
      await command(id, 'kick', 'Sarge')
      expect(await names()).toEqual(['Grism'])
      const [left] = await node.app.players.list(id)
      await command(id, 'kick', left?.id ?? '')
      expect(await names()).toEqual([])
      await command(id, 'message', '', 'hello; everybody')
      expect(await node.run(id, 'stop')).toMatchObject({ status: 'success' })
    },
  )

  test.skipIf(!isInstalled('/usr/games/teeworlds-server'))(
    'E Teeworlds never makes up and prints a password of its own',
    async () => {
      const { id } = await start('teeworlds', {
        name: 'Night tee',
        variables: { RCON_PASSWORD: 'set-by-the-panel' },
      })
      const visible = await node.consoleUntil(id, /version 0\.7/)
      expect(visible).not.toMatch(/rcon password/i)
      await expect(command(id, 'kick', 'Ann')).rejects.toMatchObject(refusedWith(/names no command/))
      expect(await node.run(id, 'stop')).toMatchObject({ status: 'success' })
    },
  )
})
