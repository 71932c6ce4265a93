// A player with something like netcat.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'

export type TestPlayer = {
  socket: Socket
  say: (line: string) => void
  seen: () => string
  sees: (pattern: RegExp) => Promise<RegExpExecArray>
  isGone: () => boolean
}

export async function openLine(port: number): Promise<TestPlayer> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  let gone = false
  socket.on('data', chunk => {
    text += chunk.toString()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    gone = true
  })
  await once(socket, 'connect')
  return {
    socket,
    say: line => void socket.write(`${line}\n`),
    seen: () => text,
    async sees(pattern) {
      await until(
        () => pattern.test(text),
        () => `wanted ${pattern}, saw ${text}`,
      )
      return pattern.exec(text) as RegExpExecArray
    },
    isGone: () => gone,
  }
}

export async function connectPlayer(port: number, name?: string): Promise<TestPlayer> {
  const player = await openLine(port)
  await player.sees(/Your name\? /)
  if (name !== undefined) {
    player.say(name)
    await player.sees(new RegExp(`Welcome to .*, ${name}\\.`))
  }
  return player
}
