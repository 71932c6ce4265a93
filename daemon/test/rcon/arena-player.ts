// A person who plays the arena with netcat; leaves when the test ends.

import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { until } from '../open-test-node.ts'

export interface ArenaPlayer {
  sees(text: string): Promise<void>
  /** Resolves when the game has closed the line. */
  leaves(): Promise<void>
}

export async function joinArena(port: number, name: string): Promise<ArenaPlayer> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let seen = ''
  let isGone = false
  socket.on('data', chunk => {
    seen += chunk.toString()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isGone = true
  })
  await once(socket, 'connect')
  const sees = (text: string) => until(() => seen.includes(text), `${name} sees "${text}" in: ${seen}`)
  await sees('Your name?')
  socket.write(`${name}\n`)
  await sees(`, ${name}.`)
  return { sees, leaves: () => until(() => isGone, `${name} is gone`) }
}
