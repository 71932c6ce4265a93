// Stores text with markup wherever the API takes text, as somebody would who wants it to run in another's browser.

import { generateKeyPairSync } from 'node:crypto'
import { createFolder } from '@rookery/contracts/http/files.ts'
import { createGameServer, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import { changeNode, listNodes } from '@rookery/contracts/http/nodes.ts'
import { changePlugin, plugin as pluginShape } from '@rookery/contracts/http/plugins.ts'
import { changeProfile } from '@rookery/contracts/http/profile.ts'
import { createRole } from '@rookery/contracts/http/roles.ts'
import { createServerTask } from '@rookery/contracts/http/schedules.ts'
import { addSshKey } from '@rookery/contracts/http/sftp.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import { createPersonalAccessToken } from '@rookery/contracts/http/tokens.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import { packageOf, says } from '../../panel/test/plugins/plugin-packages.ts'
import type { Api } from '../api.ts'

/** Where neither a space nor more than 64 characters are taken. */
export const dense = '<img/src=x/onerror=tripped=1>'
/** Where a slash is not taken. */
export const flat = '<img src=x onerror=tripped=1>'
/** Breaks out of text, of an attribute, of a script and of a template, or would like to. */
export const markup = `"'>${flat}<script>tripped=1</script><svg onload=tripped=1>{{tripped=1}}\${tripped=1}javascript:tripped=1`

const game = JSON.stringify({
  slug: 'hostile-game',
  name: `Game ${markup}`,
  game: `Kind ${markup}`,
  description: `Told ${markup}`,
  author: markup,
  tags: [dense],
  process_managers: ['process'],
  ports: {
    game: { protocol: 'tcp', default: 29_700 },
    query: { protocol: 'udp', default: 29_701 },
    rcon: { protocol: 'tcp', default: 29_702 },
  },
  variables: [
    {
      name: 'WORDS',
      title: `Title ${markup}`,
      description: markup,
      hint: markup,
      default: markup,
      rules: [],
    },
  ],
  command: ['{runtime.node}', 'arena.mjs', '--port', '{port.game}', '--query-port', '{port.query}']
    .concat(['--rcon-port', '{port.rcon}', '--name', 'Arena', '--map', 'kitchen'])
    .concat(['--max-players', '4']),
  environment: { ARENA_RCON_PASSWORD: '{rcon.password}' },
  install: [
    { do: 'copy-shipped', game: 'arena', to: 'arena.mjs', words: `Copying ${markup}` },
    { do: 'run-program', command: ['echo', markup], words: `Saying ${markup}` },
  ],
  rcon: { protocol: 'source' },
  query: { game: 'protocol-valve' },
  players: {
    list: { command: `say ${flat}`, pattern: '^\\[Announcer\\] (?<name>.+)$' },
    kick: 'kick {player}',
    message: 'say {message}',
  },
  ready: { pattern: 'Arena is ready' },
  stop: { method: { by: 'command', command: 'stop' } },
})

const crashingGame = JSON.stringify({
  slug: 'hostile-crash',
  name: 'Crash',
  game: 'Crash',
  description: markup,
  process_managers: ['process'],
  ports: { game: { protocol: 'tcp', default: 29_800 } },
  command: ['sh', '-c', 'echo "$SAID"; exit 3'],
  environment: { SAID: markup },
  install: [{ do: 'run-program', command: ['true'], words: markup }],
  ready: { pattern: 'never' },
  crash_hints: [{ pattern: 'tripped', cause: 'other', words: `Cause ${markup}` }],
  stop: { method: { by: 'signal', signal: 'SIGTERM' } },
})

function publicKey(): string {
  const { publicKey: key } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  return `ssh-ed25519 ${Buffer.concat([field(Buffer.from('ssh-ed25519')), field(raw)]).toString('base64')}`
}

/** Its words come from its manifest, and its part shows them too. */
function buildPlugin(): Promise<Buffer> {
  return packageOf(
    {
      id: 'hostile-words',
      name: `Plugin ${flat}`,
      description: markup,
      author: markup,
      permissions: [{ permission: 'storage', reason: markup }],
      pages: [
        { id: 'tab', slot: 'server-tab', title: flat },
        { id: 'place', slot: 'admin-page', title: flat },
        { id: 'widget', slot: 'home-widget', title: flat },
      ],
      settings: [{ name: 'words', label: markup, help: markup, kind: 'text', default: markup }],
    },
    {
      'plugin.wasm': says({}),
      'frontend.js': `export default () => { document.body.append(${JSON.stringify(markup)}) }`,
    },
  )
}

export interface HostileWorld {
  nodeId: number
  templateId: number
  gameServerId: number
  crashedId: number
  installTaskId: number
  userId: number
  roleId: number
  pluginId: number
}

async function storePlugin(url: string, api: Api): Promise<number> {
  const answer = await fetch(`${url}/api/plugins`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.sessionToken}`, 'content-type': 'application/zip' },
    body: new Uint8Array(await buildPlugin()),
  })
  if (!answer.ok) throw new Error(`the plugin was not taken: ${await answer.text()}`)
  const { id } = pluginShape.parse(await answer.json())
  await api.call(changePlugin, { params: { id: String(id) }, body: { granted: ['storage'], enabled: true } })
  return id
}

async function storeFiles(url: string, api: Api, gameServerId: number): Promise<void> {
  const params = { server: String(gameServerId) }
  await api.call(createFolder, { params, body: { path: `folder ${flat}` } })
  for (const path of [`${flat}.txt`, `folder ${flat}/inside ${flat}.json`]) {
    const address = `${url}/api/servers/${gameServerId}/files/content?path=${encodeURIComponent(path)}`
    const headers = {
      authorization: `Bearer ${api.sessionToken}`,
      'content-type': 'application/octet-stream',
    }
    const answer = await fetch(address, { method: 'PUT', headers, body: `${markup}\n` })
    if (!answer.ok) throw new Error(`${path} was not written: ${await answer.text()}`)
  }
}

export async function storeHostileText(url: string, api: Api): Promise<HostileWorld> {
  const nodeId = (await api.call(listNodes, {}))[0]?.id ?? 0
  await api.call(changeNode, { params: { id: String(nodeId) }, body: { name: `Node ${markup}` } })
  await api.call(changeProfile, { body: { name: `Me ${markup}` } })
  const { id: templateId } = await api.call(createTemplate, { body: { text: game } })
  const made = await api.call(createGameServer, {
    body: {
      name: `Server ${markup}`,
      node_id: nodeId,
      template_id: templateId,
      tags: [dense],
      variables: { WORDS: markup },
      start: true,
    },
  })
  const { id: crashingId } = await api.call(createTemplate, { body: { text: crashingGame } })
  const crashing = { name: `Crashed ${markup}`, node_id: nodeId, template_id: crashingId }
  const { id: crashedId } = await api.call(createGameServer, { body: crashing })
  const user = { login: dense, name: `User ${markup}`, password: 'four words in the wind' }
  const { id: userId } = await api.call(createUser, { body: { ...user, roles: ['user'] } })
  const role = { name: 'hostile', title: `Role ${markup}` }
  const { id: roleId } = await api.call(createRole, { body: { ...role, entries: [] } })
  const token = { name: `Token ${markup}`, abilities: ['server:list' as const] }
  await api.call(createPersonalAccessToken, { body: token })
  await api.call(addSshKey, { body: { name: `Key ${markup}`, public_key: publicKey() } })
  await api.waitForState(crashedId, 'stopped')
  await api.call(startGameServer, { params: { server: String(crashedId) } })
  await api.waitForState(made.id, 'running')
  const timing = { by: 'interval', minutes: 60 } as const
  const plan = { name: `Plan ${markup}`, action: 'command', command: `say ${markup}`, timing } as const
  await api.call(createServerTask, { params: { server: String(made.id) }, body: plan as never })
  await storeFiles(url, api, made.id)
  const pluginId = await storePlugin(url, api)
  const installTaskId = made.task_id ?? 0
  return { nodeId, templateId, gameServerId: made.id, crashedId, installTaskId, userId, roleId, pluginId }
}
