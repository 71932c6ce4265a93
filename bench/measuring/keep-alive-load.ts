// Load on one address over connections that stay open, with as little work as possible on this side.

import { connect } from 'node:net'

export interface Load {
  port: number
  /** One path, or several that are asked for in turn. */
  path: string | readonly string[]
  bearer: string | null
  connections: number
  durationMs: number
}

const headEnd = '\r\n\r\n'

/** Answers per second, each of them a whole 200. */
export async function measureLoad(load: Load): Promise<number> {
  const requests = requestsOf(load)
  let asked = 0
  const next = () => requests[asked++ % requests.length] ?? Buffer.alloc(0)
  const begun = performance.now()
  const endsAt = begun + load.durationMs
  const counts = await Promise.all(
    Array.from({ length: load.connections }, () => ask(load.port, next, endsAt)),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total / ((performance.now() - begun) / 1000)
}

function requestsOf({ path, bearer }: Load): Buffer[] {
  const authorization = bearer === null ? '' : `Authorization: Bearer ${bearer}\r\n`
  const paths = typeof path === 'string' ? [path] : path
  return paths.map(one => Buffer.from(`GET ${one} HTTP/1.1\r\nHost: panel\r\n${authorization}\r\n`))
}

/** One question after the other; gives how many were answered. */
function ask(port: number, next: () => Buffer, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0
    let missingBytes = 0
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(next()))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection was closed')))
    socket.on('data', (chunk: Buffer) => {
      try {
        missingBytes = missingBytes > 0 ? missingBytes - chunk.length : bytesAfter(chunk)
      } catch (error) {
        socket.destroy()
        return reject(error)
      }
      if (missingBytes > 0) return
      answered += 1
      if (performance.now() < endsAt) socket.write(next())
      else socket.end(() => resolve(answered))
    })
  })
}

/** How much of an answer is still to come after its first piece, which holds the whole head. */
function bytesAfter(first: Buffer): number {
  const head = first.subarray(0, first.indexOf(headEnd)).toString('latin1')
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`answered ${first.toString('latin1', 0, 200)}`)
  return head.length + headEnd.length + Number(length) - first.length
}
