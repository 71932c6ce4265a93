// A panel under a steady load that leaves it mostly idle, for as long as asked, with a look at it now and then.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { type Api, signIn } from '../../api.ts'
import type { Sample } from './logic/growth.ts'

const program = join(import.meta.dirname, 'soaked-panel.ts')
const warmUpShare = 0.1
const samplesWanted = 60
const callers = 4

export interface Soaked {
  samples: Sample[]
  requests: number
  failures: number
}

/** Each caller rests for `breathMs` between two rounds. */
export async function soak(
  durationMs: number,
  { breathMs = 40, report = () => {} }: { breathMs?: number; report?: (sample: Sample) => void } = {},
): Promise<Soaked> {
  const child = fork(program, {
    execArgv: ['--no-warnings', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  try {
    const [{ url, administrator }] = (await once(child, 'message')) as [
      { url: string; administrator: { login: string; password: string } },
    ]
    const result: Soaked = { samples: [], requests: 0, failures: 0 }
    let isOver = false
    const load = Array.from({ length: callers }, () =>
      call({ url, administrator }, result, breathMs, () => isOver),
    )
    await pause(durationMs * warmUpShare)
    for (let count = 0; count < samplesWanted; count++) {
      await pause((durationMs * (1 - warmUpShare)) / samplesWanted)
      child.send('measure')
      const [sample] = (await once(child, 'message')) as [Sample]
      result.samples.push(sample)
      report(sample)
    }
    isOver = true
    await Promise.all(load)
    return result
  } finally {
    if (child.connected) child.disconnect()
    const killer = setTimeout(() => child.kill('SIGKILL'), 40_000)
    await ended
    clearTimeout(killer)
  }
}

/** One person: signs in now and then, looks at lists, opens a channel and closes it. */
async function call(
  { url, administrator }: { url: string; administrator: { login: string; password: string } },
  result: Soaked,
  breathMs: number,
  isOver: () => boolean,
): Promise<void> {
  let api: Api | null = null
  for (let round = 0; !isOver(); round++) {
    try {
      if (api === null || round % 200 === 0) api = await signIn(url, administrator)
      await api.call(listGameServers, {} as never)
      await api.call(readProfile, {})
      if (round % 10 === 0) (await api.openChannel('/api/ws/events')).close()
      result.requests += 2
    } catch {
      result.failures++
    }
    await pause(breathMs)
  }
}
