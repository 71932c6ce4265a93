// A real Redis for tests: nothing on disk, a password, its own port.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { findProgram, type RunningComponent, startComponent } from './running-component.ts'

/** Why Redis cannot be started here, or null. */
export function missingRedis(): string | null {
  return findProgram('redis-server') === null ? 'Redis is not installed (Debian package redis-server)' : null
}

export async function startRedis(): Promise<RunningComponent> {
  const program = findProgram('redis-server')
  if (program === null) throw new Error(missingRedis() ?? '')
  const password = randomBytes(12).toString('hex')
  return startComponent({
    name: 'redis',
    systemUser: 'redis',
    start: async plan =>
      plan.start(program, [
        ...['--port', String(plan.port), '--bind', '127.0.0.1', '--dir', plan.folder],
        ...['--save', '', '--appendonly', 'no', '--requirepass', password],
      ]),
    isReady: async plan => {
      const socket = connect(plan.port, '127.0.0.1')
      try {
        await once(socket, 'connect')
        socket.write(`AUTH ${password}\r\nPING\r\n`)
        for await (const chunk of socket) if (String(chunk).includes('PONG')) return true
        return false
      } finally {
        socket.destroy()
      }
    },
    describe: (plan, stop) => ({
      url: `redis://:${password}@127.0.0.1:${plan.port}/0`,
      port: plan.port,
      stop,
    }),
  })
}
