// Asks a panel over HTTP and reads its answer, as a script of a user would.

interface RequestParts {
  sessionToken?: string
  body?: unknown
  headers?: Record<string, string>
}

export function requestsTo(url: string) {
  return async (method: string, path: string, { sessionToken, body, headers }: RequestParts = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sessionToken ? { authorization: `Bearer ${sessionToken}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      // HEAD names a type and sends nothing.
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }
}
