// Asks the panel of this machine over HTTP or TLS, at the address that it listens on.

import { type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

export interface PanelPlace {
  bindIp: string
  port: number
  tlsCertFile: string | null
}

const largestBody = 64 * 1024

/** Rejects when nobody answers in time. */
export function askPanel(
  { bindIp, port, tlsCertFile }: PanelPlace,
  path: string,
  patienceMs: number,
): Promise<{ status: number; body: string }> {
  const host = bindIp === '0.0.0.0' ? '127.0.0.1' : bindIp === '::' ? '::1' : bindIp
  const options: RequestOptions = { host, port, path, signal: AbortSignal.timeout(patienceMs) }
  return new Promise((resolve, reject) => {
    // The certificate is made out to the panel's public name, and nothing secret is said here.
    const asked = tlsCertFile ? requestTls({ ...options, rejectUnauthorized: false }) : requestPlain(options)
    asked.on('error', reject)
    asked.on('response', answer => {
      let body = ''
      answer.on('error', reject)
      answer.on('data', chunk => {
        body += String(chunk)
        if (body.length > largestBody) answer.destroy(new Error('the answer is too long'))
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    asked.end()
  })
}
