// A plugin that means harm: its part tries everything to get out of its frame, its module answers with redirects or loops.

import { answersByPath, endless } from '../panel/test/plugins/plugin-packages.ts'
import type { PluginPackage } from './plugins-packages.ts'

const page = (id: string, slot: string) => ({ id, slot, title: id })
const text = (body: string, status = 200, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
})

/** `/away` leads to an address of the panel that only the session opens. */
const module = answersByPath(
  { '/away': text('', 302, { location: '/api/profile' }), '/signed-out': text('{}', 401) },
  text('{"fine":true}'),
)

/** Each attempt ends with what it got, or with the word that it was refused. */
const frontend = `
const innocent = '</script><script>window.top.hacked = true</script>'
const attempts = {
  parentDocument: () => parent.document.body.innerText,
  parentStorage: () => parent.sessionStorage.getItem('rookery.session-token'),
  topLocation: () => { top.location.href = '/api/health'; return 'set' },
  localStorage: () => localStorage.length,
  sessionStorage: () => sessionStorage.length,
  cookie: () => document.cookie,
  frameElement: () => window.frameElement.outerHTML,
  fetch: () => fetch('/api/profile').then(answer => answer.text()),
  fetchPublic: () => fetch('/api/config/public').then(answer => answer.text()),
  pixel: () => new Promise((done, failed) => {
    const image = new Image()
    image.onload = () => done('loaded')
    image.onerror = () => failed(new Error('not loaded'))
    image.src = '/favicon.svg'
  }),
  socket: () => new Promise((done, failed) => {
    const socket = new WebSocket(location.ancestorOrigins[0].replace('http', 'ws') + '/api/ws/events')
    socket.onopen = () => done('open')
    socket.onerror = () => failed(new Error('not open'))
  }),
  popup: () => { if (!window.open('/')) throw new Error('no window') },
  evaluate: () => eval('1 + 1'),
  inlineScript: () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    if (!window.ran) throw new Error('did not run')
  },
  climb: () => rookery.get('/../../../profile'),
  climbEncoded: () => rookery.get('/%2e%2e/%2e%2e/%2e%2e/profile'),
  otherPlugin: () => rookery.get('/../../1/http/crashes'),
  redirect: () => rookery.get('/away'),
  signOut: () => rookery.get('/signed-out'),
}
let rookery
async function steal() {
  const got = { innocent }
  for (const [name, attempt] of Object.entries(attempts)) {
    try { got[name] = String(await attempt()) } catch (error) { got[name] = 'refused: ' + error.message }
  }
  got.own = (await rookery.get('/fine')).fine
  const line = document.createElement('pre')
  line.id = 'got'
  line.textContent = JSON.stringify(got)
  document.body.append(line)
}
export default function show(given) {
  rookery = given
  if (rookery.page === 'thief') return steal()
  if (rookery.page === 'thrower') throw new Error('I do not feel like it')
  if (rookery.page === 'runaway') { location.href = '/sign-in'; return }
  if (rookery.page === 'flood') for (;;) rookery.get('/fine')
  if (rookery.page === 'shout') setInterval(() => {
    for (let count = 0; count < 5_000; count++) parent.postMessage('x'.repeat(1000), '*')
  })
  if (rookery.page === 'deaf') for (;;);
}
`

export const hostilePlugin: PluginPackage = {
  manifest: {
    routes: ['/fine', '/away', '/signed-out'].map(path => ({ method: 'GET', path, access: 'signed-in' })),
    pages: [
      page('thief', 'server-tab'),
      ...['thrower', 'runaway', 'flood', 'shout', 'deaf'].map(id => page(id, 'admin-page')),
    ],
  },
  module,
  frontend,
}

/** It never comes back from its first call. */
export const loopingPlugin: PluginPackage = { manifest: {}, module: endless() }
