// Opens a WebSocket channel as a browser does, and tells how it ends.

import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { TestPanel } from '../start-test-panel.ts'

export interface TestChannel {
  socket: WebSocket
  /** The close code, once it has come. */
  closed: Promise<number>
}

export async function openChannel(
  panel: Pick<TestPanel, 'request' | 'url'>,
  sessionToken: string,
  path: string,
): Promise<TestChannel> {
  const { json } = await panel.request('POST', '/api/auth/short-lived-token', { sessionToken })
  const { token } = json as { token: string }
  const socket = new WebSocket(`${panel.url.replace('http', 'ws')}${path}?token=${token}`)
  const closed = new Promise<number>(resolve => socket.once('close', resolve))
  await once(socket, 'open')
  return { socket, closed }
}

/** The HTTP status that a channel is refused with; null when it opens. */
export async function refusalOf(
  panel: Pick<TestPanel, 'request' | 'url'>,
  sessionToken: string,
  path: string,
): Promise<number | null> {
  const opening = openChannel(panel, sessionToken, path)
  return opening.then(
    ({ socket }) => {
      socket.terminate()
      return null
    },
    (error: Error) => Number(/Unexpected server response: (\d+)/.exec(error.message)?.[1]),
  )
}
