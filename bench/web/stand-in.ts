// Stands in for a panel: serves the built web application compressed, answers its API from fixtures, and keeps it live.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { WebSocketServer } from 'ws'
import { playEvents } from '../../web/pictures/fixtures/crowd.ts'
import { answer, type Scene } from '../../web/pictures/fixtures/fake-panel.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface StandIn {
  url: string
  /** Compressed bytes of JavaScript that were sent since the last call. */
  takeScriptBytes: () => number
  close: () => Promise<void>
}

function compressedFiles(folder: string) {
  const held = new Map<string, Buffer>()
  return (path: string): Buffer => {
    const compressed = held.get(path) ?? gzipSync(readFileSync(join(folder, path)))
    held.set(path, compressed)
    return compressed
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : null
}

async function answerApi(scene: Scene, request: IncomingMessage, response: ServerResponse, url: URL) {
  const {
    status = 200,
    body,
    bytes,
    headers,
  } = answer(scene, request.method ?? 'GET', url, await bodyOf(request))
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(bytes ?? (body === undefined ? '' : JSON.stringify(body)))
}

export async function startStandIn(folder: string, scene: Scene): Promise<StandIn> {
  const compressed = compressedFiles(folder)
  let scriptBytes = 0
  const httpServer = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    if (url.pathname.startsWith('/api/')) return void answerApi(scene, request, response, url)
    const path = extname(url.pathname) ? url.pathname : '/index.html'
    const file = compressed(path)
    if (extname(path) === '.js') scriptBytes += file.length
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    })
    response.end(file)
  })
  const channels = new WebSocketServer({ server: httpServer })
  channels.on('connection', (socket, request) => {
    if (!request.url?.startsWith('/api/ws/events')) return
    const say = (type: string, payload: unknown) => socket.send(JSON.stringify({ type, payload, ts: 0 }))
    socket.on('close', playEvents(scene, say))
  })
  await new Promise<void>(resolve => httpServer.listen(0, '127.0.0.1', resolve))
  const address = httpServer.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    takeScriptBytes() {
      const taken = scriptBytes
      scriptBytes = 0
      return taken
    },
    async close() {
      for (const socket of channels.clients) socket.terminate()
      httpServer.closeAllConnections()
      await new Promise(resolve => httpServer.close(resolve))
    },
  }
}
