// One open channel of a test: everything that came over it, and how it ended.

import { WebSocket } from 'ws'

export interface Frame {
  type: string
  payload: Record<string, unknown>
  ts: number
}

export type LiveSocket = ReturnType<typeof openSocket>

export function openSocket(panelUrl: string, path: string, token: string | null) {
  const address = new URL(path, panelUrl)
  address.protocol = 'ws:'
  if (token !== null) address.searchParams.set('token', token)
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const frames: Frame[] = []
  let binaryFrames = 0
  let closeCode: number | null = null
  socket.on('message', (raw, isBinary) => {
    if (isBinary) binaryFrames += 1
    frames.push(JSON.parse((raw as Buffer).toString()) as Frame)
  })
  socket.on('close', code => {
    closeCode = code
  })
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  return {
    socket,
    frames,
    opened,
    binaryFrames: () => binaryFrames,
    closeCode: () => closeCode,
    send: (type: string, payload: object = {}) => socket.send(JSON.stringify({ type, payload })),
    of: (type: string) => frames.filter(frame => frame.type === type),
    /** History and output of a console, or the output of a task, as one text. */
    text: () => frames.map(({ payload }) => (payload.output ?? payload.chunk ?? '') as string).join(''),
    /** The output of an attach session. */
    bytes: () =>
      Buffer.concat(
        frames
          .filter(({ type }) => type === 'attach.output')
          .map(({ payload }) => Buffer.from(String(payload.data), 'base64')),
      ),
  }
}
