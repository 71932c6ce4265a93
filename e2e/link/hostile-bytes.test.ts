// T-100: garbage, huge messages and floods of streams on the link's port; the panel lives and goes on working.

import { createHash } from 'node:crypto'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { panelCertificateName } from '@rookery/contracts/daemon/protocol-version.ts'
import { expect, test } from 'vitest'
import type { NodeIdentity } from '../../daemon/src/platform/panel-link/node-identity-files.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { DaemonSide, enrollNode, type PanelSide } from './link-world.ts'

const { startPanel, closeLater } = linkLifecycle()
const megabyte = 1024 * 1024

/** Without sense, but the same in every run: chance would now and then write a valid beginning that waits for more. */
const noise = (seed: string, length: number) =>
  createHash('shake256', { outputLength: length }).update(seed).digest()

function dialTls(panel: PanelSide, identity?: NodeIdentity): Promise<TLSSocket> {
  const socket = connectTls({
    port: panel.port,
    host: '127.0.0.1',
    servername: panelCertificateName,
    ca: panel.authority.caPem,
    ALPNProtocols: ['h2'],
    ...(identity && { cert: identity.certificatePem, key: identity.privateKeyPem }),
  })
  socket.on('error', () => undefined)
  closeLater(() => socket.destroy())
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket))
    socket.once('close', () => reject(new Error('refused')))
  })
}

async function http2To(panel: PanelSide, identity?: NodeIdentity) {
  const socket = await dialTls(panel, identity)
  const connection = connectHttp2(`https://${panelCertificateName}`, { createConnection: () => socket })
  connection.on('error', () => undefined)
  closeLater(() => connection.destroy())
  return connection
}

const grpcHeaders = (path: string, more: Record<string, string> = {}) => ({
  ':method': 'POST',
  ':path': `/rookery.daemon.v1.${path}`,
  'content-type': 'application/grpc',
  te: 'trailers',
  ...more,
})

function grpcFrame(bytes: Buffer, options: { isCompressed?: boolean; claimedLength?: number } = {}): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(options.isCompressed ? 1 : 0, 0)
  head.writeUInt32BE(options.claimedLength ?? bytes.length, 1)
  return Buffer.concat([head, bytes])
}

async function expectAlive(panel: PanelSide): Promise<void> {
  const daemon = await new DaemonSide(await enrollNode(panel, 900)).connect()
  expect(panel.link.isOnline(900)).toBe(true)
  await daemon.link.close()
}

const closed = (socket: { once(event: 'close', listener: () => void): unknown }) =>
  new Promise<void>(resolve => socket.once('close', () => resolve()))

test('T-100 random bytes before and after the handshake close the connection', async () => {
  const panel = await startPanel()
  const { identity } = await enrollNode(panel, 7)
  for (let round = 0; round < 20; round++) {
    const raw = connectTcp(panel.port, '127.0.0.1')
    raw.on('error', () => undefined)
    raw.write(noise(`tcp ${round}`, 4_096))
    await closed(raw)
    const socket = await dialTls(panel, round % 2 === 0 ? identity : undefined)
    socket.resume()
    const bytes = noise(`tls ${round}`, 4_096)
    socket.write(round % 4 < 2 ? bytes : Buffer.concat([http2Preface, bytes]))
    await closed(socket)
  }
  await expectAlive(panel)
})

const http2Preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

test('T-100 huge messages, a compressed bomb and nonsense in messages end the call, memory stays bounded', async () => {
  const panel = await startPanel()
  const { identity } = await enrollNode(panel, 7)
  const bomb = gzipSync(Buffer.alloc(200 * megabyte))
  const residentBefore = process.memoryUsage().rss
  const statusOf = async (
    path: string,
    isNode: boolean,
    frame: Buffer,
    more: Record<string, string> = {},
  ) => {
    const connection = await http2To(panel, isNode ? identity : undefined)
    const stream = connection.request(grpcHeaders(path, more))
    const status = new Promise(resolve => {
      const noteStatus = (headers: Record<string, unknown>) =>
        headers['grpc-status'] !== undefined && resolve(headers['grpc-status'])
      stream.on('response', noteStatus)
      stream.on('trailers', noteStatus)
      stream.on('close', () => resolve('closed'))
    })
    stream.on('error', () => undefined)
    stream.resume()
    stream.write(frame)
    const reported = String(await status)
    connection.destroy()
    return reported
  }
  const gigabyteClaim = grpcFrame(Buffer.alloc(megabyte), { claimedLength: 0x3fffffff })
  const gzip = { 'grpc-encoding': 'gzip' }
  expect(await statusOf('Enrollment/Enroll', false, gigabyteClaim)).toBe('8')
  expect(await statusOf('NodeLink/Control', true, gigabyteClaim)).toBe('8')
  expect(
    await statusOf(
      'Enrollment/Enroll',
      false,
      grpcFrame(bomb.subarray(0, 30_000), { isCompressed: true }),
      gzip,
    ),
  ).toMatch(/^(8|13)$/)
  expect(await statusOf('NodeLink/Control', true, grpcFrame(bomb, { isCompressed: true }), gzip)).toBe('8')
  expect(await statusOf('NodeLink/Control', true, grpcFrame(noise('control', 2_000)))).toMatch(/^(3|13)$/)
  expect(await statusOf('NodeLink/Transfer', true, grpcFrame(noise('transfer', 2_000)))).toMatch(
    /^(7|13|16)$/,
  )
  expect((process.memoryUsage().rss - residentBefore) / megabyte).toBeLessThan(150)
  await expectAlive(panel)
})

/** HTTP/2 frames by hand: the client library would hold back streams beyond the limit. */
function http2Frame(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(streamId, 5)
  return Buffer.concat([head, payload])
}

function requestHeaders(path: string): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])
  const postOverHttps = Buffer.of(0x83, 0x87)
  return Buffer.concat([
    postOverHttps,
    Buffer.of(0x04),
    text(`/rookery.daemon.v1.${path}`),
    Buffer.of(0x01),
    text(panelCertificateName),
    Buffer.of(0x0f, 0x10),
    text('application/grpc'),
    Buffer.of(0x00),
    text('te'),
    text('trailers'),
  ])
}

/** Opens streams as fast as the connection takes them; tells how many it took until the panel cut it. */
async function floodStreams(socket: TLSSocket, path: string, isReset: boolean): Promise<number> {
  const block = requestHeaders(path)
  const cancel = Buffer.of(0, 0, 0, 8)
  socket.resume()
  socket.write(Buffer.concat([http2Preface, http2Frame(4, 0, 0, Buffer.of())]))
  let opened = 0
  for (; opened < 100_000 && !socket.destroyed; opened++) {
    const streamId = 1 + 2 * opened
    const frames = [http2Frame(1, 4, streamId, block)]
    if (isReset) frames.push(http2Frame(3, 0, streamId, cancel))
    const goesOn = socket.write(Buffer.concat(frames))
    if (!goesOn)
      await Promise.race([closed(socket), new Promise<void>(resolve => socket.once('drain', resolve))])
  }
  return opened
}

test.for([
  ['100,000 streams', 'Enrollment/Enroll', false, false],
  ['100,000 streams', 'NodeLink/Control', true, false],
  ['rapid resets', 'Enrollment/Enroll', false, true],
  ['rapid resets', 'NodeLink/Control', true, true],
] as const)('T-100 %s on %s end the connection, memory stays bounded', async ([, path, isNode, isReset]) => {
  const panel = await startPanel()
  const { identity } = await enrollNode(panel, 7)
  const residentBefore = process.memoryUsage().rss
  const socket = await dialTls(panel, isNode ? identity : undefined)
  const opened = await floodStreams(socket, path, isReset)
  expect(opened).toBeLessThan(100_000)
  expect((process.memoryUsage().rss - residentBefore) / megabyte).toBeLessThan(200)
  await expectAlive(panel)
})

test('T-100 strangers from one address get a bounded number of connections, and nodes still get in afterwards', async () => {
  const panel = await startPanel()
  const dialled = await Promise.allSettled(Array.from({ length: 120 }, () => dialTls(panel)))
  const open = dialled.filter(outcome => outcome.status === 'fulfilled')
  expect(open.length).toBeGreaterThan(10)
  expect(open.length).toBeLessThanOrEqual(64)
  for (const outcome of open) outcome.value.destroy()
  await expect
    .poll(() =>
      dialTls(panel).then(
        () => 'open',
        () => 'refused',
      ),
    )
    .toBe('open')
  await expectAlive(panel)
})
