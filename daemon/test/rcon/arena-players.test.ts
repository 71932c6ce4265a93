// The shipped game through a whole daemon: spoken to by RCON, queried, its players listed, warned, kicked and banned.

import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../test-services/running-component.ts'
import { shippedFromSource } from '../../src/features/install/shipped-games.ts'
import { openTestNode, type TestNode } from '../open-test-node.ts'
import { joinArena } from './arena-player.ts'

const rconPassword = 'hunter2-of-the-arena'
const arena = 1
const uuid = randomUUID()

/** The port of a way to the game on which the first datagram gets lost. */
async function loseFirstDatagram(gamePort: number): Promise<number> {
  const [near, far] = [createSocket('udp4'), createSocket('udp4')]
  onTestFinished(() => {
    near.close()
    far.close()
  })
  let askerPort = 0
  near.on('message', (datagram, asker) => {
    const isFirst = askerPort === 0
    askerPort = asker.port
    if (!isFirst) far.send(datagram, gamePort, '127.0.0.1')
  })
  far.on('message', datagram => near.send(datagram, askerPort, '127.0.0.1'))
  near.bind(0, '127.0.0.1')
  await once(near, 'listening')
  return near.address().port
}

describe('the arena by RCON and query', () => {
  let node: TestNode
  const ports = { game: 0, query: 0, rcon: 0 }
  const say = (command: string) => node.app.rcon.send(arena, command)

  function definition(): Partial<GameServerDefinition> {
    return {
      uuid,
      command: [
        ...['{runtime.node}', 'arena.mjs', '--ip', '127.0.0.1', '--name', 'Test arena'],
        ...['--port', String(ports.game), '--query-port', String(ports.query)],
        ...['--rcon-port', String(ports.rcon)],
      ],
      environment: { ARENA_RCON_PASSWORD: rconPassword },
      install: [{ do: 'copy-shipped', game: 'arena', to: 'arena.mjs', words: 'copying the arena' }],
      ready: { pattern: 'Arena is ready', grace_ms: 0 },
      stop: { method: { by: 'command', command: 'stop' }, grace_ms: 10_000 },
      rcon: { protocol: 'source', port: ports.rcon, password: rconPassword },
      query: { game: 'protocol-valve', port: ports.query },
      players: {
        by: 'rcon',
        list: {
          command: 'players',
          pattern: '^- (?<name>\\S+) points=(?<score>-?\\d+) .*seconds=(?<seconds>\\d+)',
        },
        identify_by: 'name',
        kick: 'kick {player}',
        ban: 'ban {player}',
        bans: { command: 'bans', pattern: '^(?<name>[A-Za-z0-9_-]{1,16})$', none: '^Nobody is banned' },
        unban: 'unban {player}',
        message: 'say {message}',
      },
      secrets: [rconPassword],
    }
  }

  beforeAll(async () => {
    node = await openTestNode()
    const shipped = await shippedFromSource(resolve(import.meta.dirname, '../../..'), node.folder)
    if (shipped.arena !== join(node.folder, 'arena.mjs'))
      copyFileSync(shipped.arena, join(node.folder, 'arena.mjs'))
    for (const name of ['game', 'query', 'rcon'] as const) ports[name] = await freePort()
    node.put(arena, definition())
    const installed = await node.run(arena, 'install')
    expect(installed, installed.message).toMatchObject({ status: 'success' })
  })
  afterAll(() => node?.end())

  it('a game that does not run is not spoken to, and nobody plays it', async () => {
    const refusal = { code: 'conflict', message: 'the game is not running: start it first' }
    await expect(say('status')).rejects.toMatchObject(refusal)
    await expect(node.app.players.list(arena)).rejects.toMatchObject(refusal)
    await expect(node.app.query.ask(arena)).rejects.toMatchObject(refusal)
    expect(await node.app.players.count(arena)).toBe(0)
  })

  it('answers by RCON are whole up to 64 KiB, marked where they are cut, and masked', async () => {
    expect(await node.run(arena, 'start')).toMatchObject({ status: 'success' })
    expect(await say('count 1')).toBe('line 1\n')
    const long = await say('count 5000')
    expect(long.split('\n')).toHaveLength(5_001)
    expect(long).toContain('\nline 5000\n')
    const cut = await say('count 20000')
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(64 * 1024)
    expect(cut).toMatch(/… cut here: the whole answer has 208894 bytes$/)
    expect(await say(`say the word is ${rconPassword}`)).toBe(
      `[Announcer] the word is ${'*'.repeat(rconPassword.length)}\n`,
    )
    await expect(say('a\nstop')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('many commands at once share one connection and get their own answers', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => say(`count ${index + 1}`)))
    expect(answers.map(answer => answer.trim().split('\n').length)).toEqual(answers.map((_, i) => i + 1))
    const refused = await Promise.allSettled(Array.from({ length: 40 }, () => say('status')))
    expect(refused.some(({ status }) => status === 'rejected')).toBe(true)
  })

  it('players are listed, counted, told something, kicked and banned', async () => {
    const { players, query } = node.app
    const ann = await joinArena(ports.game, 'Ann')
    const bob = await joinArena(ports.game, 'Bob')
    const names = async () => (await players.list(arena)).map(({ name }) => name).toSorted()
    await expect.poll(names, { timeout: 10_000 }).toEqual(['Ann', 'Bob'])
    const [first] = await players.list(arena)
    expect(first).toMatchObject({ id: first?.name, score: 0, seconds: expect.any(Number), ping: null })
    expect(await players.count(arena)).toBe(2)
    const { query: reported } = await query.ask(arena)
    expect(reported).toMatchObject({ name: 'Test arena', map: 'colosseum', players: 2, max_players: 16 })

    await players.command(arena, { action: 'message', player: '', text: 'the goose is loose' })
    await ann.sees('the goose is loose')
    await players.command(arena, { action: 'kick', player: 'Bob', text: '' })
    await bob.leaves()
    await expect.poll(names).toEqual(['Ann'])
    expect(await players.command(arena, { action: 'ban', player: 'Ann', text: 'x' })).toContain('is banned')
    await ann.leaves()
    expect(await players.bans(arena)).toEqual([{ name: 'Ann', id: null, reason: null }])
    const lift = (player: string) => players.command(arena, { action: 'unban', player, text: '' })
    await expect(lift('Bob')).rejects.toMatchObject({ code: 'conflict', message: '"Bob" is not banned' })
    expect(await lift('ann')).toContain('Ann may come back')
    expect(await players.bans(arena)).toEqual([])
    // The game notices a closed connection a moment after the player does.
    await expect.poll(() => players.count(arena)).toBe(0)
    const trick = { action: 'message', player: '', text: 'x; stop' } as const
    await expect(players.command(arena, trick)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('who was seen stays known when they have left, across restarts of the daemon and while the game is stopped', async () => {
    const seen = () => node.app.players.recent(arena)
    const names = () => seen().map(({ name }) => name)
    expect(names().toSorted()).toEqual(['Ann', 'Bob'])
    for (const { name, id } of seen()) expect(id).toBe(name)
    const [last] = node.app.players.recent(arena)
    expect(Math.abs(Date.now() - Date.parse(last?.last_seen ?? ''))).toBeLessThan(10 * 60_000)
    await node.close()
    await node.open()
    expect(names()).toHaveLength(2)
    node.put(arena, { ...definition(), players: { by: 'rcon', identify_by: 'id', ban: 'ban {player}' } }, 2)
    expect(seen().map(({ id }) => id)).toEqual([null, null])
    node.put(arena, definition(), 3)
    expect(() => node.app.players.recent(99)).toThrow('does not have this game server')
  })

  it('a wrong password is told with a reason, and no log or error knows it', async () => {
    node.put(arena, { ...definition(), rcon: { protocol: 'source', port: ports.rcon, password: 'no' } }, 4)
    await expect(say('status')).rejects.toMatchObject({ code: 'conflict' })
    node.put(arena, { ...definition(), rcon: { protocol: 'source', port: 1, password: 'no' } }, 5)
    await expect(say('status')).rejects.toMatchObject({ code: 'game_unreachable' })
    expect(await node.app.players.count(arena)).toBe(0)
    node.put(arena, { ...definition(), rcon: null, players: null, query: null }, 6)
    await expect(say('status')).rejects.toMatchObject({ code: 'conflict' })
    expect(await node.app.players.count(arena)).toBeNull()
    const console = await node.consoleUntil(arena, 'wrong password')
    expect(console).not.toContain(rconPassword)
  })

  it('the list comes from the query where the template has no command for it', async () => {
    node.put(arena, { ...definition(), rcon: null, players: null }, 7)
    await joinArena(ports.game, 'Cat')
    const names = async () => (await node.app.players.list(arena)).map(({ name }) => name)
    await expect.poll(names, { timeout: 10_000 }).toEqual(['Cat'])
    expect(await node.app.players.count(arena)).toBe(1)
    expect(node.app.players.recent(arena)[0]).toMatchObject({ name: 'Cat', id: null })
  })

  it('a game whose first answer got lost is asked again', async () => {
    const query = { game: 'protocol-valve', port: await loseFirstDatagram(ports.query) }
    node.put(arena, { ...definition(), query }, 8)
    expect((await node.app.query.ask(arena)).query).toMatchObject({ name: 'Test arena' })
  })

  it('the connection ends with the game', async () => {
    node.put(arena, definition(), 9)
    await say('status')
    expect(await node.run(arena, 'stop')).toMatchObject({ status: 'success' })
    await expect(say('status')).rejects.toMatchObject({ message: expect.stringContaining('not running') })
    expect(await node.run(arena, 'start')).toMatchObject({ status: 'success' })
    expect(await say('count 2')).toBe('line 1\nline 2\n')
  })
})
