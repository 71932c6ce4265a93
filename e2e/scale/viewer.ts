// A viewer of one console who comes back by itself after every cut and goes on where it stopped, as the web page does.

import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

interface ConsoleFrame {
  type: string
  payload: { output?: string; chunk?: string; seq?: number; stream_id?: string; gap?: boolean }
}

const againMs = 400
const openLimitMs = 15_000

export class Viewer {
  readonly #url: string
  readonly #path: string
  readonly #sessionToken: string
  #socket: WebSocket | undefined
  #isStopped = false
  #position: { seq: number; streamId: string } | null = null
  text = ''
  /** How often it had to begin anew, and what it saw of gaps. */
  connects = 0
  gaps = 0
  closeCodes: number[] = []
  /** The status with which it was refused last, if it was. */
  refusedWith: number | null = null

  constructor(url: string, gameServerId: number, sessionToken: string) {
    this.#url = url
    this.#path = `/api/ws/servers/${gameServerId}/console`
    this.#sessionToken = sessionToken
  }

  start(): this {
    void this.#stay()
    return this
  }

  stop(): void {
    this.#isStopped = true
    this.#socket?.terminate()
  }

  /** The numbers of the lines that it has seen, in order. */
  lines(): number[] {
    return [...this.text.matchAll(/^line (\d+)\.\r?$/gm)].map(([, number]) => Number(number))
  }

  async #stay(): Promise<void> {
    while (!this.#isStopped) {
      await this.#connectOnce().catch(() => {})
      if (!this.#isStopped) await delay(againMs * (0.5 + Math.random()))
    }
  }

  async #token(): Promise<string> {
    const headers = { authorization: `Bearer ${this.#sessionToken}` }
    const signal = AbortSignal.timeout(openLimitMs)
    const answer = await fetch(`${this.#url}/api/auth/short-lived-token`, { method: 'POST', headers, signal })
    if (!answer.ok) throw new Error(`no token: ${answer.status}`)
    return ((await answer.json()) as { token: string }).token
  }

  async #connectOnce(): Promise<void> {
    const address = new URL(this.#path, this.#url)
    address.protocol = 'ws:'
    address.searchParams.set('token', await this.#token())
    if (this.#position) {
      address.searchParams.set('since', String(this.#position.seq))
      address.searchParams.set('stream', this.#position.streamId)
    }
    const socket = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout: openLimitMs })
    this.#socket = socket
    socket.on('message', raw => this.#take(JSON.parse((raw as Buffer).toString()) as ConsoleFrame))
    await new Promise<void>(resolve => {
      socket.on('open', () => {
        this.connects += 1
        this.refusedWith = null
      })
      socket.on('unexpected-response', (_request, response) => {
        this.refusedWith = response.statusCode ?? 0
        response.destroy()
        resolve()
      })
      socket.on('error', () => resolve())
      socket.on('close', code => {
        this.closeCodes.push(code)
        resolve()
      })
    })
    socket.terminate()
  }

  #take({ type, payload }: ConsoleFrame): void {
    if (type !== 'console.history' && type !== 'console.output') return
    const { seq = 0, stream_id: streamId = '' } = payload
    const goesOn = type === 'console.output' || streamId === this.#position?.streamId
    if (payload.gap) this.gaps += 1
    this.text = (goesOn ? this.text : '') + (payload.output ?? payload.chunk ?? '')
    this.#position = { seq, streamId }
  }
}
