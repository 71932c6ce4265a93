// Load on one address over connections that stay open, with as little work as possible on this side.

import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  path: string
  bearer: string | null
  connections: number
  durationMs: number
}

const headEnd = '\r\n\r\n'

/** Answers per second. Every answer must be a 200 of the length that the first one has. */
export async function measureLoad(load: Load): Promise<number> {
  const authorization = load.bearer === null ? '' : `Authorization: Bearer ${load.bearer}\r\n`
  const request = Buffer.from(`GET ${load.path} HTTP/1.1\r\nHost: panel\r\n${authorization}\r\n`)
  const begun = performance.now()
  const endsAt = begun + load.durationMs
  const counts = await Promise.all(
    Array.from({ length: load.connections }, () => ask(load.port, request, endsAt)),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total / ((performance.now() - begun) / 1000)
}

/** One question after the other; gives how many were answered. */
function ask(port: number, request: Buffer, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0
    let received = ''
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request))
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', chunk => {
      received += chunk
      if (!isComplete(received)) return
      if (!received.startsWith('HTTP/1.1 200 '))
        return reject(new Error(`answered ${received.slice(0, 200)}`))
      received = ''
      answered += 1
      if (performance.now() < endsAt) socket.write(request)
      else socket.end(() => resolve(answered))
    })
  })
}

function isComplete(received: string): boolean {
  const end = received.indexOf(headEnd)
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
  return received.length >= end + headEnd.length + Number(length ?? 0)
}
