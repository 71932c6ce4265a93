// A viewer of a console that prints without end: counts what comes and checks that it joins, and keeps nothing.

import { issueShortLivedToken } from '@rookery/contracts/http/auth.ts'
import type { ConsoleMessage } from '@rookery/contracts/websocket/console.ts'
import { WebSocket } from 'ws'
import type { Api } from '../api.ts'

const firstPauseMs = 2_500
/** Less than the panel gives a reader that it has cut to read why. */
const longerEachTimeMs = 1_000
/** Enough to come to the end of all that waited, on a busy machine too. */
const readMs = 2_000

export async function openFloodViewer(panelUrl: string, path: string, api: Api) {
  const { token } = await api.call(issueShortLivedToken, {})
  const address = new URL(path, panelUrl)
  address.protocol = 'ws:'
  address.searchParams.set('token', token)
  const socket = new WebSocket(address, { perMessageDeflate: false })
  let [receivedBytes, lastSeq, unmarkedGaps] = [0, 0, 0]
  let closeCode: number | null = null
  socket.on('message', (raw: Buffer) => {
    const { type, payload } = JSON.parse(raw.toString()) as ConsoleMessage
    if (type === 'console.history') lastSeq = payload.seq
    if (type !== 'console.output') return
    const bytes = Buffer.byteLength(payload.chunk)
    receivedBytes += bytes
    if (!payload.gap && payload.seq - bytes !== lastSeq) unmarkedGaps += 1
    lastSeq = payload.seq
  })
  socket.on('close', code => {
    closeCode = code
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  let turn: NodeJS.Timeout | undefined
  return {
    receivedBytes: () => receivedBytes,
    lastSeq: () => lastSeq,
    unmarkedGaps: () => unmarkedGaps,
    closeCode: () => closeCode,
    type: (command: string) => socket.send(JSON.stringify({ type: 'console.command', payload: { command } })),
    /** From now on it looks away for longer and longer, and catches up in between. */
    readOnlyNowAndThen() {
      const lookAway = (pauseMs: number) => {
        if (socket.readyState !== WebSocket.OPEN) return
        socket.pause()
        turn = setTimeout(() => {
          socket.resume()
          turn = setTimeout(lookAway, readMs, pauseMs + longerEachTimeMs)
        }, pauseMs)
      }
      lookAway(firstPauseMs)
    },
    close() {
      clearTimeout(turn)
      socket.terminate()
    },
  }
}
