// Plugins to look at: in every state, with every kind of setting.

import { listPluginPages, listPlugins, type Plugin } from '@rookery/contracts/http/plugins.ts'
import { pluginManifest } from '@rookery/contracts/plugin/manifest.ts'
import type { Answer, Scene } from './fake-panel.ts'

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const plugin = (id: number, manifest: object, change: Partial<Plugin> = {}): Plugin => ({
  id,
  manifest: pluginManifest.parse({ version: '1.0.0', abi: 1, ...manifest }),
  enabled: true,
  state: 'running',
  problem: null,
  granted: [],
  granted_by: { id: 1, login: 'admin' },
  settings: {},
  secrets_set: [],
  package_hash: '955093d3c1bd7b23e4862b1c57cb1af58f2ae56673b75858eae107dd65abc9df',
  installed_at: at(-40_000),
  updated_at: at(-900),
  ...change,
})

const notifications = plugin(
  1,
  {
    id: 'notifications',
    name: 'Notifications',
    description: 'Tells a webhook or a Discord channel when a game server crashes or a task fails.',
    author: 'Rookery',
    homepage: 'https://example.org/notifications',
    permissions: [
      { permission: 'http', reason: 'to call the webhook that you enter' },
      { permission: 'events:servers', reason: 'to notice crashes' },
      { permission: 'events:tasks', reason: 'to notice tasks that failed' },
    ],
    events: ['server.state', 'task.end'],
    routes: [{ method: 'POST', path: '/test', access: 'administrator' }],
    pages: [
      { id: 'try', slot: 'admin-page', title: { en: 'Notifications', de: 'Benachrichtigungen' } },
      { id: 'last', slot: 'server-tab', title: { en: 'Messages', de: 'Nachrichten' } },
    ],
    settings: [
      { name: 'url', label: 'Webhook address', kind: 'secret', help: 'Whoever knows it can write there.' },
      { name: 'format', label: 'Format', kind: 'choice', choices: ['discord', 'slack'], default: 'discord' },
      { name: 'crashes', label: 'Tell of crashes', kind: 'boolean', default: 'true' },
      { name: 'link', label: 'Link in each message', kind: 'url' },
      { name: 'pause', label: 'Minutes between two messages', kind: 'number', default: '5' },
    ],
  },
  {
    granted: ['http', 'events:servers', 'events:tasks'],
    settings: { url: '', format: 'discord', crashes: 'true', link: '', pause: '5' },
    secrets_set: ['url'],
  },
)

const statusPage = plugin(
  2,
  {
    id: 'status-page',
    name: 'Status page',
    description: 'A public page that shows which game servers run, for players without an account.',
    permissions: [
      { permission: 'servers:read', reason: 'to know which game servers there are' },
      { permission: 'routes:public', reason: 'so that everybody can open the page' },
    ],
    routes: [
      { method: 'GET', path: '/', access: 'public' },
      { method: 'GET', path: '/status.json', access: 'public' },
    ],
  },
  { state: 'waiting', granted: ['servers:read'] },
)

const crashes = plugin(
  3,
  {
    id: 'crash-counter',
    name: 'Crash counter',
    version: '0.3.1',
    description: 'Counts the crashes of game servers and shows them.',
    permissions: [{ permission: 'storage', reason: 'to remember how many there were' }],
    pages: [{ id: 'crashes', slot: 'home-widget', title: { en: 'Crashes', de: 'Abstürze' } }],
  },
  { granted: ['storage'] },
)

const endless = plugin(
  4,
  { id: 'endless', name: 'Endless', description: 'Computes something that nobody has asked for.' },
  { state: 'failed', problem: 'it worked for longer than 2 seconds without an answer' },
)

const resting = plugin(
  5,
  { id: 'resting', name: 'Greeter', version: '2.0.0', description: 'Says hello to players who join.' },
  { enabled: false, state: 'off' },
)

export const plugins: Plugin[] = [notifications, statusPage, crashes, endless, resting]

export const pluginPages = plugins
  .filter(({ state }) => state === 'running')
  .flatMap(({ id, manifest }) =>
    manifest.pages.map(page => ({ ...page, plugin_id: id, plugin_name: manifest.name })),
  )

export const pluginLog = [
  { at: at(-12), level: 'info', message: 'Skyhold has crashed' },
  { at: at(-11.9), level: 'info', message: 'told Discord' },
  { at: at(-3), level: 'warn', message: 'the webhook answered 429, waiting a minute' },
  { at: at(-1), level: 'error', message: 'the webhook answered 404: was it deleted?' },
]

const frontend = `
export default async function show(rookery) {
  if (rookery.page === 'crashes') {
    document.body.innerHTML = '<p style="font-size:28px;font-weight:620;margin:0">12</p><small>crashes so far, the last one 3 hours ago</small>'
    return
  }
  if (rookery.page === 'last') {
    document.body.innerHTML = '<h2>Sent for ' + rookery.server.name + '</h2><table><tr><th>When</th><th>What</th></tr><tr><td>12 minutes ago</td><td>It has crashed</td></tr><tr><td>yesterday</td><td>Update failed</td></tr></table>'
    return
  }
  document.body.innerHTML = '<h2>Try it</h2><label>Message</label><input value="Hello from Rookery"><button class="primary">Send a test message</button><button>Clear</button>'
}
`

export function checkPlugins(): void {
  listPlugins.answer.parse(plugins)
  listPluginPages.answer.parse(pluginPages)
}

export function pluginsAnswer(scene: Scene, at: string): Answer | null {
  if (at === 'GET /api/plugin-pages') return { body: scene.plugins ? pluginPages : [] }
  if (at === 'GET /api/plugins') return { body: scene.plugins === 'none' ? [] : plugins }
  if (at === 'POST /api/plugins') {
    const errors = {
      'plugin.json.settings.0.kind': ['must be one of text, secret, url, number, boolean, choice'],
      'plugin.json.version': ['must be like 1.2.3'],
      'frontend.js': ['is missing, and plugin.json tells of pages'],
    }
    const body = { status: 'error', code: 'invalid_input', message: 'plugin.json is not right', errors }
    return { status: 422, body: { ...body, http_code: 422, request_id: 'look-1' } }
  }
  const found = /^(\w+) \/api\/plugins\/(\d+)(\/log|\/frontend\.js)?$/.exec(at)
  const one = plugins.find(({ id }) => String(id) === found?.[2])
  if (!found || !one) return null
  if (found[3] === '/log') return { body: one.id === 1 ? pluginLog : [] }
  if (found[3]) return { bytes: Buffer.from(frontend), headers: { 'content-type': 'text/javascript' } }
  return { body: one }
}
