// A small community on a fresh installation, for the pictures of the tour: people, game servers, players, plans.

import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createFolder } from '@rookery/contracts/http/files.ts'
import { readGameServer, startGameServer, stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changeNode, listNodes } from '@rookery/contracts/http/nodes.ts'
import { changePlugin, installShippedPlugin } from '@rookery/contracts/http/plugins.ts'
import { changeProfile } from '@rookery/contracts/http/profile.ts'
import { createServerTask } from '@rookery/contracts/http/schedules.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { createPersonalAccessToken } from '@rookery/contracts/http/tokens.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import type { Api } from '../../../e2e/api.ts'
import { waitFor } from '../../../e2e/wait-for.ts'

export interface TourWorld {
  nodeId: number
  templateId: number
  gameServerId: number
  crashedId: number
  userId: number
  pluginId: number
  /** Sends the players home, and whoever took a port. */
  leave(): void
}

const files = {
  'rules.md': '# House rules\n\n1. Be kind.\n2. No throwing of furniture in the museum.\n',
  'config/arena.yml':
    '# What players see when they come in.\nwelcome: Mind the step\nrounds:\n  minutes: 10\n  maps: [kitchen, museum, office]\nbots: false\n',
  'logs/2026-11-14.log': 'Arena is ready\n',
}

async function join(port: number, name: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  let seen = ''
  socket.on('data', chunk => {
    seen += chunk.toString()
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  await waitFor(`${name} is asked for a name`, () => seen.includes('Your name?'))
  socket.write(`${name}\n`)
  await waitFor(`${name} is inside`, () => seen.includes(`, ${name}.`))
  return socket
}

async function addPlugins(api: Api): Promise<number> {
  let last = 0
  for (const name of ['notifications', 'status-page']) {
    const { id, manifest } = await api.call(installShippedPlugin, { body: { id: name } })
    const granted = manifest.permissions.map(({ permission }) => permission)
    await api.call(changePlugin, { params: { id: String(id) }, body: { granted, enabled: true } })
    last = id
  }
  return last
}

async function addFiles(url: string, api: Api, gameServerId: number): Promise<void> {
  const headers = { authorization: `Bearer ${api.sessionToken}`, 'content-type': 'application/octet-stream' }
  const params = { server: String(gameServerId) }
  for (const path of ['config', 'logs']) await api.call(createFolder, { params, body: { path } })
  for (const [path, body] of Object.entries(files)) {
    const address = `${url}/api/servers/${gameServerId}/files/content?path=${encodeURIComponent(path)}`
    const answer = await fetch(address, { method: 'PUT', headers, body })
    if (!answer.ok) throw new Error(`${path} was not written: ${await answer.text()}`)
  }
}

async function addSchedules(api: Api, gameServerId: number): Promise<void> {
  const plans = [
    {
      name: 'Restart every night',
      action: 'restart',
      timing: { by: 'cron', expression: '0 4 * * *' },
      only_when_empty: true,
    },
    {
      name: 'Remember the rules',
      action: 'command',
      command: 'say Be kind to each other',
      timing: { by: 'interval', minutes: 30 },
    },
  ]
  const params = { server: String(gameServerId) }
  for (const plan of plans)
    await api.call(createServerTask, { params, body: { time_zone: 'Europe/Berlin', ...plan } as never })
}

/** Somebody else listens where the game wants to: it crashes, and its page says why. */
async function takePortOf(api: Api, gameServerId: number): Promise<Server> {
  const params = { server: String(gameServerId) }
  await api.call(stopGameServer, { params })
  await api.waitForState(gameServerId, 'stopped')
  const { port } = await api.call(readGameServer, { params })
  const thief = createServer().listen(port, '0.0.0.0')
  await once(thief, 'listening')
  await api.call(startGameServer, { params })
  return thief
}

export async function furnish(url: string, api: Api): Promise<TourWorld> {
  const nodeId = (await api.call(listNodes, {}))[0]?.id ?? 0
  await api.call(changeNode, { params: { id: String(nodeId) }, body: { name: 'Basement' } })
  await api.call(changeProfile, { body: { name: 'Mara' } })
  const names = ['Evening arena', 'Training ground', 'Museum nights', 'Kitchen league', 'Test bench']
  const ids: number[] = []
  for (const name of names) ids.push(await api.createArena(name, name !== 'Kitchen league'))
  const [gameServerId = 0, , , , crashedId = 0] = ids
  for (const [index, id] of ids.entries()) await api.waitForState(id, index === 3 ? 'stopped' : 'running')
  const { port } = await api.call(readGameServer, { params: { server: String(gameServerId) } })
  const players = [await join(port, 'Annika'), await join(port, 'Bob'), await join(port, 'Chiara')]
  const user = { login: 'nina', name: 'Nina Berg', password: 'four words in the wind', roles: ['user'] }
  const { id: userId } = await api.call(createUser, { body: user })
  await api.call(createUser, { body: { ...user, login: 'jonas', name: 'Jonas Weber' } })
  await api.call(createPersonalAccessToken, { body: { name: 'Discord bot', abilities: ['server:list'] } })
  await addFiles(url, api, gameServerId)
  await addSchedules(api, gameServerId)
  const pluginId = await addPlugins(api)
  const thief = await takePortOf(api, crashedId)
  const templateId = (await api.call(listTemplates, {})).find(({ slug }) => slug === 'arena')?.id ?? 0
  return {
    nodeId,
    templateId,
    gameServerId,
    crashedId,
    userId,
    pluginId,
    leave: () => {
      thief.close()
      for (const socket of players) socket.destroy()
    },
  }
}
