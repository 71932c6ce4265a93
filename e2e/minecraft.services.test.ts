// A Minecraft server of others, run by a template on a real node: a real client joins and stands in the player list.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LiveWorld } from './live/live-world.ts'
import { installPeers, joinMinecraft } from './minecraft-peers.ts'
import { waitFor } from './wait-for.ts'

const peers = installPeers()
if ('missing' in peers) console.log(`skipped: ${peers.missing}`)
const folder = 'folder' in peers ? peers.folder : ''
const version = '1.16.5'

/** The server tells its players in the answer to a ping, as Minecraft's own does. */
const program = `
const { createRequire } = require('node:module')
const [peers, port, motd, maxPlayers] = process.argv.slice(2)
const { createMCServer } = createRequire(peers + '/package.json')('flying-squid')
const sample = () => server.players.map(({ username, uuid }) => ({ name: username, id: uuid }))
const server = createMCServer({
  motd, port: Number(port), 'max-players': Number(maxPlayers), version: '${version}',
  'online-mode': false, logging: false, gameMode: 1, difficulty: 0, kickTimeout: 10000, plugins: {},
  generation: { name: 'superflat', options: {} }, 'view-distance': 2, 'max-entities': 10,
  'player-list-text': { header: { text: '' }, footer: { text: '' } }, 'everybody-op': false, modpe: false,
  beforePing: answer => ({ ...answer, players: { ...answer.players, sample: sample() } }),
})
`

const template = {
  slug: 'flying-squid',
  name: 'Flying Squid',
  game: 'Minecraft',
  description: 'A Minecraft server in JavaScript.',
  process_managers: ['process'],
  ports: { game: { protocol: 'tcp', default: 25_565 } },
  variables: [
    { name: 'MAX_PLAYERS', title: 'Players', description: '', default: '7', rules: ['required', 'integer'] },
  ],
  command: ['{runtime.node}', 'server.cjs', folder, '{port.game}', '{server.name}', '{var.MAX_PLAYERS}'],
  install: [{ do: 'write-file', path: 'server.cjs', content: program, words: 'Writing the game' }],
  query: { game: 'protocol-minecraftvanilla', port: 'game' },
  players: { by: 'console', kick: 'kick {player}', message: 'say {message}' },
  ready: { pattern: 'Server listening on port' },
  stop: { method: { by: 'signal', signal: 'SIGTERM' } },
}

describe.skipIf(folder === '')('Minecraft', () => {
  const world = new LiveWorld()
  let id = 0
  /** Null when the game did not answer in time, as on a busy machine. */
  const players = async () => {
    const { status, json } = await world.ask('GET', `/api/servers/${id}/players`)
    return status === 200 ? (json as { name: string }[]) : null
  }
  const patiently = { timeout: 60_000 }

  beforeAll(async () => {
    await world.start()
    const made = await world.ask('POST', '/api/templates', { text: JSON.stringify(template) })
    expect(made.status, made.text).toBe(201)
    const body = { name: 'A squid that flies', node_id: world.nodeId, template_id: made.json.id }
    const created = await world.ask('POST', '/api/servers', body)
    expect(created.status, created.text).toBe(201)
    id = created.json.id
    expect(await world.ended(created.json.task_id)).toMatchObject({ status: 'success' })
    expect(await world.act(id, 'start')).toMatchObject({ status: 'success' })
  })
  afterAll(() => world.stop())

  test('a real client joins and stands in the player list, hears a message and is kicked', async () => {
    const { port } = (await world.ask('GET', `/api/servers/${id}`)).json as { port: number }
    // It writes that it listens a moment before it answers.
    await expect
      .poll(async () => (await world.ask('GET', `/api/servers/${id}/query`)).json, patiently)
      .toMatchObject({ name: 'A squid that flies', version, players: 0, max_players: 7 })
    await expect.poll(players, patiently).toEqual([])

    const steve = joinMinecraft(folder, { port, username: 'Steve', version })
    onTestFinished(() => steve.end('the test is over'))
    const heard: string[] = []
    let isGone = false
    steve.on('chat', packet => heard.push(JSON.stringify(packet)))
    steve.on('end', () => {
      isGone = true
    })
    steve.on('error', () => {})
    await expect
      .poll(players, patiently)
      .toEqual([{ name: 'Steve', id: 'Steve', score: null, ping: null, seconds: null }])

    const message = await world.ask('POST', `/api/servers/${id}/players/message`, {
      message: 'the squid flies',
    })
    expect(message.status, message.text).toBe(200)
    await waitFor('Steve reads it', () => heard.join().includes('the squid flies'))
    const kick = await world.ask('POST', `/api/servers/${id}/players/kick`, { player: 'Steve' })
    expect(kick.status, kick.text).toBe(200)
    await waitFor('Steve is gone', () => isGone)
    await expect.poll(players, patiently).toEqual([])
  })

  test('it is stopped', async () => {
    expect(await world.act(id, 'stop')).toMatchObject({ status: 'success' })
    const answer = await world.ask('GET', `/api/servers/${id}/players`)
    expect([answer.status, answer.json.code]).toEqual([409, 'conflict'])
  })
})
