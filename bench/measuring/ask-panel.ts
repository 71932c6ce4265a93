// Requests to a measured panel as somebody who is signed in; whatever is no success is an error.

export interface SignedInPanel {
  url: string
  sessionToken: string
}

export interface PanelAnswer {
  id: number
  token: string
  key: string
  state: string
  online: boolean
}

export async function askPanel<Answer = PanelAnswer>(
  { url, sessionToken }: SignedInPanel,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(sessionToken ? { authorization: `Bearer ${sessionToken}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

/** The address of a WebSocket, with a short-lived token that opens it once. */
export async function socketAddress(panel: SignedInPanel, path: string): Promise<URL> {
  const { token } = await askPanel(panel, 'POST', '/api/auth/short-lived-token')
  const address = new URL(`${path}?token=${token}`, panel.url)
  address.protocol = 'ws:'
  return address
}

/** As the first administrator. */
export async function signIn(url: string, password: string): Promise<SignedInPanel> {
  const stranger = { url, sessionToken: '' }
  const { token } = await askPanel(stranger, 'POST', '/api/auth/login', { login: 'admin', password })
  return { url, sessionToken: token }
}
