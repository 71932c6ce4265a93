// Transfers: bulk that neither delays Control nor fills the memory of either side.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { OutputChunk } from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { LinkRefusal } from '../../daemon/src/platform/panel-link/link-hooks.ts'
import {
  type OutgoingTransfer,
  transferChunkBytes,
} from '../../daemon/src/platform/panel-link/outgoing-transfer.ts'
import { openNodeChannel } from '../../daemon/src/platform/panel-link/panel-channel.ts'
import { besideControlLimit } from '../../daemon/src/platform/panel-link/transfer-channels.ts'
import {
  NodeOfflineError,
  NodeTimeoutError,
  TransferError,
} from '../../panel/src/platform/daemon-link/link-errors.ts'
import { type Transfer, withinSilence } from '../../panel/src/platform/daemon-link/transfers.ts'
import { proofTest } from '../../test-services/proof-size.ts'
import { linkLifecycle } from './link-lifecycle.ts'
import { type DaemonSide, enrollNode, eventually, type PanelSide } from './link-world.ts'

const { startPanel, daemonOf, closeLater } = linkLifecycle()
const watch = { $case: 'watchConsole', value: { gameServerId: 1, sinceSeq: 0, streamId: '' } } as const
const megabyte = 1024 * 1024

async function startPair(
  fill: DaemonSide['hooks']['transfer'],
): Promise<{ panel: PanelSide; daemon: DaemonSide }> {
  const panel = await startPanel()
  const daemon = daemonOf(await enrollNode(panel, 7))
  daemon.hooks.transfer = fill
  await daemon.connect()
  return { panel, daemon }
}

const chunk = (seq: number, size: number) =>
  ({ $case: 'output', value: OutputChunk.create({ seq, bytes: Buffer.alloc(size, seq % 251) }) }) as const

async function sizeOf(transfer: Transfer, perChunk?: () => Promise<void>): Promise<number> {
  let bytes = 0
  for await (const body of transfer) {
    if (body.$case === 'output') bytes += body.value.bytes.length
    await perChunk?.()
  }
  return bytes
}

test('L9 a transfer carries what the daemon writes, in order, and ends when it ends', async () => {
  const { panel } = await startPair(async (purpose, transfer) => {
    expect(purpose).toEqual(watch)
    for (let seq = 0; seq < 1_000; seq++) await transfer.write(chunk(seq, 10))
  })
  const seen: number[] = []
  for await (const body of await panel.link.openTransfer(7, watch)) {
    if (body.$case === 'output') seen.push(body.value.seq)
  }
  expect(seen).toEqual(Array.from({ length: 1_000 }, (_, seq) => seq))
})

test('a transfer that the daemon refuses or that fails throws on the panel', async () => {
  let failure: Error = new LinkRefusal('not_found', 'there is no such game server')
  const { panel, daemon } = await startPair(async () => {
    throw failure
  })
  const refused = await sizeOf(await panel.link.openTransfer(7, watch)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'not_found', message: 'there is no such game server' })
  expect(refused).toBeInstanceOf(TransferError)
  failure = Object.assign(new Error('EMFILE: too many open files, open /secret'), { code: 'EMFILE' })
  const full = await sizeOf(await panel.link.openTransfer(7, watch)).catch((error: unknown) => error)
  expect(full).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/files .* open .*LimitNOFILE/),
  })
  failure = new Error('secret detail')
  const failed = await sizeOf(await panel.link.openTransfer(7, watch)).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'internal', message: expect.not.stringContaining('secret') })
  expect(daemon.warnings.at(-1)?.text).toBe('a transfer failed')
})

test('a reader that leaves stops the daemon, and a daemon that goes stops the reader', async () => {
  const aborted: string[] = []
  const { panel, daemon } = await startPair(async (_purpose, transfer) => {
    transfer.signal.addEventListener('abort', () => aborted.push('abort'))
    for (let seq = 0; ; seq++) await transfer.write(chunk(seq, transferChunkBytes))
  })
  let seen = 0
  for await (const _body of await panel.link.openTransfer(7, watch)) if (++seen === 20) break
  await eventually(() => expect(aborted).toHaveLength(1))

  const unused = await panel.link.openTransfer(7, watch)
  unused.close()
  await eventually(() => expect(aborted).toHaveLength(2))

  const cut = sizeOf(await panel.link.openTransfer(7, watch))
  const cutOff = expect(cut).rejects.toThrow(NodeOfflineError)
  await daemon.link.close()
  await cutOff
  await eventually(() => expect(aborted).toHaveLength(3))
})

test('a daemon that opens a transfer and says nothing is given up, and both sides are released', async () => {
  const aborted: string[] = []
  const { panel } = await startPair(async (_purpose, transfer) => {
    await new Promise<void>(resolve => transfer.signal.addEventListener('abort', () => resolve()))
    aborted.push('abort')
  })
  const transfer = await panel.link.openTransfer(7, watch)
  const first = transfer[Symbol.asyncIterator]().next()
  const reading = first.catch((error: unknown) => error)
  await expect(withinSilence(transfer, first, 50)).rejects.toThrow(NodeTimeoutError)
  expect(await reading).toBeInstanceOf(NodeTimeoutError)
  await eventually(() => expect(aborted).toHaveLength(1))
})

test('L9 a transfer that nobody asked for is refused', async () => {
  const { panel, daemon } = await startPair(async () => undefined)
  const channel = openNodeChannel(panel.address, daemon.node.identity)
  const stream = channel.transfer()
  const ended = new Promise(resolve => stream.on('error', resolve))
  stream.write({ body: { $case: 'opened', value: { transferId: 'guess' } } })
  expect(await ended).toMatchObject({ details: 'the panel has not asked for this transfer' })
  channel.close()
})

/** A way to the panel that counts the connections which are open on it. */
async function openCountedWay(panel: PanelSide): Promise<{ address: string; open: Set<Socket> }> {
  const open = new Set<Socket>()
  const way = createServer(near => {
    open.add(near)
    const far = connect(panel.port, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const end of [near, far]) end.on('error', () => {})
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
    far.on('close', () => near.destroy())
  })
  await new Promise<void>(resolve => way.listen(0, '127.0.0.1', resolve))
  closeLater(() => {
    way.close()
    for (const socket of open) socket.destroy()
  })
  return { address: `127.0.0.1:${(way.address() as AddressInfo).port}`, open }
}

test('L1 small transfers go beside Control, a few of them; whatever else there is makes the second connection', async () => {
  const panel = await startPanel()
  const way = await openCountedWay(panel)
  const daemon = daemonOf({ ...(await enrollNode(panel, 7)), address: way.address })
  let endedOnes = 0
  daemon.hooks.isSmall = purpose => purpose.$case === 'watchMetrics'
  daemon.hooks.transfer = async (purpose, transfer) => {
    await transfer.write(chunk(0, 10))
    if (purpose.$case !== 'watchMetrics') return
    await new Promise<void>(resolve => transfer.signal.addEventListener('abort', () => resolve()))
    endedOnes += 1
  }
  await daemon.connect()
  const openSmall = async () => {
    const value = { gameServerId: 0, sinceSeq: 0, streamId: '' }
    const transfer = await panel.link.openTransfer(7, { $case: 'watchMetrics', value })
    const first = await transfer[Symbol.asyncIterator]().next()
    expect(first.value).toMatchObject({ $case: 'output' })
    return transfer
  }
  const small: Transfer[] = []
  for (let count = 0; count < besideControlLimit; count++) small.push(await openSmall())
  expect(way.open.size).toBe(1)

  // The place of one that has ended is free again, and one too many goes the other way.
  small.pop()?.close()
  await eventually(() => expect(endedOnes).toBe(1))
  small.push(await openSmall())
  expect(way.open.size).toBe(1)
  small.push(await openSmall())
  expect(way.open.size).toBe(2)

  expect(await sizeOf(await panel.link.openTransfer(7, watch))).toBe(10)
  expect(way.open.size).toBe(2)
  for (const transfer of small) transfer.close()
})

interface Pings {
  p50: number
  p99: number
  count: number
}

/** Round trips over Control until `done`, one after the other with small pauses. */
async function pingUntil(panel: PanelSide, done: Promise<unknown>): Promise<Pings> {
  const timesMs: number[] = []
  let isDone = false
  void done.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedAt = performance.now()
    await panel.link.call(7, { $case: 'findFreePorts', value: { requests: [], taken: [] } })
    timesMs.push(performance.now() - startedAt)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  timesMs.sort((a, b) => a - b)
  const at = (part: number) => Math.round((timesMs[Math.floor(timesMs.length * part)] ?? 0) * 10) / 10
  return { p50: at(0.5), p99: at(0.99), count: timesMs.length }
}

const flood = (bytes: number) => async (_purpose: unknown, transfer: OutgoingTransfer) => {
  for (let seq = 0; seq < bytes; seq += transferChunkBytes)
    await transfer.write(chunk(seq, transferChunkBytes))
}

proofTest('L2 a flood to a slow reader does not delay Control, and memory stays bounded', async () => {
  const { panel } = await startPair(flood(64 * megabyte))
  const residentBefore = process.memoryUsage().rss
  let residentPeak = residentBefore
  const transfer = await panel.link.openTransfer(7, watch)
  const reading = sizeOf(transfer, async () => {
    residentPeak = Math.max(residentPeak, process.memoryUsage().rss)
    await new Promise(resolve => setTimeout(resolve, 4))
  })
  const pings = await pingUntil(panel, reading)
  expect(await reading).toBe(64 * megabyte)
  const grownMegabytes = Math.round((residentPeak - residentBefore) / megabyte)
  console.info('slow reader, 64 MB:', pings, `grown by ${grownMegabytes} MB`)
  expect(pings.count).toBeGreaterThan(50)
  // Behind the flood it would take seconds each time; a busy machine may delay a few.
  expect(pings.p50).toBeLessThan(250)
  expect(pings.p99).toBeLessThan(2_000)
  expect(grownMegabytes).toBeLessThan(150)
})

proofTest('L2 a flood at full speed leaves Control responsive', async () => {
  const { panel } = await startPair(flood(256 * megabyte))
  const startedAt = performance.now()
  const reading = sizeOf(await panel.link.openTransfer(7, watch))
  const pings = await pingUntil(panel, reading)
  expect(await reading).toBe(256 * megabyte)
  console.info('full speed:', pings, `${Math.round(256_000 / (performance.now() - startedAt))} MB/s`)
  expect(pings.p50).toBeLessThan(500)
  expect(pings.p99).toBeLessThan(3_000)
})
