// Answers what cannot be read as a request at all as every other error is answered: same body, same headers.

import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@rookery/contracts/errors.ts'
import { PanelError } from '../panel-error.ts'
import { errorBody } from './error-answers.ts'

interface ParserError extends Error {
  code?: string
}

const answers: Record<string, { status: number; code: ErrorCode }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'too_slow' },
}
const malformed = { status: 400, code: 'malformed_request' } as const

/** There is no request, and so no hook: whoever calls this says which headers every answer carries. */
export function answerUnreadable(
  answerHeaders: () => Readonly<Record<string, string>>,
): (error: ParserError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) return void socket.destroy()
    const { status, code } = answers[error.code ?? ''] ?? malformed
    const requestId = randomUUID()
    const body = JSON.stringify({ ...errorBody(new PanelError(code), requestId), http_code: status })
    const headers = {
      ...answerHeaders(),
      'x-request-id': requestId,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }
}
