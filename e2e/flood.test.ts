// A console that floods delays no command and fills no memory.

import { readFileSync } from 'node:fs'
import { stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, signIn } from './api.ts'
import { makeHome, processesOf, type Rookery, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

let home: Awaited<ReturnType<typeof makeHome>>
let rookery: Rookery
let api: Api

beforeAll(async () => {
  home = await makeHome()
  rookery = await startRookery(home, { ADMIN_PASSWORD: 'a story about floods' })
  api = await signIn(rookery.url, { login: 'admin', password: 'a story about floods' })
})
afterAll(async () => {
  await rookery.interrupt()
  await home.remove()
})

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The panel has no data folder on its command line: it is the sibling of the daemon. */
function panelPid(daemonPid: number): number {
  const parent = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${daemonPid}/status`, 'utf8'))?.[1]
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
  return children.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('panel.mjs')) ?? 0
}

describe('flood', () => {
  test('6.2 a stop sent in the middle of a flood is obeyed in its grace time, and memory stays bounded', async () => {
    const id = await api.createArena('Loud')
    await api.waitForState(id, 'running')
    const viewers = await Promise.all([1, 2, 3].map(() => api.openChannel(`/api/ws/servers/${id}/console`)))
    const [daemon = 0] = processesOf(home.dataDir, 'daemon.mjs')
    const pids = [panelPid(daemon), daemon]
    const before = pids.map(residentMb)
    viewers[0]?.send('console.command', { command: 'flood 2000' })
    await waitFor('the flood has begun', () => (viewers[1]?.messages.length ?? 0) > 100)

    const startedMs = Date.now()
    await api.call(stopGameServer, { params: { server: String(id) } })
    await api.waitForState(id, 'stopped')
    const tookMs = Date.now() - startedMs
    const growthMb = pids.map((pid, index) => residentMb(pid) - (before[index] ?? 0))
    console.log(
      `stopped after ${tookMs} ms; panel +${growthMb[0]?.toFixed(0)} MB, daemon +${growthMb[1]?.toFixed(0)} MB`,
    )
    // Command, then SIGINT, SIGTERM and SIGKILL, ten seconds each at most.
    expect(tookMs).toBeLessThan(45_000)
    for (const growth of growthMb) expect(growth).toBeLessThan(200)
    for (const viewer of viewers) viewer.close()
  })
})
