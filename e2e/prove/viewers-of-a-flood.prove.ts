// A console that floods before ten viewers delays no command, fills no memory and cuts only the one that reads slowly.

import { readFileSync } from 'node:fs'
import { stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, signIn } from '../api.ts'
import { openFloodViewer } from '../live/flood-viewer.ts'
import { createHome, processesOf, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

const floodMs = 60_000
/** Of the demo game's stop command. */
const graceMs = 10_000

let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api

beforeAll(async () => {
  home = await createHome()
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

/** Looks again and again, for the largest growth of each process in between is what counts. */
function watchGrowth(pids: number[]) {
  const before = pids.map(residentMb)
  const largestMb = pids.map(() => 0)
  const timer = setInterval(() => {
    for (const [index, pid] of pids.entries()) {
      largestMb[index] = Math.max(largestMb[index] ?? 0, residentMb(pid) - (before[index] ?? 0))
    }
  }, 250)
  return { largestMb, end: () => clearInterval(timer) }
}

describe('flood', () => {
  test('T-079 6.2 a flood before ten viewers fills no memory, cuts only the slow one, and a stop is obeyed in its grace time', async () => {
    const id = await api.createArena('Loud')
    await api.waitForState(id, 'running')
    const path = `/api/ws/servers/${id}/console`
    const readers = await Promise.all(
      Array.from({ length: 9 }, () => openFloodViewer(rookery.url, path, api)),
    )
    const slow = await openFloodViewer(rookery.url, path, api)
    slow.readOnlyNowAndThen()
    const [daemon = 0] = processesOf(home.dataDir, 'daemon.mjs')
    const growth = watchGrowth([panelPid(daemon), daemon])

    const begunAt = performance.now()
    readers[0]?.type('flood 100000')
    await waitFor(
      'the flood has lasted, and the slow one was cut',
      () => performance.now() - begunAt > floodMs && slow.closeCode() !== null,
    )
    const lastedSeconds = (performance.now() - begunAt) / 1_000
    const receivedMb = readers.map(reader => reader.receivedBytes() / 1024 / 1024)
    const stopAt = performance.now()
    await api.call(stopGameServer, { params: { server: String(id) } })
    await api.waitForState(id, 'stopped')
    const stopMs = performance.now() - stopAt
    growth.end()
    const [panelMb = 0, daemonMb = 0] = growth.largestMb
    console.log(
      `${Math.min(...receivedMb).toFixed(0)} MB to each of nine viewers in ${lastedSeconds.toFixed(0)} s; ` +
        `panel +${panelMb.toFixed(0)} MB, daemon +${daemonMb.toFixed(0)} MB; ` +
        `stopped after ${stopMs.toFixed(0)} ms; the slow one cut with ${slow.closeCode()}`,
    )
    expect(stopMs).toBeLessThan(graceMs)
    for (const growthMb of growth.largestMb) expect(growthMb).toBeLessThan(200)
    expect(Math.min(...receivedMb)).toBeGreaterThan(2)
    await waitFor('all nine have read to the same end', () =>
      readers.every(reader => reader.lastSeq() === readers[0]?.lastSeq()),
    )
    for (const reader of readers) {
      expect(reader.closeCode()).toBeNull()
      expect(reader.unmarkedGaps()).toBe(0)
    }
    expect(slow.closeCode()).toBe(1013)
    expect(slow.unmarkedGaps()).toBe(0)
    for (const viewer of [...readers, slow]) viewer.close()
  })
})
