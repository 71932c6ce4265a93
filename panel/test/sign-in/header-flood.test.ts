// T-010: huge tokens and headers are refused, and a panel that has seen many of them holds no more than before.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { type PanelProcess, startPanelProcess } from './panel-process.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte
const sender = fileURLToPath(new URL('./report-memory.mjs', import.meta.url))

let panel: PanelProcess
beforeAll(async () => {
  panel = await startPanelProcess({ LOGGER_LEVEL: 'error' }, ['--expose-gc', '--import', sender])
})
afterAll(() => panel?.stop())

interface Memory {
  kind: 'memory'
  retainedBytes: number
  residentBytes: number
}

async function reportMemory(): Promise<Memory> {
  const reported = once(panel.child, 'message')
  panel.child.send({ kind: 'tell memory' })
  const [memory] = (await reported) as [Memory]
  expect(memory.kind).toBe('memory')
  return memory
}

/** The status of the answer; 0 when the panel hung up before all was written and its answer was lost on the way. */
function statusOf(headers: string): Promise<number> {
  const { hostname, port } = new URL(panel.url)
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /api/profile HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)
    })
    socket.on('data', chunk => {
      answer += chunk
    })
    const end = () => resolve(Number(answer.split(' ')[1] ?? 0))
    socket.on('close', end)
    socket.on('error', end)
  })
}

const randomText = (bytes: number) => randomBytes(bytes).toString('base64url').slice(0, bytes)
const bearer = (bytes: number) => `Authorization: Bearer ${randomText(bytes)}\r\n`
const manyHeaders = () => Array.from({ length: 10_000 }, (_, index) => `X-${index}: ${index}\r\n`).join('')
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** About 30 MiB, every byte of it new; the tokens that are short enough to be looked at make 3 MiB of it. */
async function flood(): Promise<void> {
  for (const status of await Promise.all(times(4).map(() => statusOf(bearer(mebibyte))))) {
    expect([0, 401, 431]).toContain(status)
  }
  for (const _ of times(2))
    expect([0, 431]).toContain(await statusOf(`X-Long: ${randomText(10 * mebibyte)}\r\n`))
  for (const _ of times(4)) expect([0, 401, 431]).toContain(await statusOf(manyHeaders()))
  for (const _ of times(20)) {
    const statuses = await Promise.all(times(20).map(() => statusOf(bearer(8_000))))
    expect(new Set(statuses)).toEqual(new Set([401]))
  }
}

test('T-010 a token that is long, longer than any, or beyond the room for headers', async () => {
  expect(await statusOf(bearer(8_000))).toBe(401)
  expect(await statusOf(bearer(9_000))).toBe(401)
  expect(await statusOf(bearer(100 * kibibyte))).toBe(401)
  expect(await statusOf(bearer(129 * kibibyte))).toBe(431)
})

test('T-010 tokens of 1 MiB, headers of 10 MiB and 10,000 headers leave no memory behind', async () => {
  await flood()
  const before = await reportMemory()
  const rounds = proofSize({ short: 2, proof: 20 })
  for (const _ of times(rounds)) await flood()
  const after = await reportMemory()
  const grownMebibytes = (after.retainedBytes - before.retainedBytes) / mebibyte
  console.log(`${rounds} floods: ${grownMebibytes.toFixed(1)} MiB more kept`)
  // 3 MiB of tokens were looked at in each, 30 MiB were sent.
  expect(grownMebibytes).toBeLessThan(Math.min(6, 1.5 * rounds))
  expect(after.residentBytes - before.residentBytes).toBeLessThan(150 * mebibyte)
  expect((await panel.request('GET', '/api/health')).status).toBe(200)
})
