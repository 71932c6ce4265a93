// What the link asks of the daemon's features, and what it tells them.

import type {
  Ask,
  Call,
  CallAnswer,
  FromDaemon,
  FromPanel,
  GameServerState,
  NodeFacts,
  NodeInstallation,
  NodeSettings,
  OpenTransfer,
  PutGameServer,
  RemoveGameServer,
  RunTask,
  TaskUpdate,
} from '@rookery/contracts/daemon/generated/link.ts'
import { exhaustionMessage } from './logic/exhaustion.ts'
import type { OutgoingTransfer } from './outgoing-transfer.ts'

type Body<Message extends { body?: unknown }> = NonNullable<Message['body']>

/** What features send to the panel; the rest belongs to the link itself. */
export type NodeMessage = Exclude<Body<FromDaemon>, { $case: 'hello' | 'heartbeat' | 'callAnswer' | 'ask' }>

/** What reaches features from the panel. */
export type PanelMessage = Exclude<
  Body<FromPanel>,
  { $case: 'welcome' | 'heartbeat' | 'call' | 'openTransfer' | 'askAnswer' | 'nodeSettings' }
>

export type CallBody = Body<Call>
export type TransferPurpose = NonNullable<OpenTransfer['purpose']>

/** Thrown by features to answer a call or end a transfer with a code of contracts/src/errors.ts. */
export class LinkRefusal extends Error {
  readonly code: string
  /** JSON for the panel's programs; only a transfer carries it. */
  readonly details: string

  constructor(code: string, message: string, details?: object) {
    super(message)
    this.name = 'LinkRefusal'
    this.code = code
    this.details = details ? JSON.stringify(details) : ''
  }
}

/** What the panel is told of any failure: in words where something can be done about it, otherwise `otherwise`. */
export function asLinkRefusal(error: unknown, otherwise: string): LinkRefusal {
  if (error instanceof LinkRefusal) return error
  const exhausted = exhaustionMessage(error)
  return exhausted === null
    ? new LinkRefusal('internal', otherwise)
    : new LinkRefusal('unavailable', exhausted)
}

/** What the daemon may ask of the panel (L12). */
export type Question = NonNullable<Ask['body']>

export interface NodeDescription {
  facts: NodeFacts
  gameServers: GameServerState[]
  /** All that the panel has not acknowledged with TaskUpdateKnown. */
  tasks: TaskUpdate[]
  /** Hello's; undefined leaves it out. */
  highestGameServerId?: number | undefined
  /** Hello's; undefined leaves it out. */
  installation?: NodeInstallation | undefined
  /** Hello's (L21). */
  capabilities?: string[]
}

export interface LinkHooks {
  /** What is true on the node now: asked at every connection, for Hello. */
  describe: () => NodeDescription | Promise<NodeDescription>

  /** All game servers that the panel has here, and those it has removed; before every other message. */
  welcomed: (gameServers: PutGameServer[], removed?: RemoveGameServer[]) => void | Promise<void>

  /** One message at a time, in order. What throws ends the connection, and the panel tells it again. */
  received: (message: PanelMessage) => void | Promise<void>

  /** Instead of `received` for a task that came too late (L16): the panel is to know that it is not done. */
  refuseLate: (task: RunTask) => void

  /** Begins in order with `received`, but later messages do not wait for it to end. Throws LinkRefusal. */
  answer: (body: CallBody) => Promise<Partial<Pick<CallAnswer, 'ports' | 'logLines' | 'output' | 'json'>>>

  /** Fills a transfer; it ends when this does. Throws LinkRefusal. */
  transfer: (purpose: TransferPurpose, transfer: OutgoingTransfer) => Promise<void>

  /** Of a transfer: it begins with one message and goes on with a few bytes now and then. Nothing is when left out. */
  isSmall?: (purpose: TransferPurpose) => boolean

  /** What the panel decides for the node itself: before `welcomed`, and at every change. */
  settings: (settings: NodeSettings) => void | Promise<void>

  presence?: (connected: boolean, reason: string) => void
}
