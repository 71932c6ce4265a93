// Holds the live connection to a game server's console and resumes it exactly where it stopped.

import type { ConsoleMessage, ConsoleStatus } from '@rookery/contracts/websocket/console.ts'
import { useEffect, useRef, useState } from 'react'
import { type LiveSocket, openLiveSocket } from '../../platform/live-socket.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { createConsoleFeed } from './console-feed.ts'
import { arrivalOf, consoleStart, resumeQuery, takeArrival } from './logic/console-stream.ts'
import { withTimes } from './output/remembered-times.ts'
import { createOutputClock } from './strip/output-clock.ts'

/** Made anew for every game server: the caller keys its component by the server's id. */
export function useConsole(gameServerId: string) {
  const [feed] = useState(() => createConsoleFeed())
  const channel = useRef<LiveSocket | null>(null)
  const [line, setLine] = useState<LineState>('connecting')
  const [status, setStatus] = useState<ConsoleStatus['payload'] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** Null until the history has come, which may be empty. */
  const [hasOutput, setHasOutput] = useState<boolean | null>(null)
  const [clock] = useState(createOutputClock)

  useEffect(() => {
    let position = consoleStart
    const opened = openLiveSocket<ConsoleMessage>({
      path: `/api/ws/servers/${encodeURIComponent(gameServerId)}/console`,
      query: () => resumeQuery(position),
      onState: setLine,
      onMessage: message => {
        if (message.type === 'console.status') setStatus(message.payload)
        if (message.type === 'error') setRefusal(message.payload.message)
        const arrival = arrivalOf(message)
        if (!arrival) return
        const step = takeArrival(position, arrival)
        const parts = withTimes(position, arrival, step.parts)
        position = step.position
        setHasOutput(had => had || parts.length > 0)
        feed.push(parts)
        clock.push(parts)
      },
    })
    channel.current = opened
    return () => opened.close()
  }, [gameServerId, feed, clock])

  return {
    feed,
    line,
    status,
    refusal,
    hasOutput,
    clock,
    send(command: string): boolean {
      setRefusal(null)
      return channel.current?.send('console.command', { command }) ?? false
    },
  }
}
