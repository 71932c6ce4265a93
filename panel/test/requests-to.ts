// Asks a panel over HTTP and reads its answer, as a script of a user would.

import { request } from 'undici'

interface RequestParts {
  sessionToken?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Not with fetch, whose streams cost a test as much processor as the panel does that answers. */
export function requestsTo(url: string) {
  return async (method: string, path: string, { sessionToken, body, headers }: RequestParts = {}) => {
    const answer = await request(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sessionToken ? { authorization: `Bearer ${sessionToken}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    const answerHeaders = new Headers(
      Object.entries(answer.headers).flatMap(([name, values = []]) =>
        [values].flat().map((value): [string, string] => [name, value]),
      ),
    )
    const isJson = answerHeaders.get('content-type')?.includes('json')
    return {
      status: answer.statusCode,
      headers: answerHeaders,
      text,
      // HEAD names a type and sends nothing.
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }
}
