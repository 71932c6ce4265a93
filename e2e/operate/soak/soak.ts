// A panel under a steady load that leaves it mostly idle, for as long as asked, with a look at it now and then.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { isAnswering, Program, quickHashing } from '../../../test-services/start-program.ts'
import { type Api, signIn } from '../../api.ts'
import { freePort } from '../../ports.ts'
import { waitFor } from '../../wait-for.ts'
import type { Sample } from './growth-rules.ts'

const administrator = { login: 'admin', password: 'for many hours' }
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
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-soak-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const panel = new Program('panel', {
    variables: {
      DATA_DIR: dataDir,
      HTTP_PORT: String(port),
      GRPC_PORT: '0',
      AUTH_SECRET: '0123456789abcdef0123456789abcdef',
      ADMIN_PASSWORD: administrator.password,
      // What it writes is kept here, and hours of it would be much.
      LOGGER_LEVEL: 'error',
      ...quickHashing,
    },
    opensInside: true,
  })
  try {
    await waitFor('the panel answers', () => {
      panel.requireRunning()
      return isAnswering(`${url}/api/health`)
    })
    const result: Soaked = { samples: [], requests: 0, failures: 0 }
    let isOver = false
    const load = Array.from({ length: callers }, () => call(url, result, breathMs, () => isOver))
    await pause(durationMs * warmUpShare)
    for (let count = 0; count < samplesWanted; count++) {
      await pause((durationMs * (1 - warmUpShare)) / samplesWanted)
      const sample = await panel.inside('measure')
      result.samples.push(sample)
      report(sample)
    }
    isOver = true
    await Promise.all(load)
    return result
  } finally {
    await panel.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** One person: signs in now and then, looks at lists, opens a channel and closes it. */
async function call(url: string, result: Soaked, breathMs: number, isOver: () => boolean): Promise<void> {
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
