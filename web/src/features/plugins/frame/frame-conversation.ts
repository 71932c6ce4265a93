// The page's side of the talk with a plugin's frame: starts the part, answers its requests, ends it when it misbehaves.

import { type FrameAppearance, type FrameFont, watchAppearance } from './frame-appearance.ts'
import { type FrameMessage, type FrontendRequest, readFrameMessage } from './logic/frame-message.ts'
import { newBudget, spendMessage } from './logic/message-budget.ts'
import { askPlugin } from './plugin-requests-client.ts'

/** `silent`: it does not answer. `flood`: too many messages. `left`: it went to another address. */
export type FrameProblem = { kind: 'silent' | 'flood' | 'left' } | { kind: 'failed'; words: string }

export interface FrameStart {
  part: string
  page: string
  server: { id: number; name: string } | null
  language: string
  look: FrameAppearance
  fonts: FrameFont[]
}

export interface FrameOptions {
  pluginId: number
  start: FrameStart
  onVisible: () => void
  onHeight: (height: number) => void
  /** The conversation has ended then: the frame is to be removed. */
  onProblem: (problem: FrameProblem) => void
}

const pingEveryMs = 5_000
/** Generous: a busy machine is no fault of the part. */
const silentAfterPings = 4
const requestsAtOnce = 8

/** To be called when the frame has loaded our document; gives the function that ends it. */
export function converse(frame: HTMLIFrameElement, options: FrameOptions): () => void {
  const { port1: port, port2 } = new MessageChannel()
  const gone = new AbortController()
  const { signal } = gone
  let budget = newBudget(performance.now())
  let unanswered = 0
  let atWork = 0

  const stop = (problem: FrameProblem) => {
    if (signal.aborted) return
    gone.abort()
    options.onProblem(problem)
  }
  /** False: this one was too many. */
  const isWithinBudget = () => {
    const next = spendMessage(budget, performance.now())
    if (next) budget = next
    else stop({ kind: 'flood' })
    return next !== null
  }

  async function serve(request: FrontendRequest): Promise<void> {
    const { id } = request
    if (atWork >= requestsAtOnce) {
      const problem = `at most ${requestsAtOnce} requests at a time`
      return port.postMessage({ type: 'answer', id, value: null, problem, status: 0 })
    }
    atWork += 1
    const answer = await askPlugin(options.pluginId, request, signal)
    atWork -= 1
    if (!signal.aborted) port.postMessage({ type: 'answer', id, ...answer })
  }

  function hear(message: FrameMessage): void {
    unanswered = 0
    if (message.type === 'request') void serve(message)
    else if (message.type === 'shown') options.onVisible()
    else if (message.type === 'height') options.onHeight(message.height)
    else if (message.type === 'failed') stop({ kind: 'failed', words: message.words })
  }

  port.onmessage = ({ data }) => {
    if (signal.aborted || !isWithinBudget()) return
    const message = readFrameMessage(data)
    if (message) hear(message)
  }
  // Nothing is expected on this way; it only counts.
  const onWindowMessage = ({ source }: MessageEvent) => {
    if (source !== null && source === frame.contentWindow) isWithinBudget()
  }
  window.addEventListener('message', onWindowMessage, { signal })
  frame.addEventListener('load', () => stop({ kind: 'left' }), { signal })
  const unwatch = watchAppearance(look => port.postMessage({ type: 'look', look }))
  const ping = setInterval(() => {
    // The browser slows down pages that nobody sees.
    if (document.hidden) return
    if (unanswered >= silentAfterPings) return stop({ kind: 'silent' })
    unanswered += 1
    port.postMessage({ type: 'ping' })
  }, pingEveryMs)
  signal.addEventListener('abort', () => {
    clearInterval(ping)
    unwatch()
    port.close()
  })
  // Its origin is none, so there is no other name for it than everybody; the document in it is ours at this moment.
  frame.contentWindow?.postMessage(options.start, '*', [port2])
  return () => gone.abort()
}
