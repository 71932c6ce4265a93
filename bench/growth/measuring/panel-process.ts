// The built panel as a process of its own, on a generated installation.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isPanelMessage } from '@rookery/contracts/up-protocol.ts'
import { bcryptCost } from '../filling/fill-installation.ts'

const program = fileURLToPath(new URL('../../../dist/panel.mjs', import.meta.url))
const startLimitMs = 120_000

export interface PanelProcess {
  port: number
  /** From the start of the process to the first answer that it can give. */
  startMs: number
  residentMb(): number
  stop(): Promise<void>
}

export async function startPanel(variables: Record<string, string>): Promise<PanelProcess> {
  const beganAt = performance.now()
  const child = fork(program, {
    // Its channel closes when this process ends: the panel then ends too.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      AUTH_SECRET: '0123456789abcdef0123456789abcdef',
      AUTH_BCRYPT_COST: String(bcryptCost),
      ...variables,
    },
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    const signal = AbortSignal.timeout(startLimitMs)
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`the panel ended with ${code} while it started`)
    })
    const ready = async () => {
      for (;;) {
        const [message] = await once(child, 'message', { signal })
        if (isPanelMessage(message) && message.kind === 'ready') return new URL(message.url)
      }
    }
    const url = await Promise.race([ready(), ended])
    ended.catch(() => {})
    const startMs = performance.now() - beganAt
    return { port: Number(url.port), startMs, residentMb: () => residentMb(child.pid ?? 0), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}
