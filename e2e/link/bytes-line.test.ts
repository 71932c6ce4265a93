// Transfers with a connection of their own: whole, held back, refused and cut off as those over calls are.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect as connectPlain, createServer } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { bytesLineProtocol, frameWord, messageLimitBytes } from '@rookery/contracts/daemon/bytes-line.ts'
import { TransferFromDaemon } from '@rookery/contracts/daemon/generated/link.ts'
import { panelCertificateName } from '@rookery/contracts/daemon/protocol-version.ts'
import { expect, test } from 'vitest'
import { LinkRefusal } from '../../daemon/src/platform/panel-link/link-hooks.ts'
import type { NodeIdentity } from '../../daemon/src/platform/panel-link/node-identity-files.ts'
import { NodeOfflineError, TransferError } from '../../panel/src/platform/daemon-link/link-errors.ts'
import type { Transfer } from '../../panel/src/platform/daemon-link/transfers.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { type DaemonSide, enrollNode, eventually, type PanelSide } from './link-world.ts'

const { startPanel, daemonOf, closeLater } = linkLifecycle()
const work = {
  $case: 'fileWork',
  value: { gameServerId: 1, request: '{}', byBytesLine: true, byAdministrator: false },
} as const
const megabyte = 1024 * 1024
const waitsMs = 300

async function startPair(
  fill: DaemonSide['hooks']['transfer'],
): Promise<{ panel: PanelSide; daemon: DaemonSide }> {
  const panel = await startPanel()
  const daemon = daemonOf(await enrollNode(panel, 7))
  daemon.hooks.transfer = fill
  await daemon.connect()
  return { panel, daemon }
}

async function readAll(transfer: Transfer): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const body of transfer) {
    if (body.$case !== 'fileBytes') continue
    hash.update(body.value.bytes)
    bytes += body.value.bytes.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

const pieceOf = (index: number, length: number) => Buffer.alloc(length, `${index}-`)
const lengths = Array.from({ length: 200 }, (_, index) => (index * 7_919) % 300_000)

test('L13 what the daemon sends arrives whole, though it fills one buffer again and again', async () => {
  const wanted = createHash('sha256')
  for (const [index, length] of lengths.entries()) wanted.update(pieceOf(index, length))
  const { panel } = await startPair(async (_, transfer) => {
    const buffer = Buffer.alloc(300_000)
    for (const [index, length] of lengths.entries()) {
      pieceOf(index, length).copy(buffer)
      await transfer.writeBytes(buffer.subarray(0, length))
    }
  })
  const { bytes, sha256 } = await readAll(await panel.link.openTransfer(7, work))
  expect(bytes).toBe(lengths.reduce((sum, length) => sum + length, 0))
  expect(sha256).toBe(wanted.digest('hex'))
})

/** Closes both sides as soon as one is closed, as proxies do, and drops what is still on its way. */
async function startImpatientProxy(targetPort: number): Promise<number> {
  const proxy = createServer({ allowHalfOpen: true }, client => {
    const target = connectPlain({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.pipe(other, { end: false })
      one.on('end', () => other.resetAndDestroy()).on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  closeLater(() => void proxy.close())
  return (proxy.address() as AddressInfo).port
}

test('L13 nothing is cut off by a proxy that closes both sides at once', async () => {
  const panel = await startPanel()
  const node = await enrollNode(panel, 7)
  const daemon = daemonOf({ ...node, address: `127.0.0.1:${await startImpatientProxy(panel.port)}` })
  daemon.hooks.transfer = async (_, transfer) => transfer.writeBytes(Buffer.alloc(2 * megabyte, 'x'))
  await daemon.connect()
  for (let round = 0; round < 5; round += 1) {
    let bytes = 0
    for await (const body of await panel.link.openTransfer(7, work)) {
      // Slower than what comes.
      await new Promise(resolve => setImmediate(resolve))
      if (body.$case === 'fileBytes') bytes += body.value.bytes.length
    }
    expect(bytes).toBe(2 * megabyte)
  }
})

test('L13 what the panel sends arrives whole before its end, and the answer comes back', async () => {
  const wanted = createHash('sha256')
  const { panel } = await startPair(async (_, transfer) => {
    const hash = createHash('sha256')
    for await (const body of transfer.incoming()) {
      if (body.$case === 'fileEnd') break
      if (body.$case === 'fileBytes') hash.update(body.value.bytes)
      // Slower than the line, so that blocks are filled again while others wait.
      await new Promise(resolve => setImmediate(resolve))
    }
    await transfer.write({ $case: 'fileAnswer', value: { json: hash.digest('hex') } })
  })
  const transfer = await panel.link.openTransfer(7, work)
  for (const [index, length] of lengths.entries()) {
    const piece = pieceOf(index, length)
    wanted.update(piece)
    await transfer.send({ $case: 'fileBytes', value: { bytes: piece } })
  }
  await transfer.send({ $case: 'fileEnd', value: {} })
  const answers: string[] = []
  for await (const body of transfer) if (body.$case === 'fileAnswer') answers.push(body.value.json)
  expect(answers).toEqual([wanted.digest('hex')])
})

test('L13 a refusal reaches a panel that is in the middle of sending', async () => {
  const { panel } = await startPair(async (_, transfer) => {
    for await (const _body of transfer.incoming()) throw new LinkRefusal('no_space', 'there is no room')
  })
  const transfer = await panel.link.openTransfer(7, work)
  const refused = readAll(transfer).catch((error: unknown) => error)
  const piece = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < 4 * megabyte; sent += piece.length)
    await transfer.send({ $case: 'fileBytes', value: { bytes: piece } }).catch(() => undefined)
  const error = await refused
  expect(error).toBeInstanceOf(TransferError)
  expect(error).toMatchObject({ code: 'no_space', message: 'there is no room' })
})

test('L13 a reader that leaves stops the daemon, and a daemon that goes stops the reader', async () => {
  let aborted = 0
  const { panel, daemon } = await startPair(async (_, transfer) => {
    transfer.signal.addEventListener('abort', () => {
      aborted += 1
    })
    const buffer = Buffer.alloc(64 * 1024)
    for (;;) await transfer.writeBytes(buffer)
  })
  let seen = 0
  for await (const _body of await panel.link.openTransfer(7, work)) if (++seen === 20) break
  await eventually(() => expect(aborted).toBe(1))
  const cut = expect(readAll(await panel.link.openTransfer(7, work))).rejects.toThrow(NodeOfflineError)
  await daemon.link.close()
  await cut
  await eventually(() => expect(aborted).toBe(2))
  expect(daemon.warnings.filter(({ text }) => text === 'a transfer failed')).toEqual([])
})

test('L11 bytes of a panel that leaves never look complete', async () => {
  const ends: string[] = []
  const { panel } = await startPair(async (_, transfer) => {
    for await (const body of transfer.incoming()) if (body.$case === 'fileEnd') ends.push('whole')
    ends.push('cut')
  })
  const transfer = await panel.link.openTransfer(7, work)
  await transfer.send({ $case: 'fileBytes', value: { bytes: Buffer.alloc(megabyte) } })
  transfer.close()
  await eventually(() => expect(ends).toEqual(['cut']))
})

/** Lets the sender run until nothing has moved for a while. */
async function standstill(moved: () => number): Promise<number> {
  for (let before = -1; ; ) {
    if (moved() === before && before > 0) return before
    before = moved()
    await new Promise(resolve => setTimeout(resolve, waitsMs))
  }
}

test('L13 nobody reads: the other side is held back after a few megabytes', async () => {
  let written = 0
  let isReading = false
  const { panel } = await startPair(async (_, transfer) => {
    if (isReading) {
      transfer.incoming()
      await new Promise(resolve => transfer.signal.addEventListener('abort', resolve))
      return
    }
    const buffer = Buffer.alloc(256 * 1024)
    for (; written < 200 * megabyte; written += buffer.length) await transfer.writeBytes(buffer)
  })
  const unread = await panel.link.openTransfer(7, work)
  // What the system keeps on its way counts too.
  expect(await standstill(() => written)).toBeLessThan(40 * megabyte)
  unread.close()

  isReading = true
  const untaken = await panel.link.openTransfer(7, work)
  let sent = 0
  const sending = (async () => {
    for (; sent < 200 * megabyte; sent += megabyte)
      await untaken.send({ $case: 'fileBytes', value: { bytes: Buffer.alloc(megabyte) } })
  })()
  expect(await standstill(() => sent)).toBeLessThan(40 * megabyte)
  sent = Number.POSITIVE_INFINITY
  untaken.close()
  await sending
})

test('L13 more transfers than lines find their way', async () => {
  const { panel } = await startPair(async (_, transfer) => transfer.writeBytes(Buffer.alloc(70_000)))
  const transfers = Array.from({ length: 60 }, () => panel.link.openTransfer(7, work).then(readAll))
  for (const { bytes } of await Promise.all(transfers)) expect(bytes).toBe(70_000)
})

/** Resolves when the panel has closed it; whatever the panel says before that is kept. */
function dial(panel: PanelSide, identity?: NodeIdentity): { socket: TLSSocket; closed: Promise<void> } {
  const socket = connect({
    port: panel.port,
    host: '127.0.0.1',
    servername: panelCertificateName,
    ca: panel.authority.caPem,
    ALPNProtocols: [bytesLineProtocol],
    ...(identity && { cert: identity.certificatePem, key: identity.privateKeyPem }),
  })
  socket.on('error', () => undefined)
  socket.resume()
  closeLater(() => socket.destroy())
  return { socket, closed: new Promise(resolve => socket.once('close', () => resolve())) }
}

test('L9 a line that nobody asked for, of a stranger, or of a node that is away, is closed', async () => {
  const { panel, daemon } = await startPair(async () => undefined)
  const message = TransferFromDaemon.encode({
    body: { $case: 'opened', value: { transferId: 'guess' } },
  }).finish()
  const guess = dial(panel, daemon.node.identity)
  guess.socket.write(Buffer.concat([frameWord('message', message.length), message]))
  await guess.closed
  await dial(panel).closed
  const away = await enrollNode(panel, 8)
  await dial(panel, away.identity).closed
})

test('T-100 garbage and huge messages on a line close it, and the panel goes on', async () => {
  const { panel, daemon } = await startPair(async (_, transfer) => transfer.writeBytes(Buffer.alloc(10)))
  const huge = dial(panel, daemon.node.identity)
  huge.socket.write(frameWord('message', messageLimitBytes + 1))
  await huge.closed
  const garbage = dial(panel, daemon.node.identity)
  garbage.socket.write(Buffer.concat([frameWord('message', 8), Buffer.alloc(8, 0xff)]))
  await garbage.closed
  expect(await readAll(await panel.link.openTransfer(7, work))).toMatchObject({ bytes: 10 })
})
