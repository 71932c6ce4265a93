// Clients that mean harm: known traversal strings on every verb, packets that are none, and answers nobody reads.

import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { Client, type ClientChannel } from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { oneOfEachKind, publicStrings } from '../files/public-strings.ts'
import { until } from '../open-test-node.ts'
import { openSftpNode, password, type SftpNode, username } from './sftp-node.ts'

const own = [
  '../secret',
  'a/../../secret',
  '/../secret',
  '..',
  '..\\secret',
  '%2e%2e/secret',
  '..%c0%af../secret',
  'a\0/../secret',
  '....//secret',
]

const everyNth = proofSize({ short: 12, proof: 1 })

/** Some of the kinds: what walks a path is the same as for HTTP, which tries all of them. */
function strings(): string[] {
  const lists = publicStrings().map(text => text.replaceAll('{FILE}', 'secret'))
  return [...own, ...oneOfEachKind(lists).filter((_, index) => index % everyNth === 0)]
}

let sftp: SftpNode
beforeAll(async () => {
  sftp = await openSftpNode()
})
afterAll(() => sftp.end())

/** A channel without any client library behind it. */
async function rawChannel(): Promise<ClientChannel> {
  const other = new Client()
  await new Promise<void>((ready, reject) => {
    other.once('ready', ready).on('error', reject)
    const sock = createConnection({ host: '127.0.0.1', port: sftp.port, noDelay: true })
    other.connect({ sock, username, password })
  })
  return new Promise((opened, reject) =>
    other.subsys('sftp', (error, channel) => (error ? reject(error) : opened(channel))),
  )
}

const packet = (...parts: (number | Buffer)[]) => {
  const body = Buffer.concat(parts.map(part => (typeof part === 'number' ? Buffer.of(part) : part)))
  return Buffer.concat([uint32(body.length), body])
}
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const text = (value: string) => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(value)])
const init = packet(1, uint32(3))

/** Takes strings from the list until it is empty; gives how often something was refused. */
async function tryAll(left: string[]): Promise<number> {
  const client = await sftp.connect()
  const link = `link-${randomUUID()}`
  let refused = 0
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const read = await client.read(path).catch(() => null)
    if (read !== null) expect(String(read), path).not.toBe('outside')
    const verbs = [
      client.write(path, 'planted'),
      client.stat(path),
      client.list(path),
      client.readlink(path),
      client.rename(path, `${path}x`),
      client.symlink(path, link),
      client.chmod(path, 0o600),
      client.unlink(link),
      client.unlink(path),
      client.mkdir(path),
      client.rmdir(path),
    ]
    for (const { status } of await Promise.allSettled(verbs)) refused += status === 'rejected' ? 1 : 0
  }
  expect(await client.realpath('.')).toBe('/')
  return refused
}

describe('hostile clients', () => {
  test('T-056 no traversal string reads, writes or removes anything outside', async () => {
    const outside = join(sftp.folder, '..')
    writeFileSync(join(outside, 'secret'), 'outside')
    const before = readdirSync(outside).sort()
    const paths = [...new Set(strings())]
    const left = [...paths]
    // Several at once: most of the time goes into waiting for the disk.
    const refused = await Promise.all(Array.from({ length: 4 }, () => tryAll(left)))
    const total = refused.reduce((sum, count) => sum + count, 0)
    console.log(`${paths.length} strings, ${total} refusals`)
    expect(total).toBeGreaterThan(paths.length)
    expect(readdirSync(outside).sort()).toEqual(before)
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('outside')
    expect(existsSync('/secret')).toBe(false)
  }, 600_000)

  test.each([
    ['a packet of no length', uint32(0)],
    ['a packet of four gigabytes', Buffer.concat([uint32(0xff_ff_ff_ff), Buffer.of(5)])],
    ['a kind that nobody knows', Buffer.concat([init, packet(99, uint32(1))])],
    ['a request before the greeting', packet(5, uint32(1), text('x'))],
    [
      'a handle longer than its packet',
      Buffer.concat([init, packet(5, uint32(1), uint32(0xff_ff), Buffer.alloc(20))]),
    ],
    ['a path longer than its packet', Buffer.concat([init, packet(11, uint32(1), uint32(0x7f_ff_ff_ff))])],
    ['a write without anything', Buffer.concat([init, packet(6, uint32(1))])],
    ['two greetings', Buffer.concat([init, init])],
  ])('T-060 %s ends its own session and no other', async (_what, bytes) => {
    const client = await sftp.connect()
    const channel = await rawChannel()
    const closed = new Promise(done => channel.once('close', done))
    channel.resume()
    channel.write(bytes)
    await closed
    expect(await client.realpath('.')).toBe('/')
    client.end()
  })

  test('T-063 answers that nobody reads are not made', async () => {
    writeFileSync(join(sftp.folder, 'big.bin'), Buffer.alloc(1024 * 1024))
    const channel = await rawChannel()
    channel.write(init)
    channel.write(packet(3, uint32(1), text('big.bin'), uint32(1), uint32(0)))
    await until(() => channel.readableLength > 20, 'the file is open')
    const handle = uint32(1)
    const read = packet(5, uint32(2), uint32(handle.length), handle, Buffer.alloc(8), uint32(128 * 1024))
    const before = process.memoryUsage().rss
    // 600 MB of answers are asked for, and none is taken.
    for (let count = 0; count < 5_000; count += 1) channel.write(read)
    const client = await sftp.connect()
    for (let round = 0; round < 200; round += 1) await client.stat('/')
    const grownBytes = process.memoryUsage().rss - before
    console.log(`memory has grown by ${Math.round(grownBytes / 1024 / 1024)} MB`)
    expect(grownBytes).toBeLessThan(200 * 1024 * 1024)
    channel.destroy()
  })
})
