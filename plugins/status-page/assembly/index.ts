// A public page of game servers: their names, their states and, when wanted, their addresses.

import { escapeHtml, gameServers, Json, onRequest, Request, Response, setting } from './sdk'

export { abi_version, alloc, call } from './sdk'

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}' +
  'h1{font-size:1.5rem}ul{list-style:none;padding:0}li{display:flex;gap:.75rem;align-items:baseline;padding:.75rem 0;' +
  'border-top:1px solid color-mix(in srgb,currentColor 15%,transparent)}b{font-weight:600}small{opacity:.7;margin-left:auto}' +
  'i{width:.6rem;height:.6rem;border-radius:50%;background:#8a8f98;flex:none}i.running{background:#2f9e44}i.crashed{background:#e03131}' +
  'i.starting,i.stopping,i.updating,i.installing{background:#f08c00}'

onRequest((request: Request): Response => {
  const shown = visibleServers()
  if (request.path == '/status.json') return Response.json(Json.object().set('servers', shown))
  return Response.html(page(setting('title'), shown)).header('cache-control', 'public, max-age=15')
})

/** Only what everybody may know. */
function visibleServers(): Json {
  const all = gameServers()
  const hidden = setting('hidden').split(',')
  const withAddress = setting('addresses') == 'true'
  const shown = Json.list()
  for (let index = 0; index < all.length; index++) {
    const server = all.at(index)
    const name = server.get('name').asText()
    if (isNamed(hidden, name)) continue
    const entry = Json.object().setText('name', name).setText('game', server.get('game').asText())
    entry.setText('state', server.get('node_online').asTruth() ? server.get('state').asText() : 'unknown')
    if (withAddress) entry.setText('address', addressOf(server))
    shown.push(entry)
  }
  return shown
}

function isNamed(names: string[], name: string): bool {
  for (let index = 0; index < names.length; index++) if (names[index].trim() == name) return true
  return false
}

function addressOf(server: Json): string {
  const ip = server.get('ip').asText()
  return (ip.includes(':') ? '[' + ip + ']' : ip) + ':' + (<i32>server.get('port').asNumber()).toString()
}

function page(title: string, servers: Json): string {
  let rows = ''
  for (let index = 0; index < servers.length; index++) {
    const server = servers.at(index)
    const state = server.get('state').asText()
    const address = server.get('address').asText()
    rows += '<li><i class="' + state + '"></i><b>' + escapeHtml(server.get('name').asText()) + '</b><span>'
    rows += escapeHtml(state) + '</span><small>' + escapeHtml(address) + '</small></li>'
  }
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  const body = rows.length > 0 ? '<ul>' + rows + '</ul>' : '<p>There is nothing here yet.</p>'
  return head + '<title>' + escapeHtml(title) + '</title><style>' + style + '</style><h1>' + escapeHtml(title) + '</h1>' + body
}
