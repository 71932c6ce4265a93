// One request with exactly these headers, forged ones too, which fetch would refuse or change.

import { once } from 'node:events'
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { connect } from 'node:net'

interface RawRequest {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** The certificate authority to trust, for a panel that speaks TLS. */
  caPem?: string
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export function rawRequest(panel: { url: string }, input: RawRequest = {}): Promise<RawAnswer> {
  const { protocol, hostname, port } = new URL(panel.url)
  const { method = 'GET', path = '/api/health', headers = {}, caPem } = input
  const send = protocol === 'https:' ? tlsRequest : plainRequest
  const trust = caPem ? { ca: caPem, checkServerIdentity: () => undefined } : {}
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, method, headers, agent: false, ...trust }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', piece => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('the socket was opened'))
    })
    request.on('error', reject)
    request.end()
  })
}

/** Sends bytes that need not be a request, and reads what is answered until the connection ends. */
export async function sendBytes(panel: { url: string }, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(panel.url)
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  let answer = ''
  socket.on('data', piece => {
    answer += piece
  })
  // What is sent after the refusal may be answered by a reset.
  socket.on('error', () => {})
  await once(socket, 'close')
  const [head = '', text = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map(line => line.split(/: (.*)/, 2)))
  return { status: Number(first.split(' ')[1]), headers, text }
}

export const webSocketHandshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'cm9va2VyeSByb29rZXJ5IQ==',
}
