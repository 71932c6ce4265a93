// A program of a bench as a process of its own: it speaks first when it is ready, and ends when it is let go.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface MeasuredProcess<Ready> {
  ready: Ready
  pid: number
  /** Sends an order and gives the answer to it. */
  ask<Answer>(order: unknown): Promise<Answer>
  end(): Promise<void>
}

interface StartOptions {
  args?: string[]
  /** Told before it is ready. */
  firstOrder?: unknown
  /** The kernel shares processors between sessions first, and services have one each. */
  hasOwnSession?: boolean
}

export async function startProcess<Ready>(
  file: URL,
  { args = [], firstOrder, hasOwnSession = false }: StartOptions = {},
): Promise<MeasuredProcess<Ready>> {
  const child = fork(fileURLToPath(file), args, {
    execArgv: ['--no-warnings', '--expose-gc'],
    detached: hasOwnSession,
  })
  if (firstOrder !== undefined) child.send(firstOrder as object)
  const ready = await nextMessage<Ready>(child)
  return {
    ready,
    pid: child.pid ?? 0,
    ask(order) {
      child.send(order as object)
      return nextMessage(child)
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const failed = (code: number | null) => reject(new Error(`${child.spawnargs[3]} ended with ${code}`))
  child.once('exit', failed)
  child.once('message', message => {
    child.off('exit', failed)
    resolve(message as Message)
  })
  return promise
}
