// The plain HTTP port: answers the challenges of orders under way, and sends everything else to TLS.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { challengeToken, secureAddress } from './logic/plain-request.ts'

export interface ChallengeListenerOptions {
  bindIp: string
  port: number
  /** Of the panel itself. */
  origin: string
}

/** It says almost nothing, so it hears almost nothing. */
const limits = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
}
const mostConnections = 256

export function createChallengeListener({ bindIp, port, origin }: ChallengeListenerOptions) {
  /** What to answer, by token. */
  const challenges = new Map<string, string>()
  let server: Server | null = null

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? '/'
    const token = challengeToken(target)
    response.shouldKeepAlive = false
    response.setHeader('cache-control', 'no-store')
    if (token === null) {
      response.writeHead(308, { location: secureAddress(origin, target) }).end()
      return
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const text = isRead ? challenges.get(token) : undefined
    const type = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
    if (text === undefined) response.writeHead(404, type).end('there is no such challenge\n')
    else response.writeHead(200, type).end(text)
  }

  return {
    publish: (token: string, text: string) => void challenges.set(token, text),
    withdraw: (token: string) => void challenges.delete(token),
    /** Does nothing where it listens already; rejects when the port cannot be had. */
    async listen(): Promise<void> {
      if (server) return
      const opened = createServer(limits, answer)
      opened.maxConnections = mostConnections
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject)
        opened.listen({ host: bindIp, port }, resolve)
      })
      opened.unref()
      server = opened
    },
    close(): void {
      server?.close()
      server?.closeAllConnections()
      server = null
    },
  }
}

export type ChallengeListener = ReturnType<typeof createChallengeListener>
