// What the link asks of the features above it, and what it tells them.

import type {
  Ask,
  FromDaemon,
  FromPanel,
  GameServerState,
  NodeFacts,
  NodeInstallation,
  NodeSettings,
  PutGameServer,
  RemoveGameServer,
  SftpState,
  TaskUpdate,
} from '@rookery/contracts/daemon/generated/link.ts'

type Body<Message extends { body?: unknown }> = NonNullable<Message['body']>

/** What features may send to a node; the rest belongs to the link itself. */
export type PanelMessage = Exclude<
  Body<FromPanel>,
  { $case: 'welcome' | 'heartbeat' | 'call' | 'openTransfer' | 'askAnswer' }
>

/** What reaches features from a node, after rule L4. */
export type NodeMessage = Exclude<
  Body<FromDaemon>,
  { $case: 'hello' | 'heartbeat' | 'callAnswer' | 'ask' | 'sftpState' }
>

/** What a node may ask; the feature that answers checks that the node asks about its own game servers (L12). */
export type NodeQuestion = NonNullable<Ask['body']>

/** What a message speaks about. */
export type Subject =
  | { gameServerId: number; uuid?: string | undefined }
  | { taskId: number; runKey?: string | undefined }

/** `gone`: the panel no longer knows it, such as a game server that was deleted meanwhile. */
export type Ownership = 'own' | 'foreign' | 'gone'

export interface IssuedIdentity {
  certificateSerial: string
  certificateValidFromMs: number
  /** SHA-256 in hex. */
  apiKeyHash: string
  connectionPassword: string
}

/** What Welcome tells. */
export interface AdmittedNode {
  connectionPassword: string
  gameServers: PutGameServer[]
  /** Of those that the node reported: what it shall end. */
  removed: RemoveGameServer[]
  nodeSettings: NodeSettings
}

export interface LinkHooks {
  /**
   * Spends an enrollment key. Calls `issue` for the key's node and stores what it answers in the same conditional write
   * that spends the key, so that of several enrollments with one key exactly one gets a node id back; null refuses.
   */
  enroll: (
    request: { keySecretHash: string; protocolVersion: number },
    issue: (nodeId: number) => IssuedIdentity,
  ) => Promise<{ nodeId: number } | null>

  /** Compares certificate and key with what is stored for the node (L19); `refused` is told to the daemon in words. */
  admit: (request: {
    nodeId: number
    certificateSerial: string
    certificateValidFromMs: number
    apiKeyHash: string
    facts: NodeFacts
    gameServers: readonly GameServerState[]
    highestGameServerId?: number | undefined
    installation?: NodeInstallation | undefined
    capabilities?: readonly string[]
  }) => Promise<AdmittedNode | { refused: string }>

  /** A node whose certificate is good was not let in, for this reason. */
  refused: (nodeId: number, reason: string) => void

  /** Stores the next serial. The present one stays valid until `admit` has seen the next: the answer may get lost. */
  renewed: (
    nodeId: number,
    serials: { certificateSerial: string; nextCertificateSerial: string },
  ) => Promise<void>

  /** Rule L4. */
  ownership: (nodeId: number, subject: Subject) => Ownership | Promise<Ownership>

  /** A message was dropped because of rule L4; `foreign` belongs into the audit log. */
  notOwned: (nodeId: number, subject: Subject, ownership: Exclude<Ownership, 'own'>, kind: string) => void

  /** What Hello told, without what is not the node's own: complete, and before every later message of the connection. */
  reconcile: (
    nodeId: number,
    reported: { gameServers: GameServerState[]; tasks: TaskUpdate[] },
  ) => void | Promise<void>

  /** One message at a time per node, in order. Throw only for outages: the node then reconnects and tells again. */
  received: (nodeId: number, message: NodeMessage) => void | Promise<void>

  /** Answers with what becomes JSON; throws PanelError to refuse. */
  ask: (nodeId: number, question: NodeQuestion) => Promise<object>

  sftpState: (nodeId: number, state: SftpState) => void | Promise<void>

  presence: (nodeId: number, online: boolean, reason: string) => void
}
