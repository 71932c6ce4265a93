// Nodes: added by an administrator, joined by a one-time key, admitted by certificate and key at every connection.

import { nodeCapabilities } from '@rookery/contracts/daemon/capabilities.ts'
import {
  createEnrollmentKey,
  hashEnrollmentSecret,
  parseEnrollmentKey,
} from '@rookery/contracts/daemon/enrollment-key.ts'
import type {
  NodeFacts,
  NodeInstallation,
  NodeSettings,
  SftpState,
} from '@rookery/contracts/daemon/generated/link.ts'
import { type InstallMethod, installMethods } from '@rookery/contracts/daemon/upgrade-answer.ts'
import type { Node, NodePort } from '@rookery/contracts/http/nodes.ts'
import type { Kysely } from 'kysely'
import type { CertificateAuthority } from '../../platform/daemon-link/certificate-authority.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { IssuedIdentity } from '../../platform/daemon-link/link-hooks.ts'
import { isDiskFull } from '../../platform/database/database-errors.ts'
import type { AlsoCreate, AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { unsealedSecret } from '../../platform/secret.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { VisibleObjects } from '../access/logic/visible-objects.ts'
import type { Audit } from '../audit/audit.ts'
import type { NodeInstall } from '../node-install/node-install.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { certificateEndMs, certificateStateOf } from './logic/certificate-state.ts'
import { isWorthStoring, refusalCode, refusalReasons } from './logic/node-refusal.ts'
import { upgradeSilenceMs, upgradeStateOf } from './logic/upgrade-state.ts'
import { createNodeUpgrades, type NodeUpgradesDeps } from './node-upgrades.ts'
import { createNodesStore, type NodeChange, type StoredInstallation, type StoredNode } from './nodes-store.ts'
import { nodeRoutes } from './routes.ts'

export type { NodeChange, StoredNode } from './nodes-store.ts'
export { placementOf } from './stored-placement.ts'

const enrollmentSeconds = 60 * 60
const highestBelievableNumber = 10_000_000
/** The end of the year 9999: no node can make a time that cannot be written. */
const latestTimeMs = 253_402_300_799_000

interface NodesDeps extends Omit<NodeUpgradesDeps, 'nodes' | 'link' | 'nodeInstall'> {
  db: Kysely<Schema>
  boxes: {
    /** Seals connection passwords. */
    general: SecretBox
  }
  access: Pick<Access, 'visibleObjects' | 'forgetObject' | 'isAllowed'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write' | 'writeAlone'>
  editTags: EditTags
  link: Pick<DaemonLink, 'isOnline' | 'send' | 'call' | 'disconnect' | 'openTransfer'>
  authority: Pick<CertificateAuthority, 'caFingerprint' | 'caPem'>
  /** Lets the page follow the machine that uses the key. */
  nodeInstall: Pick<NodeInstall, 'follow' | 'archiveFor'>
  /** Where browsers and daemons find this panel. */
  publicUrl: string
  grpcPort(): number
  /** Given by a later feature: how many game servers are on the node. */
  countGameServers(nodeId: number): Promise<number>
  /** Given by a later feature: the ports that game servers have taken. */
  portsOf(nodeId: number): Promise<NodePort[]>
  now(): number
  random(bytes: number): Buffer
}

export function openNodes(deps: NodesDeps) {
  const nodes = createNodes(deps)
  const upgrades = createNodeUpgrades({ ...deps, nodes })
  return { ...nodes, routes: nodeRoutes({ ...deps, nodes, upgrades }), close: upgrades.close }
}

export type Nodes = ReturnType<typeof createNodes>

/** What two people may change at once. */
export function editedState({ name, enabled, sftp, ...node }: StoredNode) {
  const { placement, location, tags, capacity } = node
  return {
    name,
    enabled,
    sftp: { enabled: sftp.enabled, port: sftp.port },
    placement,
    location,
    tags,
    capacity,
  }
}

function createNodes(deps: NodesDeps) {
  const {
    db,
    boxes,
    link: { isOnline },
    authority,
    now,
    random,
  } = deps
  /** What instances of the panel announce of upgrades that they lead. */
  const underWay = new Map<number, Pick<Node['upgrade'], 'running' | 'failed'> & { heardAtMs: number }>()
  deps.changes.listen(change => {
    if (change.kind !== 'node-upgrade') return
    const { nodeId, running, failed } = change
    underWay.set(nodeId, { running, failed, heardAtMs: now() })
  })
  const store = createNodesStore(db, boxes.general)
  const { caFingerprint } = authority
  const lastSeen = (node: StoredNode): string | null => {
    if (isOnline(node.id)) return timeOf(now())
    return node.lastSeenAtMs === null ? null : timeOf(node.lastSeenAtMs)
  }

  const upgradeOf = (node: StoredNode): Node['upgrade'] => {
    const { running = null, failed = null, heardAtMs = 0 } = underWay.get(node.id) ?? {}
    const isHeardOf = now() - heardAtMs < upgradeSilenceMs
    return upgradeStateOf(node, {
      panelVersion: deps.version,
      isOnline: isOnline(node.id),
      running: isHeardOf ? running : null,
      failed,
    })
  }

  const answerOf = (node: StoredNode): Node => ({
    id: node.id,
    name: node.name,
    enabled: node.enabled,
    enrolled: node.isEnrolled,
    online: isOnline(node.id),
    last_seen_at: lastSeen(node),
    placement: node.placement,
    location: node.location,
    tags: node.tags,
    capacity: node.capacity,
    version: node.version,
    os: node.os,
    arch: node.arch,
    runtimes: node.runtimes,
    ips: node.ips,
    work_path: node.workPath,
    limits: node.limits,
    sftp: node.sftp,
    refusal: node.refusal && {
      at: timeOf(node.refusal.atMs),
      code: refusalCode(node.refusal.reason),
      reason: node.refusal.reason,
    },
    upgrade: upgradeOf(node),
    certificate_expires_at: expiryOf(node),
    created_at: timeOf(node.createdAtMs),
  })

  async function find(id: number): Promise<StoredNode> {
    const node = await store.find(id)
    if (!node) throw new PanelError('not_found', { message: 'there is no such node' })
    return node
  }

  return {
    find,
    answerOf,
    read: async (id: number) => answerOf(await find(id)),
    async list(window: { limit: number; offset: number }, visible: VisibleObjects) {
      const { items, total } = await store.list(window, visible)
      return { items: items.map(answerOf), total }
    },
    /** `also` is written together with it, here and below. */
    async create(name: string, also?: AlsoCreate) {
      const id = await store.create(name, now(), also)
      return answerOf(await find(id))
    },
    async change(
      id: number,
      change: NodeChange,
      { also, requireState }: { also: AlsoWrite; requireState: RequireState | null },
    ) {
      await find(id)
      const check = requireState ? (present: StoredNode) => requireState(editedState(present)) : undefined
      await store.change(id, change, now(), { also, check })
    },
    /** What the node itself is told, in Welcome and at every change. */
    settings: async (id: number) => settingsOf(await find(id)),
    remove: store.remove,
    findByName: store.findByName,

    /** A one-time key; asking again makes the former one worthless. */
    async issueEnrollment(id: number, also?: AlsoWrite): Promise<{ key: string; expiresInSeconds: number }> {
      await find(id)
      const key = createEnrollmentKey(random(32), caFingerprint)
      const keyHash = hashEnrollmentSecret(parseEnrollmentKey(key)?.secret ?? '')
      await store.setEnrollmentKey(id, keyHash, now() + enrollmentSeconds * 1000, also)
      return { key, expiresInSeconds: enrollmentSeconds }
    },

    async enroll(
      keySecretHash: string,
      issue: (nodeId: number) => IssuedIdentity,
    ): Promise<{ nodeId: number } | null> {
      const nodeId = await store.findByEnrollmentKey(keySecretHash, now())
      if (nodeId === null) return null
      const issued = issue(nodeId)
      const identity = {
        keyHash: issued.apiKeyHash,
        certificateSerial: issued.certificateSerial,
        certificateValidFromMs: issued.certificateValidFromMs,
        connectionPassword: unsealedSecret(issued.connectionPassword),
      }
      return (await store.spendEnrollmentKey(nodeId, keySecretHash, identity, now())) ? { nodeId } : null
    },

    async admit(request: {
      nodeId: number
      certificateSerial: string
      certificateValidFromMs: number
      apiKeyHash: string
      facts: NodeFacts
      highestGameServerId?: number | undefined
      installation?: NodeInstallation | undefined
      capabilities?: readonly string[]
    }) {
      const node = await store.find(request.nodeId)
      if (!node?.isEnrolled) return { refused: refusalReasons.unknown_node }
      if (node.keyHash !== request.apiKeyHash) {
        return { refused: refusalReasons.other_key }
      }
      if (!node.enabled) return { refused: refusalReasons.disabled }
      const certificateState = certificateStateOf(node, request)
      if (certificateState === 'superseded') {
        return { refused: refusalReasons.old_certificate }
      }
      if (!node.connectionPassword?.isReadable) {
        return { refused: refusalReasons.unreadable_password }
      }
      if (certificateState !== 'current' || node.certificateValidFromMs === null) {
        const { certificateSerial, certificateValidFromMs } = request
        await unlessDiskFull(store.setCertificate(node.id, certificateSerial, certificateValidFromMs))
      }
      const highestGameServerId = believableNumber(request.highestGameServerId)
      const installation = installationOf(request.installation)
      const capabilities = nodeCapabilities.filter(known => request.capabilities?.includes(known))
      const facts = { ...factsOf(request.facts), highestGameServerId, installation, capabilities }
      await unlessDiskFull(store.seen(node.id, now(), facts))
      return {
        connectionPassword: node.connectionPassword.reveal(),
        nodeSettings: settingsOf(node),
        isCertificateUnknown: certificateState === 'later',
      }
    },

    async refused(nodeId: number, reason: string): Promise<void> {
      const node = await store.find(nodeId)
      if (!node) return
      const refusal = { atMs: now(), reason }
      if (isWorthStoring(node.refusal, refusal)) await store.setRefusal(nodeId, refusal)
    },

    renewed: (nodeId: number, serials: { certificateSerial: string; nextCertificateSerial: string }) =>
      store.setSerials(nodeId, serials.certificateSerial, serials.nextCertificateSerial),

    async noteSftp(nodeId: number, state: SftpState): Promise<void> {
      await store.setSftpState(nodeId, {
        listening: state.listening,
        host_key_fingerprint: state.hostKeyFingerprint.slice(0, 64) || null,
        problem: state.problem.slice(0, 1_024) || null,
      })
    },

    left: (nodeId: number) => store.seen(nodeId, now()),
  }
}

/** A node is admitted although this cannot be stored: both serials stay valid, and the facts come again. */
async function unlessDiskFull(writing: Promise<void>): Promise<void> {
  await writing.catch(error => {
    if (!isDiskFull(error)) throw error
  })
}

function expiryOf(node: StoredNode): string | null {
  const endMs = node.isEnrolled ? certificateEndMs(node) : null
  return endMs === null ? null : timeOf(endMs)
}

function settingsOf({ sftp }: StoredNode): NodeSettings {
  return { sftpEnabled: sftp.enabled, sftpPort: sftp.port }
}

/** No node can use up the numbers that are left. */
function believableNumber(reported: number | undefined): number | null {
  return reported === undefined || reported > highestBelievableNumber ? null : reported
}

const isInstallMethod = (method: string): method is InstallMethod =>
  installMethods.some(known => known === method)

/** Null of a daemon that is too old to say. */
function installationOf(reported: NodeInstallation | undefined): StoredInstallation | null {
  if (!reported) return null
  const { method, failedUpgrade: failed } = reported
  return {
    method: isInstallMethod(method) ? method : 'other',
    packageName: reported.packageName.slice(0, 64),
    isAllowed: reported.upgradesFromPanel,
    isSupervised: reported.isSupervised,
    failed: failed
      ? {
          from: failed.fromVersion.slice(0, 64),
          to: failed.toVersion.slice(0, 64),
          reason: failed.reason.slice(0, 1_024),
          at: timeOf(Math.min(failed.atMs, latestTimeMs)),
          last_lines: failed.lastLines.slice(-20).map(line => line.slice(0, 300)),
        }
      : null,
  }
}

function factsOf(facts: NodeFacts) {
  return {
    ips: facts.ips.slice(0, 64),
    workPath: facts.workPath.slice(0, 1024),
    version: facts.version.slice(0, 64),
    os: facts.os.slice(0, 128),
    arch: facts.arch.slice(0, 32),
    runtimes: facts.runtimes.slice(0, 16),
    limits: { cpu_cores: facts.cpuCores, memory_bytes: facts.memoryBytes, disk_bytes: facts.diskBytes },
  }
}
