// The simulated nodes as a process of their own, all of them connected.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FleetNews, FleetOrder } from '../../daemon/test/fleet/simulated-nodes.ts'

const program = fileURLToPath(new URL('../../daemon/test/fleet/simulated-nodes.ts', import.meta.url))

export async function connectFleet(order: FleetOrder): Promise<{ end(): Promise<void> }> {
  const child = fork(program, { execArgv: ['--no-warnings'] })
  const connected = Promise.withResolvers<void>()
  const ended = once(child, 'exit')
  child.once('exit', code => connected.reject(new Error(`the simulated nodes ended with ${code}`)))
  child.on('message', (news: FleetNews) => {
    if ('state' in news && news.state.connected === order.nodes.length) connected.resolve()
  })
  child.send(order)
  await connected.promise
  return {
    async end() {
      child.disconnect()
      await ended
    },
  }
}
