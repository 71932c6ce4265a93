// One Control call of a node, from Hello to its end: admission, order and heartbeat.

import { createHash } from 'node:crypto'
import { type ServerDuplexStream, status } from '@grpc/grpc-js'
import {
  type Ask,
  type AskAnswer,
  type Call,
  type CallAnswer,
  type FromDaemon,
  type FromPanel,
  type Hello,
  NodeFacts,
  type SftpState,
} from '@rookery/contracts/daemon/generated/link.ts'
import { protocolVersion } from '@rookery/contracts/daemon/protocol-version.ts'
import { isDiskFull } from '../database/database-errors.ts'
import { PanelError } from '../panel-error.ts'
import type { ControlConnections } from './control-connections.ts'
import { versionRefusal } from './enrollment-calls.ts'
import { createInboundQueue, type InboundQueue } from './inbound-queue.ts'
import { NodeOfflineError } from './link-errors.ts'
import type { AdmittedNode, LinkHooks, NodeMessage } from './link-hooks.ts'
import type { LinkSharing } from './link-sharing.ts'
import { messageLifeMs } from './logic/message-life.ts'
import { messageWeightBytes, questionWeightBytes } from './logic/message-subject.ts'
import type { NodeIdentity } from './logic/node-identity.ts'
import { createOwnMessages } from './own-messages.ts'
import { createPendingCalls, type PendingCalls } from './pending-calls.ts'
import { createQuestionQueue, type QuestionQueue, usualQuestionLimits } from './question-queue.ts'

export type ControlCall = ServerDuplexStream<FromDaemon, FromPanel>
type PanelBody = NonNullable<FromPanel['body']>
type QueueItem = { hello: Hello } | { message: NodeMessage }

const helloTimeoutMs = 10_000
const missedHeartbeatLimit = 3
const inboundLimitBytes = 4 * 1024 * 1024
const outboundLimitMessages = 10_000
/** Clocks are corrected by less than this between two heartbeats without anybody setting them. */
const clockToleranceMs = 100
/** A node that asked far too much is not listened to again for this long. */
const overrunPauseMs = 30_000
// The node keeps its connection while the panel's disk is full: only what it tells waits.
const diskFullPauseMs = 250
const longestDiskFullPauseMs = 4_000
const diskFullAdvice =
  "the panel's disk is full: what the node told waits until there is room. Free some space; it goes on by itself"

export interface ControlOptions {
  hooks: LinkHooks
  connections: ControlConnections<ControlConnection>
  /** Where there are other instances of the panel. */
  sharing?: LinkSharing | undefined
  heartbeatSeconds: number
  clock: () => number
  ended: (connection: ControlConnection, end: ConnectionEnd) => void
  failed: (nodeId: number, what: string, error: unknown) => void
}

export interface ConnectionEnd {
  reason: string
  /** It had spoken for the node. */
  wasOnline: boolean
  /** The node fell silent: its sockets are of no more use. */
  isSilent: boolean
}

export class ControlConnection {
  readonly nodeId: number
  readonly certificateSerial: string
  readonly #certificateValidFromMs: number
  instanceId = ''
  /** What rule L5 has given it among all instances; 0 without. */
  fence = 0

  readonly #call: ControlCall
  readonly #options: ControlOptions
  readonly #queue: InboundQueue<QueueItem>
  readonly #calls: PendingCalls
  readonly #questions: QuestionQueue<Ask>
  readonly #beforeWelcome: FromPanel[] = []
  readonly #helloTimer: NodeJS.Timeout
  #heartbeatTimer: NodeJS.Timeout | undefined
  #phase: 'hello' | 'admitting' | 'online' | 'ended' = 'hello'
  #heardSinceBeat = true
  #missedHeartbeats = 0
  #isHeld = false
  /** The newest that is not stored yet; what came before it does not matter any more. */
  #sftpState: SftpState | null = null
  #isNotingSftp = false
  /** What the node was last told of the panel's clock, and when by a clock that nobody sets. */
  #reportedClock: { panelMs: number; steadyMs: number } | null = null

  constructor(call: ControlCall, identity: NodeIdentity, options: ControlOptions) {
    this.nodeId = identity.nodeId
    this.certificateSerial = identity.certificateSerial
    this.#certificateValidFromMs = identity.certificateValidFromMs
    this.#call = call
    this.#options = options
    this.#calls = createPendingCalls((value, waitMs) => this.send({ $case: 'call', value }, waitMs))
    this.#queue = this.#createQueue()
    this.#questions = this.#createQuestions()
    this.#helloTimer = setTimeout(
      () => this.end(status.DEADLINE_EXCEEDED, 'the node did not say Hello'),
      helloTimeoutMs,
    )
    call.on('data', (message: FromDaemon) => this.#hear(message))
    call.on('end', () => this.end(status.OK, 'the daemon has closed the connection'))
    call.on('cancelled', () => this.#leave('the connection was lost', 'finish', false))
  }

  /** False when the node has gone to another instance while this one was frozen. */
  get isCurrent(): boolean | Promise<boolean> {
    return this.#options.sharing?.isCurrent(this.nodeId, this.fence) ?? true
  }

  /** Resolves when the connection has ended and features have seen its last message. */
  get drained(): Promise<void> {
    return this.#queue.drained
  }

  /** While the node is being admitted, messages wait for Welcome to go first. `waitMs`: how long the sender waits. */
  send(body: PanelBody, waitMs = 0): void {
    if (this.#phase === 'ended') throw new NodeOfflineError(this.nodeId)
    const lifeMs = messageLifeMs(body, waitMs)
    // To a node that does not know of it, all that expires would be late for as long as the clock was set back.
    if (lifeMs !== null && this.#isClockSetBack()) this.#reportClock()
    const message = lifeMs === null ? { body } : { body, expiresAtMs: this.#options.clock() + lifeMs }
    if (this.#phase === 'online') this.#call.write(message)
    else this.#beforeWelcome.push(message)
    if (this.#call.writableLength + this.#beforeWelcome.length > outboundLimitMessages) {
      this.end(status.RESOURCE_EXHAUSTED, 'the node does not read what the panel sends')
    }
  }

  ask(body: NonNullable<Call['body']>, deadlineMs: number): Promise<CallAnswer> {
    return this.#calls.ask(body, deadlineMs)
  }

  end(code: status, reason: string, waiting: 'finish' | 'discard' = 'finish'): void {
    if (this.#phase === 'ended') return
    // The library's way to end a call with a status; it flushes what was written before.
    if (code === status.OK) this.#call.end()
    else this.#call.emit('error', { code, details: reason })
    this.#leave(reason, waiting, code === status.DEADLINE_EXCEEDED)
  }

  #createQueue(): InboundQueue<QueueItem> {
    const { hooks, failed } = this.#options
    const own = createOwnMessages(this.nodeId, hooks)
    return createInboundQueue<QueueItem>({
      limitBytes: inboundLimitBytes,
      work: async item => {
        if (!(await this.isCurrent)) return
        await ('hello' in item ? own.reconcile(item.hello) : own.forward(item.message))
      },
      hold: held => {
        this.#isHeld = held
        if (held) this.#call.pause()
        else this.#call.resume()
      },
      retryAfterMs: (error, attempt) => {
        if (!isDiskFull(error)) return null
        if (attempt === 0) failed(this.nodeId, diskFullAdvice, error)
        return Math.min(diskFullPauseMs * 2 ** attempt, longestDiskFullPauseMs)
      },
      failed: error => {
        failed(this.nodeId, 'what the node told could not be worked on', error)
        this.end(status.UNAVAILABLE, 'the panel could not store what the node told; tell it again', 'discard')
      },
    })
  }

  #hear({ body }: FromDaemon): void {
    this.#heardSinceBeat = true
    // Rule L7: a body of a later version is read as none.
    if (this.#phase === 'ended' || !body) return
    if ((this.#phase === 'hello') !== (body.$case === 'hello')) {
      this.end(status.INVALID_ARGUMENT, 'Hello must be the first message, and said only once')
    } else if (body.$case === 'hello') {
      void this.#admit(body.value)
    } else if (body.$case === 'callAnswer') {
      this.#calls.settle(body.value)
    } else if (body.$case === 'ask') {
      this.#questions.push(body.value, questionWeightBytes(body.value))
    } else if (body.$case === 'sftpState') {
      this.#sftpState = body.value
      void this.#noteSftp()
    } else if (body.$case !== 'heartbeat') {
      this.#queue.push({ message: body }, messageWeightBytes(body))
    }
  }

  /** Rule L12. A refusal goes to the node with a reason, anything else stays here. */
  async #answer({ askId, body }: Ask): Promise<void> {
    const answer: AskAnswer = { askId, errorCode: '', errorMessage: '', json: '' }
    try {
      if (!body) throw new PanelError('invalid_input', { message: 'the panel does not know this question' })
      answer.json = JSON.stringify(await this.#options.hooks.ask(this.nodeId, body))
    } catch (error) {
      const refusal = error instanceof PanelError ? error : new PanelError('internal')
      if (refusal !== error) this.#options.failed(this.nodeId, 'a question of the node failed', error)
      Object.assign(answer, { errorCode: refusal.code, errorMessage: refusal.message })
    }
    if (this.#phase === 'online') this.send({ $case: 'askAnswer', value: answer })
  }

  #createQuestions(): QuestionQueue<Ask> {
    const { clock, failed, connections } = this.#options
    return createQuestionQueue<Ask>({
      limits: usualQuestionLimits,
      clock,
      answer: question => this.#answer(question),
      refuse: ({ askId }) => {
        const { code: errorCode } = new PanelError('unavailable')
        const errorMessage = 'this node asks more than the panel can answer now, try again'
        if (this.#phase !== 'online') return
        this.send({ $case: 'askAnswer', value: { askId, errorCode, errorMessage, json: '' } })
      },
      overrun: () => {
        const reason = 'the node asks without end'
        failed(this.nodeId, 'a node was cut off', new Error(reason))
        connections.shut(this.nodeId, clock() + overrunPauseMs)
        this.end(status.RESOURCE_EXHAUSTED, reason, 'discard')
      },
    })
  }

  /** One at a time, however often the node says it. */
  async #noteSftp(): Promise<void> {
    if (this.#isNotingSftp) return
    this.#isNotingSftp = true
    for (let state = this.#takeSftpState(); state; state = this.#takeSftpState()) {
      try {
        await this.#options.hooks.sftpState(this.nodeId, state)
      } catch (error) {
        this.#options.failed(this.nodeId, 'what the node told of its SFTP could not be stored', error)
      }
    }
    this.#isNotingSftp = false
  }

  #takeSftpState(): SftpState | null {
    const state = this.#sftpState
    this.#sftpState = null
    return state
  }

  async #admit(hello: Hello): Promise<void> {
    clearTimeout(this.#helloTimer)
    this.#phase = 'admitting'
    this.instanceId = hello.instanceId
    const refusal = versionRefusal(hello.protocolVersion)
    if (refusal) return this.#refuse(status.FAILED_PRECONDITION, refusal)
    const full = this.#options.connections.join(this, this.#options.clock())
    if (full !== null) return this.end(status.RESOURCE_EXHAUSTED, full)
    this.#queue.push({ hello }, 0)
    try {
      const answer = await this.#options.hooks.admit({
        nodeId: this.nodeId,
        certificateSerial: this.certificateSerial,
        certificateValidFromMs: this.#certificateValidFromMs,
        apiKeyHash: createHash('sha256').update(hello.apiKey).digest('hex'),
        facts: hello.facts ?? NodeFacts.create(),
        gameServers: hello.gameServers,
        highestGameServerId: hello.highestGameServerId,
        installation: hello.installation,
        capabilities: hello.capabilities,
      })
      if ('refused' in answer) return this.#refuse(status.PERMISSION_DENIED, answer.refused)
      if (await this.#claimNode()) this.#goOnline(answer)
    } catch (error) {
      this.#options.failed(this.nodeId, 'the node could not be admitted', error)
      this.end(status.UNAVAILABLE, 'the panel cannot admit nodes right now')
    }
  }

  /** Also told to people: the daemon comes again and again, and only its own log would say why. */
  #refuse(code: status, reason: string): void {
    this.#options.hooks.refused(this.nodeId, reason)
    this.end(code, reason)
  }

  /** False when another daemon holds the node, here or at another instance, or when this connection has ended. */
  async #claimNode(): Promise<boolean> {
    const { sharing } = this.#options
    if (!sharing || this.#hasEnded()) return !this.#hasEnded()
    const { nodeId, certificateSerial, instanceId } = this
    const claim = await sharing.claim({ nodeId, certificateSerial, daemonInstanceId: instanceId })
    if ('refused' in claim) {
      this.#refuse(status.ALREADY_EXISTS, claim.refused)
      return false
    }
    this.fence = claim.fence
    if (this.#hasEnded()) sharing.giveUp(nodeId, claim.fence)
    return !this.#hasEnded()
  }

  #hasEnded(): boolean {
    return this.#phase === 'ended'
  }

  #goOnline(content: AdmittedNode): void {
    const { hooks, connections, heartbeatSeconds, sharing } = this.#options
    if (this.#phase === 'ended') return
    const taken = connections.take(this)
    if ('refused' in taken) {
      this.#refuse(status.ALREADY_EXISTS, taken.refused)
      return
    }
    this.#phase = 'online'
    const sentAtMs = this.#options.clock()
    this.#reportedClock = { panelMs: sentAtMs, steadyMs: performance.now() }
    const severalInstances = sharing !== undefined
    const own = { protocolVersion, nodeId: this.nodeId, heartbeatSeconds, sentAtMs, severalInstances }
    const value = { ...own, ...content }
    this.#call.write({ body: { $case: 'welcome', value } })
    for (const message of this.#beforeWelcome.splice(0)) this.#call.write(message)
    this.#heartbeatTimer = setInterval(() => this.#beat(), heartbeatSeconds * 1_000)
    hooks.presence(this.nodeId, true, 'the node has connected')
    sharing?.connectionsChanged()
    this.#queue.start(taken.previous?.drained ?? Promise.resolve())
  }

  #beat(): void {
    // While the panel itself holds the stream, silence says nothing about the node.
    this.#missedHeartbeats = this.#heardSinceBeat || this.#isHeld ? 0 : this.#missedHeartbeats + 1
    this.#heardSinceBeat = false
    if (this.#missedHeartbeats < missedHeartbeatLimit) {
      this.#reportClock()
    } else {
      this.end(status.DEADLINE_EXCEEDED, `${missedHeartbeatLimit} heartbeats of the node were missed`)
    }
  }

  #reportClock(): void {
    const [reported, isSetBack] = [this.#reportedClock, this.#isClockSetBack()]
    const panelMs = this.#options.clock()
    this.#reportedClock = { panelMs, steadyMs: performance.now() }
    // Set back by less than has passed since, the time alone would look like that of a message that was long under way.
    if (reported && isSetBack && panelMs >= reported.panelMs) this.#sendHeartbeat(reported.panelMs - 1)
    this.#sendHeartbeat(panelMs)
  }

  #isClockSetBack(): boolean {
    if (!this.#reportedClock) return false
    const { panelMs, steadyMs } = this.#reportedClock
    return this.#options.clock() < panelMs + (performance.now() - steadyMs) - clockToleranceMs
  }

  #sendHeartbeat(sentAtMs: number): void {
    this.send({ $case: 'heartbeat', value: { sentAtMs } })
  }

  #leave(reason: string, waiting: 'finish' | 'discard', isSilent: boolean): void {
    if (this.#phase === 'ended') return
    const wasOnline = this.#phase === 'online'
    this.#phase = 'ended'
    clearTimeout(this.#helloTimer)
    clearInterval(this.#heartbeatTimer)
    this.#queue.close(waiting)
    this.#questions.close()
    this.#calls.failAll(new NodeOfflineError(this.nodeId, reason))
    this.#options.ended(this, { reason, wasOnline, isSilent })
  }
}
