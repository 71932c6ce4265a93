// Holds an attach session while it is wanted, and goes on where it stopped when the connection breaks.

import type { AttachClosed, AttachMessage } from '@rookery/contracts/websocket/attach.ts'
import { useEffect, useRef, useState } from 'react'
import { type LiveSocket, openLiveSocket } from '../../../platform/live-socket.ts'
import type { LineState } from '../../../platform/logic/reconnect.ts'
import { createConsoleFeed } from '../console-feed.ts'
import { type AttachChunk, attachStart, takeOutput, typedMessages } from '../logic/attach-stream.ts'
import { resumeQuery } from '../logic/console-stream.ts'

export interface TerminalSize {
  cols: number
  rows: number
}

/** Made anew for every game server: the caller keys its component by the server's id. */
export function useAttach(gameServerId: number, isPossible: boolean) {
  const [feed] = useState(() => createConsoleFeed<AttachChunk>())
  const channel = useRef<LiveSocket | null>(null)
  const size = useRef<TerminalSize | null>(null)
  const position = useRef(attachStart)
  const [line, setLine] = useState<LineState>('connecting')
  const [isAttached, setIsAttached] = useState(false)
  /** Counts the sessions that were asked for; null: none is wanted. */
  const [session, setSession] = useState<number | null>(1)
  const [ended, setEnded] = useState<AttachClosed['payload'] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isPaused = !isPossible || ended !== null

  // The next start of the game opens a session again.
  if (!isPossible && ended) setEnded(null)

  // Another one opens the channel anew.
  useEffect(() => {
    if (isPaused || session === null) return
    const opened = openLiveSocket<AttachMessage>({
      path: `/api/ws/servers/${gameServerId}/attach`,
      query: () => ({ ...resumeQuery(position.current), ...size.current }),
      onState: next => {
        setLine(next)
        if (next !== 'open') setIsAttached(false)
      },
      onMessage: message => {
        if (message.type === 'attach.started') {
          setIsAttached(true)
          setRefusal(null)
          // The terminal may have got its size only after the question was sent.
          if (size.current) opened.send('attach.resize', { ...size.current })
        } else if (message.type === 'attach.output') {
          const step = takeOutput(position.current, message.payload)
          position.current = step.position
          feed.push(step.parts)
        } else if (message.type === 'attach.closed') setEnded(message.payload)
        else if (message.type === 'error') setRefusal(message.payload.message)
      },
    })
    channel.current = opened
    return () => {
      opened.close()
      channel.current = null
      setIsAttached(false)
      setLine('connecting')
    }
  }, [gameServerId, isPaused, session, feed])

  return {
    feed,
    line,
    isAttached,
    isDetached: session === null,
    ended,
    refusal,
    type(text: string, isBinary: boolean) {
      for (const message of typedMessages(text, isBinary)) channel.current?.send('attach.input', message)
    },
    resize(next: TerminalSize) {
      size.current = next
      channel.current?.send('attach.resize', { ...next })
    },
    detach() {
      channel.current?.send('attach.detach', {})
      setSession(null)
    },
    attach() {
      setSession(count => (count ?? 0) + 1)
      setEnded(null)
    },
  }
}
