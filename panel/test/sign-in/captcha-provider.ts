// A local HTTP server that plays the CAPTCHA provider, well or badly.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AskedCaptcha {
  method: string
  url: string
  contentType: string
  fields: Record<string, string>
}

export type ProviderAnswer = (response: ServerResponse) => void

export function answerWith(body: unknown, status = 200): ProviderAnswer {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

export const neverAnswer: ProviderAnswer = () => {}

/** Headers at once, then a byte now and then, for ever. */
export const dripAnswer: ProviderAnswer = response => {
  response.writeHead(200)
  const drip = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(drip))
}

/** As much as the reader takes; `sent` counts it. */
export function floodAnswer(sent: { bytes: number }): ProviderAnswer {
  return response => {
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const write = () => {
      while (!response.destroyed && sent.bytes < 1024 ** 3) {
        sent.bytes += chunk.length
        if (!response.write(chunk)) return void response.once('drain', write)
      }
    }
    response.writeHead(200)
    write()
  }
}

export async function startCaptchaProvider() {
  const asked: AskedCaptcha[] = []
  const provider = { answer: answerWith({ success: true }) }
  const httpServer = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({
        method: request.method ?? '',
        url: request.url ?? '',
        contentType: request.headers['content-type'] ?? '',
        fields: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
      })
      provider.answer(response)
    })
  })
  await new Promise<void>(resolve => httpServer.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}/verify`,
    asked,
    playing(answer: ProviderAnswer) {
      provider.answer = answer
    },
    async close(): Promise<void> {
      httpServer.closeAllConnections()
      await new Promise(resolve => httpServer.close(resolve))
    },
  }
}
