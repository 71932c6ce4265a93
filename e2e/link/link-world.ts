// A real panel link with in-memory features behind it, and real daemons that dial it: what the link tests share.

import { createHash, randomBytes } from 'node:crypto'
import {
  createEnrollmentKey,
  hashEnrollmentSecret,
  parseEnrollmentKey,
} from '@rookery/contracts/daemon/enrollment-key.ts'
import type {
  FromPanel,
  GameServerState,
  PutGameServer,
  TaskUpdate,
} from '@rookery/contracts/daemon/generated/link.ts'
import { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import { expect } from 'vitest'
import { type EnrolledNode, requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import type { LinkHooks as DaemonHooks } from '../../daemon/src/platform/panel-link/link-hooks.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { PanelLink, type PanelLinkOptions } from '../../daemon/src/platform/panel-link/panel-link.ts'
import {
  type CertificateAuthority,
  loadCertificateAuthority,
  type SecretStore,
} from '../../panel/src/platform/daemon-link/certificate-authority.ts'
import {
  createDaemonLink,
  type DaemonLink,
  type LocalDaemonLink,
} from '../../panel/src/platform/daemon-link/daemon-link.ts'
import type { LinkHooks, NodeMessage, Subject } from '../../panel/src/platform/daemon-link/link-hooks.ts'
import type { LinkSharing } from '../../panel/src/platform/daemon-link/link-sharing.ts'
import { waitFor } from '../wait-for.ts'

export interface StoredNode {
  keyHash: string | null
  serials: string[]
  apiKeyHash: string
  connectionPassword: string
}

export function memorySecretStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    read: async name => secrets.get(name),
    async writeIfAbsent(name, value) {
      if (!secrets.has(name)) secrets.set(name, value)
      return secrets.get(name) ?? ''
    },
  }
}

export const newAuthority = (store = memorySecretStore(), clock = Date.now): Promise<CertificateAuthority> =>
  loadCertificateAuthority(store, { clock, randomBytes })

/** Nodes, game servers and tasks as the panel's features would keep them, with the same promises. */
export class PanelSide {
  readonly nodes = new Map<number, StoredNode>()
  readonly gameServerOwners = new Map<number, number>()
  readonly taskOwners = new Map<number, number>()
  readonly wanted = new Map<number, PutGameServer[]>()
  readonly received: { nodeId: number; message: NodeMessage }[] = []
  readonly reconciled: { nodeId: number; gameServers: GameServerState[]; tasks: TaskUpdate[] }[] = []
  readonly notOwned: { nodeId: number; subject: Subject; ownership: string; kind: string }[] = []
  readonly presence: { nodeId: number; online: boolean; reason: string }[] = []
  readonly logged: string[] = []
  authority!: CertificateAuthority
  link!: DaemonLink
  port = 0
  hooks: LinkHooks = this.#hooks()

  async start(
    options: {
      port?: number
      heartbeatSeconds?: number
      clock?: () => number
      authority?: CertificateAuthority
      /** The link over several instances that this one is part of. */
      share?: { sharing: LinkSharing; over(local: LocalDaemonLink): DaemonLink }
    } = {},
  ) {
    this.authority = options.authority ?? this.authority ?? (await newAuthority())
    const write = (_fields: unknown, text?: string) => void this.logged.push(text ?? '')
    const local = createDaemonLink({
      bindIp: '127.0.0.1',
      port: options.port ?? 0,
      authority: this.authority,
      hooks: this.hooks,
      log: { info: write, warn: write, error: write },
      clock: options.clock ?? Date.now,
      randomBytes,
      heartbeatSeconds: options.heartbeatSeconds ?? 10,
      sharing: options.share?.sharing,
    })
    this.link = options.share?.over(local) ?? local
    this.port = (await this.link.start()).port
    return this
  }

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  issueKey(nodeId: number): string {
    const key = createEnrollmentKey(randomBytes(32), this.authority.caFingerprint)
    const keyHash = hashEnrollmentSecret(parseEnrollmentKey(key)?.secret ?? '')
    const node = this.nodes.get(nodeId) ?? { serials: [], apiKeyHash: '', connectionPassword: '' }
    this.nodes.set(nodeId, { ...node, keyHash })
    return key
  }

  #hooks(): LinkHooks {
    return {
      enroll: async ({ keySecretHash }, issue) => {
        const found = [...this.nodes].find(([, node]) => node.keyHash === keySecretHash)
        if (!found) return null
        const [nodeId] = found
        const issued = issue(nodeId)
        await new Promise(resolve => setTimeout(resolve, 5))
        // As a conditional update would: only who still finds the key gets the node.
        const node = this.nodes.get(nodeId)
        if (node?.keyHash !== keySecretHash) return null
        const { certificateSerial, apiKeyHash, connectionPassword } = issued
        this.nodes.set(nodeId, {
          keyHash: null,
          serials: [certificateSerial],
          apiKeyHash,
          connectionPassword,
        })
        return { nodeId }
      },
      admit: async ({ nodeId, certificateSerial, apiKeyHash }) => {
        const node = this.nodes.get(nodeId)
        if (!node?.serials.includes(certificateSerial)) return { refused: 'the certificate was revoked' }
        if (node.apiKeyHash !== apiKeyHash) return { refused: 'the node key is wrong' }
        node.serials = [certificateSerial]
        const nodeSettings = { sftpEnabled: false, sftpPort: 0 }
        const gameServers = this.wanted.get(nodeId) ?? []
        return { connectionPassword: node.connectionPassword, gameServers, nodeSettings, removed: [] }
      },
      ask: async () => ({}),
      sftpState: () => {},
      refused: () => {},
      renewed: async (nodeId, { nextCertificateSerial }) => {
        this.nodes.get(nodeId)?.serials.push(nextCertificateSerial)
      },
      ownership: (nodeId, subject) => {
        const owner =
          'taskId' in subject
            ? this.taskOwners.get(subject.taskId)
            : this.gameServerOwners.get(subject.gameServerId)
        if (owner === undefined) return 'gone'
        return owner === nodeId ? 'own' : 'foreign'
      },
      notOwned: (nodeId, subject, ownership, kind) =>
        void this.notOwned.push({ nodeId, subject, ownership, kind }),
      reconcile: (nodeId, reported) => void this.reconciled.push({ nodeId, ...reported }),
      received: (nodeId, message) => void this.received.push({ nodeId, message }),
      presence: (nodeId, online, reason) => void this.presence.push({ nodeId, online, reason }),
    }
  }
}

/** One daemon's link with features that note what they are told. */
export class DaemonSide {
  readonly node: EnrolledNode
  readonly received: NonNullable<FromPanel['body']>[] = []
  readonly refusedLate: number[] = []
  readonly welcomes: PutGameServer[][] = []
  readonly presence: { connected: boolean; reason: string }[] = []
  readonly warnings: { reason?: string; text: string }[] = []
  readonly gameServers: GameServerState[] = []
  readonly tasks: TaskUpdate[] = []
  readonly savedCertificates: string[] = []
  readonly link: PanelLink
  hooks: DaemonHooks = {
    describe: () => ({
      facts: NodeFacts.create({ version: '1' }),
      gameServers: this.gameServers,
      tasks: this.tasks,
    }),
    settings: () => {},
    welcomed: gameServers => void this.welcomes.push(gameServers),
    received: message => void this.received.push(message),
    refuseLate: task => void this.refusedLate.push(task.taskId),
    answer: async () => ({ ports: [27_015] }),
    transfer: async () => undefined,
    presence: (connected, reason) => void this.presence.push({ connected, reason }),
  }

  constructor(node: EnrolledNode, options: Partial<PanelLinkOptions> = {}) {
    this.node = node
    const note = (fields: object, text?: string) => void this.warnings.push({ ...fields, text: text ?? '' })
    this.link = new PanelLink({
      ...node,
      instanceId: randomBytes(8).toString('hex'),
      hooks: this.hooks,
      saveCertificate: async pem => void this.savedCertificates.push(pem),
      log: { info: () => undefined, warn: note, error: note },
      clock: Date.now,
      random: Math.random,
      retryDelays: { firstMs: 50, longestMs: 200, refusedMs: 400 },
      ...options,
    })
  }

  async connect(): Promise<this> {
    this.link.start()
    await waitFor('the daemon is connected', () => this.link.isConnected)
    return this
  }
}

export async function enrollNode(panel: PanelSide, nodeId: number): Promise<EnrolledNode> {
  return spendKey(panel, panel.issueKey(nodeId))
}

export async function spendKey(panel: PanelSide, key: string): Promise<EnrolledNode> {
  const parsed = parseEnrollmentKey(key)
  if (!parsed) throw new Error('not a key')
  const { address, authority } = panel
  return requestIdentity({ address, caPem: authority.caPem, key: parsed, privateKeyPem: newPrivateKey() })
}

export const eventually = (check: () => void, limitMs = 15_000): Promise<void> =>
  expect.poll(() => attempt(check), { timeout: limitMs, interval: 10 }).toBe('holds')

function attempt(check: () => void): string {
  try {
    check()
    return 'holds'
  } catch (error) {
    return (error as Error).message
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
