// What files are compared with: a bare Node server that streams one folder to and from the disk and checks nothing.

import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const folder = mkdtempSync(join(tmpdir(), 'rookery-bare-'))
// A client that has all it wants may be gone before its answer counts as finished.
const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy())
})

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = join(folder, basename(request.url ?? ''))
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(file))
    response.writeHead(204).end()
    return
  }
  response.writeHead(200, { 'content-length': statSync(file).size })
  await pipeline(createReadStream(file), response)
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
