// The daemon's end of the link: dials the panel, stays connected, and dials again when the connection is lost.

import { setTimeout as delay } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type { NodeLinkClient } from '@rookery/contracts/daemon/generated/link.ts'
import { protocolVersion } from '@rookery/contracts/daemon/protocol-version.ts'
import type { Logger } from 'pino'
import { bootClockMs } from '../clock.ts'
import { openBytesLines } from './bytes-line.ts'
import { ControlStream, type StreamEnd } from './control-stream.ts'
import type { LinkHooks, NodeMessage, Question } from './link-hooks.ts'
import {
  defaultRetryDelays,
  failuresAfter,
  isLastingRefusal,
  type RetryDelays,
  retryDelayMs,
} from './logic/retry-delay.ts'
import { renewWhenDue } from './node-certificate.ts'
import type { NodeIdentity } from './node-identity-files.ts'
import { runTransfer } from './outgoing-transfer.ts'
import { createOutputBacklog } from './output-backlog.ts'
import { createPanelAddresses, type LookUp, type PanelAddresses, systemLookUp } from './panel-addresses.ts'
import { openConnections, openFirstAnswering, type PanelConnections } from './panel-connections.ts'
import { createPanelTime } from './panel-time.ts'
import { createPendingAsks } from './pending-asks.ts'
import { createTransferChannels } from './transfer-channels.ts'

export interface PanelLinkOptions {
  /** host:port of the panel's link. */
  address: string
  /** All addresses of a name; the machine's resolver when left out. */
  lookUp?: LookUp
  identity: NodeIdentity
  nodeId: number
  apiKey: string
  connectionPassword: string
  /** Random, made at every start of the daemon. */
  instanceId: string
  hooks: LinkHooks
  /** Stores a renewed certificate; the link goes on with it afterwards. */
  saveCertificate: (certificatePem: string) => Promise<void>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  clock: () => number
  /** Between 0 and 1. */
  random: () => number
  retryDelays?: RetryDelays
}

const backlogLimitBytes = 1024 * 1024
const renewalCheckMs = 3_600_000
/** The instance at this address is no use; another one may be. */
const isNoAnswer = ({ code }: StreamEnd) => code === status.UNAVAILABLE || code === status.DEADLINE_EXCEEDED

export class PanelLink {
  readonly #options: PanelLinkOptions
  readonly #stopping = new AbortController()
  readonly #backlog = createOutputBacklog(backlogLimitBytes)
  readonly #asks = createPendingAsks()
  readonly #addresses: PanelAddresses
  #identity: NodeIdentity
  #stream: ControlStream | undefined
  /** What is sent while the node describes itself may be missing in Hello, so it goes right behind it. */
  #sinceDescribed: NodeMessage[] | undefined
  #isConnected = false
  /** As the panel said in its last Welcome. */
  #hasSeveralInstances = false
  #running: Promise<void> = Promise.resolve()

  constructor(options: PanelLinkOptions) {
    this.#options = options
    this.#identity = options.identity
    this.#addresses = createPanelAddresses(options.address, options.lookUp ?? systemLookUp)
  }

  start(): void {
    this.#running = this.#stayConnected()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** False when it was dropped because there is no connection; Hello will tell the state instead. */
  send(message: NodeMessage): boolean {
    if (this.#stream?.send(message) || this.#backlog.keep(message)) return true
    this.#sinceDescribed?.push(message)
    return this.#sinceDescribed !== undefined
  }

  /** JSON of the panel's answer. Throws LinkRefusal, also when the panel is away or silent. */
  ask(question: Question): Promise<unknown> {
    return this.#asks.ask(question, body => this.#isConnected && (this.#stream?.send(body) ?? false))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#stream?.end(status.OK, 'the daemon stops')
    await this.#running
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#stopping
    let failuresInRow = 0
    while (!signal.aborted) {
      const startedAtMs = performance.now()
      const end = await this.#connectOnce()
      if (signal.aborted) return
      failuresInRow = failuresAfter(failuresInRow, { ...end, livedMs: performance.now() - startedAtMs })
      // Another instance can be asked at once.
      const isFrozen = end.wasWelcomed && end.code === status.DEADLINE_EXCEEDED && this.#hasSeveralInstances
      const waitMs = this.#reportRetry(end, failuresInRow - 1, isFrozen)
      await delay(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }

  #reportRetry(end: StreamEnd, earlierFailures: number, isAtOnce: boolean): number {
    const { log, random, retryDelays = defaultRetryDelays, address } = this.#options
    const failuresInRow = Math.max(0, earlierFailures)
    const waitMs = isAtOnce ? 0 : retryDelayMs({ code: end.code, failuresInRow }, retryDelays, random())
    const text = isLastingRefusal(end.code)
      ? 'the panel refuses this node; trying again later'
      : 'the connection to the panel has ended; dialling again'
    log.warn({ panel: address, reason: end.reason, retry_in_ms: Math.round(waitMs) }, text)
    return waitMs
  }

  /** To the first target that answers, where there is more than one. */
  async #connectOnce(): Promise<StreamEnd> {
    const targets = await this.#addresses.round(this.#hasSeveralInstances)
    const [only] = targets
    const connections =
      only && targets.length === 1
        ? openConnections(only, this.#identity)
        : await openFirstAnswering(targets, this.#identity, this.#stopping.signal)
    if (!connections) {
      for (const target of targets) this.#addresses.failed(target)
      return {
        code: status.DEADLINE_EXCEEDED,
        reason: 'no instance of the panel answers',
        wasWelcomed: false,
      }
    }
    const end = await this.#stayAt(connections)
    if (isNoAnswer(end)) this.#addresses.failed(connections.target)
    return end
  }

  async #stayAt(connections: PanelConnections): Promise<StreamEnd> {
    const { hooks, log } = this.#options
    const over = new AbortController()
    let renewal: NodeJS.Timeout | undefined
    try {
      const stream = await this.#openControl(connections, over.signal)
      renewal = setInterval(() => void this.#renew(connections.bulk, stream), renewalCheckMs)
      return await stream.ended
    } catch (error) {
      log.error({ err: error }, 'the daemon could not describe itself to the panel')
      return { code: status.UNKNOWN, reason: 'the daemon could not describe itself', wasWelcomed: false }
    } finally {
      clearInterval(renewal)
      const wasConnected = this.#isConnected
      this.#isConnected = false
      this.#stream = undefined
      this.#sinceDescribed = undefined
      over.abort()
      this.#asks.failAll()
      if (wasConnected) hooks.presence?.(false, 'the connection to the panel has ended')
      connections.close()
    }
  }

  async #openControl(connections: PanelConnections, connection: AbortSignal): Promise<ControlStream> {
    const { target, control, bulk } = connections
    const { hooks, log, instanceId, apiKey } = this.#options
    const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)
    // Of this connection alone: the next one may end at another instance of the panel, with another clock.
    const panelTime = createPanelTime(bootClockMs)
    const onChannel = createTransferChannels(connections, hooks.isSmall ?? (() => false))
    const transfer = {
      lateByMs: panelTime.lateByMs,
      openBytesLine: openBytesLines(target, this.#identity),
      fill: hooks.transfer,
      connection,
      failed: failed('a transfer failed'),
    }
    this.#sinceDescribed = []
    const described = { installation: undefined, capabilities: [], ...(await hooks.describe()) }
    const hello = { protocolVersion, instanceId, apiKey, ...described }
    const stream: ControlStream = new ControlStream(control, hello, {
      ...this.#options,
      panelTime,
      droppedLate: (what, lateMs) =>
        log.warn({ what, late_ms: Math.round(lateMs) }, 'what the panel asked for came too late: not done'),
      welcomed: ({ severalInstances }) => {
        this.#addresses.worked(target)
        this.#hasSeveralInstances = severalInstances ?? false
        this.#isConnected = true
        hooks.presence?.(true, 'the panel has welcomed this node')
        void this.#renew(bulk, stream)
      },
      askAnswered: answer => this.#asks.settle(answer),
      openTransfer: order =>
        void onChannel(order.purpose, channel => runTransfer(order, { ...transfer, channel })),
      failed: (what, error) => failed(what)(error),
    })
    for (const message of [...this.#sinceDescribed, ...this.#backlog.takeAll()]) stream.send(message)
    this.#sinceDescribed = undefined
    this.#stream = stream
    if (this.#stopping.signal.aborted) stream.end(status.OK, 'the daemon stops')
    return stream
  }

  /** Goes on with the next certificate by dialling anew; the present one stays good until the panel has seen the next. */
  async #renew(channel: NodeLinkClient, stream: ControlStream): Promise<void> {
    const { log, clock, saveCertificate } = this.#options
    try {
      const renewed = await renewWhenDue(channel, this.#identity, clock())
      if (!renewed) return
      await saveCertificate(renewed.certificatePem)
      this.#identity = renewed
      log.info({}, 'the certificate of this node was renewed')
      stream.end(status.OK, 'the certificate of this node was renewed')
    } catch (error) {
      log.warn({ err: error }, 'the certificate of this node could not be renewed; trying again in an hour')
    }
  }
}
