// Makes the requests of a plugin's part with the session of who looks; the part gets the answer and nothing else.

import { loginSession } from '../../../platform/login-session.ts'
import type { FrontendRequest } from './logic/frame-message.ts'
import { pluginAddress } from './logic/plugin-address.ts'

export type FrontendAnswer =
  | { value: unknown; problem: null; status: number }
  | { value: null; problem: string; status: number }

const bodyLimit = 512 * 1024
const answerLimit = 1024 * 1024

const refused = (problem: string, status = 0): FrontendAnswer => ({ value: null, problem, status })

export async function askPlugin(
  pluginId: number,
  { method, path, body }: FrontendRequest,
  signal: AbortSignal,
): Promise<FrontendAnswer> {
  const address = pluginAddress(pluginId, path)
  if (address === null) return refused('the path must begin with / and stay below the routes of the plugin')
  if (body !== null && body.length > bodyLimit) return refused('the body is larger than 512 KiB')
  try {
    return await readAnswer(await send(address, method, body, signal))
  } catch {
    return refused('the panel does not answer')
  }
}

function send(address: string, method: string, body: string | null, signal: AbortSignal): Promise<Response> {
  const sessionToken = loginSession.sessionToken()
  return fetch(address, {
    method,
    headers: {
      accept: 'application/json',
      ...(sessionToken && { authorization: `Bearer ${sessionToken}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    body,
    credentials: 'omit',
    cache: 'no-store',
    // A plugin that redirects could otherwise read any address of the panel in the name of who looks.
    redirect: 'error',
    signal,
  })
}

/** Unlike other calls, a 401 ends nothing here: it may be the plugin's own word. */
async function readAnswer(answer: Response): Promise<FrontendAnswer> {
  const { status, ok } = answer
  const text = await readText(answer)
  if (text === null) return refused('the answer is larger than 1 MiB', status)
  const value = jsonOf(text)
  if (!ok) return refused(messageIn(value) ?? `the plugin answered with status ${status}`, status)
  if (value === undefined) return refused('the answer of the plugin is not JSON', status)
  return { value, problem: null, status }
}

/** Null when it is too large; no more than that is kept of it. */
async function readText(answer: Response): Promise<string | null> {
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return text + decoder.decode()
    length += value.length
    if (length > answerLimit) {
      await reader?.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

function jsonOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('message' in value)) return null
  return typeof value.message === 'string' ? value.message : null
}
