// One connection to a panel that stays open and asks one question after the other, with little work on this side.

import { once } from 'node:events'
import { connect } from 'node:net'

export interface Question {
  method?: string
  path: string
  bearer?: string
  body?: unknown
  /** 200 unless told. */
  status?: number
}

export interface Connection {
  /** The body of the answer; any other status than the awaited one is a fault. */
  ask(question: Question): Promise<string>
  close(): void
}

const headEnd = '\r\n\r\n'

export class UnexpectedAnswer extends Error {
  readonly status: number

  constructor({ method = 'GET', path }: Question, status: number, answer: string) {
    super(`${method} ${path} answered ${status}: ${answer.slice(answer.indexOf(headEnd)).trim()}`)
    this.status = status
  }
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('utf8')
  await once(socket, 'connect')
  let received = ''
  let waiting: { resolve(answer: string): void; reject(error: Error): void } | null = null
  socket.on('data', (chunk: string) => {
    received += chunk
    if (!isComplete(received)) return
    const answer = received
    received = ''
    waiting?.resolve(answer)
  })
  socket.on('error', error => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the panel has closed the connection')))

  return {
    async ask(question) {
      const answer = await new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(textOf(question))
      })
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
      if (status !== (question.status ?? 200)) throw new UnexpectedAnswer(question, status, answer)
      return answer.slice(answer.indexOf(headEnd) + headEnd.length)
    },
    close: () => socket.destroy(),
  }
}

function textOf({ method = 'GET', path, bearer, body }: Question): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: panel']
  if (bearer !== undefined) lines.push(`Authorization: Bearer ${bearer}`)
  if (body === undefined) return `${lines.join('\r\n')}${headEnd}`
  const text = JSON.stringify(body)
  lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return `${lines.join('\r\n')}${headEnd}${text}`
}

function isComplete(received: string): boolean {
  const end = received.indexOf(headEnd)
  if (end === -1) return false
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
  const body = received.slice(end + headEnd.length)
  return body.length >= length || Buffer.byteLength(body) >= length
}
