// A web server on this machine for tests of downloads: it knows ranges, and can misbehave as real ones do.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FileServer {
  /** Of a path on this server. */
  url(path: string): string
  /** What was asked for, in order. */
  readonly asked: { path: string; range: string | undefined; ifRange: string | undefined }[]
  serve(path: string, answer: Answer): void
  close(): Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** `host`: an address of the loopback network. */
export async function startFileServer(host = '127.0.0.1'): Promise<FileServer> {
  const answers = new Map<string, Answer>()
  const asked: FileServer['asked'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const { range, 'if-range': ifRange } = request.headers
    asked.push({ path, range, ifRange: ifRange as string | undefined })
    const answer = answers.get(path)
    const count = asked.filter(other => other.path === path).length
    if (answer) answer(request, response, count)
    else response.writeHead(404).end()
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: path => `http://${host}:${port}${path}`,
    asked,
    serve: (path, answer) => answers.set(path, answer),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A file as a good server gives it away. */
export function file(content: Buffer, etag = tagOf(content)): Answer {
  return (request, response) => {
    const { range, 'if-range': ifRange } = request.headers
    const begin = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    if (begin > 0 && ifRange === etag) {
      if (begin >= content.length) {
        response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
        return
      }
      const rest = content.subarray(begin)
      const contentRange = `bytes ${begin}-${content.length - 1}/${content.length}`
      response.writeHead(206, { etag, 'content-length': rest.length, 'content-range': contentRange })
      response.end(rest)
      return
    }
    response.writeHead(200, { etag, 'content-length': content.length }).end(content)
  }
}

/** Promises everything, sends so many bytes, and hangs up. */
export function cutOff(content: Buffer, afterBytes: number, etag = tagOf(content)): Answer {
  return (_request, response) => {
    response.writeHead(200, { etag, 'content-length': content.length })
    response.write(content.subarray(0, afterBytes), () => setTimeout(() => response.destroy(), 50))
  }
}

/** One answer after the other; the last one stays. */
export function inTurn(...answers: Answer[]): Answer {
  return (request, response, count) =>
    answers[Math.min(count, answers.length) - 1]?.(request, response, count)
}

export function redirect(to: string, status = 302): Answer {
  return (_request, response) => void response.writeHead(status, { location: to }).end()
}

export function tagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`
}
