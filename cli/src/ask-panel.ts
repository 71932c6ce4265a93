// Asks the panel of this machine over HTTP or TLS, at the address that it listens on; `rookery ready` does only that.

import { type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { readPanelFacts } from './panel-facts.ts'
import type { Programs } from './programs.ts'

const readyPatienceMs = 8_000

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
  post?: { body: object; token?: string | undefined },
): Promise<{ status: number; body: string }> {
  const host = bindIp === '0.0.0.0' ? '127.0.0.1' : bindIp === '::' ? '::1' : bindIp
  const options: RequestOptions = {
    ...{ host, port, path, signal: AbortSignal.timeout(patienceMs) },
    ...(post && {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(post.token && { authorization: `Bearer ${post.token}` }),
      },
    }),
  }
  return new Promise((resolve, reject) => {
    // The certificate is made out to the panel's public name, and the words do not leave this machine.
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
    asked.end(post && JSON.stringify(post.body))
  })
}

/** `rookery ready`, for health checks of containers and scripts: status 0 when the panel can work. */
export async function checkReady(
  programs: Programs,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<number> {
  try {
    const { facts } = await readPanelFacts(programs, environment)
    const { status, body } = await askPanel(facts.http, '/api/ready', readyPatienceMs)
    say(status === 200 ? 'ready' : `not ready: ${status} ${body}`)
    return status === 200 ? 0 : 1
  } catch (error) {
    say(`not ready: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}
