// A real tus client, a real panel and a real daemon as programs: large uploads that are interrupted and come through.

import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCuttingProxy } from '../files/cutting-proxy.ts'
import { Programs } from '../live/programs.ts'

const megabyte = 1024 * 1024
const largeMb = 90
const many = { count: 10, mb: 30, growthMb: 100 }
let programs: Programs
let gameServer = 0
let root = ''

beforeAll(async () => {
  programs = await new Programs().start()
  gameServer = await programs.addGame('echo ready; read -r line')
  const { uuid } = await programs.api.call(readGameServer, { params: { server: String(gameServer) } })
  root = join(programs.nodeFolder, 'servers', uuid)
})
afterAll(() => programs.stop())

/** Text, so that the filter takes it, of which no two parts are alike. */
function words(bytes: number): Buffer {
  return Buffer.from(
    randomBytes(Math.ceil((bytes * 3) / 4))
      .toString('base64')
      .slice(0, bytes),
  )
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Resolves at the end of the upload, as a browser would see it. */
function upload(content: Buffer, path: string, port: number, options: UploadOptions = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const made = new Upload(content, {
    endpoint: `http://127.0.0.1:${port}/api/servers/${gameServer}/files/uploads`,
    headers: { Authorization: `Bearer ${programs.api.sessionToken}` },
    metadata: { path, sha256: sha256(content) },
    retryDelays: Array.from({ length: 40 }, (_, attempt) => Math.min(100 * attempt, 1_000)),
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  })
  made.start()
  return promise
}

function residentBytes(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) * 1024
}

/** The most memory that the panel had while something ran, beyond what it had before. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const { pid } = programs.panel
  const before = residentBytes(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid))
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most - before
}

const leftovers = () =>
  readdirSync(join(programs.nodeFolder, 'servers', '.uploads'), { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.part'))

test(`8.2 ${largeMb} MB, cut off twice, once with a killed daemon: the file that appears is the one that was sent`, async () => {
  const content = words(largeMb * megabyte)
  const panel = new URL(programs.url)
  const proxy = await startCuttingProxy(
    { host: '127.0.0.1', port: Number(panel.port) },
    [(largeMb / 4) * megabyte, (largeMb * 2 * megabyte) / 3],
    async cut => {
      if (cut === 1) return
      await programs.daemon.kill()
      await programs.startDaemon()
    },
  )
  try {
    const growth = await growthDuring(() => upload(content, 'worlds/large.txt', proxy.port))
    expect(sha256(readFileSync(join(root, 'worlds/large.txt')))).toBe(sha256(content))
    expect(proxy.cuts()).toBe(2)
    // Resumed, not begun again: what was sent twice is what was under way when it was cut.
    expect(proxy.sent()).toBeLessThan(content.length * (4 / 3))
    expect(leftovers()).toEqual([])
    console.log(
      `${largeMb} MB sent as ${(proxy.sent() / megabyte).toFixed(1)} MB, the panel grew by ${(growth / megabyte).toFixed(1)} MB`,
    )
    expect(growth).toBeLessThan(100 * megabyte)
  } finally {
    await proxy.close()
  }
}, 300_000)

test('C321 the largest upload there is, in parts, and one byte more', async () => {
  const port = Number(new URL(programs.url).port)
  const content = words(104_857_600)
  await upload(content, 'largest.txt', port, { chunkSize: 16 * megabyte })
  expect(sha256(readFileSync(join(root, 'largest.txt')))).toBe(sha256(content))
  const more = Buffer.concat([content, Buffer.from('x')])
  await expect(upload(more, 'more.txt', port)).rejects.toThrow(/413/)
  expect(leftovers()).toEqual([])
}, 300_000)

test('8.3 a client is told why: another type, another hash', async () => {
  const port = Number(new URL(programs.url).port)
  await expect(upload(Buffer.from('<svg onload="x"/>'), 'a.png', port)).rejects.toThrow(
    /415.*image\/svg\+xml/s,
  )
  const wrong = { metadata: { path: 'b.txt', sha256: '0'.repeat(64) } }
  await expect(upload(Buffer.from('text'), 'b.txt', port, wrong)).rejects.toThrow(/422.*SHA-256/s)
  expect(readdirSync(root)).not.toContain('a.png')
  expect(readdirSync(root)).not.toContain('b.txt')
})

test(`8.2 ${many.count} uploads of ${many.mb} MB at once come through, and the panel holds none of them`, async () => {
  const port = Number(new URL(programs.url).port)
  const contents = Array.from({ length: many.count }, () => words(many.mb * megabyte))
  const growth = await growthDuring(() =>
    Promise.all(contents.map((content, index) => upload(content, `many/${index}.txt`, port))),
  )
  for (const [index, content] of contents.entries()) {
    expect(sha256(readFileSync(join(root, `many/${index}.txt`)))).toBe(sha256(content))
  }
  console.log(
    `${many.count} uploads of ${many.mb} MB at once: the panel grew by ${(growth / megabyte).toFixed(1)} MB`,
  )
  expect(growth).toBeLessThan(many.growthMb * megabyte)
}, 300_000)
