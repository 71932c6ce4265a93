// The link to the daemons: this instance's own connections, those of the others where the cache is shared, and which
// feature answers what nodes ask and tell.

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { PutGameServer } from '@rookery/contracts/daemon/generated/link.ts'
import type { Kysely } from 'kysely'
import type { Config } from './config/config.ts'
import type { Audit } from './features/audit/audit.ts'
import type { Backups } from './features/backups/backups.ts'
import type { GameServers } from './features/game-servers/game-servers.ts'
import type { Nodes } from './features/nodes/nodes.ts'
import type { Sftp } from './features/sftp/sftp.ts'
import type { Tasks } from './features/tasks/tasks.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import type { Changes } from './platform/changes.ts'
import {
  type CertificateAuthority,
  loadCertificateAuthority,
} from './platform/daemon-link/certificate-authority.ts'
import {
  createDaemonLink,
  type DaemonLink,
  type LocalDaemonLink,
} from './platform/daemon-link/daemon-link.ts'
import type { LinkHooks, Ownership, Subject } from './platform/daemon-link/link-hooks.ts'
import type { Schema } from './platform/database/schema.ts'
import { createInstances, type Instances } from './platform/instances/instances.ts'
import { defaultInstanceAddress, writeAddress } from './platform/instances/logic/instance-address.ts'
import type { Log } from './platform/log.ts'
import { createPanelSecretStore } from './platform/panel-secret-store.ts'
import { keyIdOf } from './platform/secret-box.ts'
import type { SecretBoxes } from './stored-secrets.ts'

interface LinkedFeatures {
  audit: Audit
  backups: Pick<Backups, 'receiveReport' | 'tellKnown'>
  nodes: Nodes
  tasks: Tasks
  gameServers: GameServers
  sftp: Sftp
}

interface LinkDeps {
  config: Pick<Config, 'grpc' | 'instanceAddress'>
  db: Kysely<Schema>
  cache: OpenCache
  boxes: SecretBoxes
  /** Of ENCRYPTION_KEY; null where it is not set. */
  encryptionKey: Buffer | null
  instanceId: string
  changes: Changes
  /** Made after the link that they speak through, so they are asked for when a node calls. */
  features(): LinkedFeatures
  log: Log
  now(): number
}

interface OpenDaemonLink {
  /** Reaches every node. */
  link: DaemonLink
  /** Reaches the nodes that are connected to this instance. */
  localLink: LocalDaemonLink
  authority: CertificateAuthority
}

/** By then every instance that changes a game server of the node knows where the node is. */
const recheckMs = 1_000

export async function openDaemonLink(deps: LinkDeps): Promise<OpenDaemonLink> {
  const { config, db, cache, boxes, changes, log, now } = deps
  const authority = await loadCertificateAuthority(
    createPanelSecretStore(db, boxes.general, boxes.spareAuthority, keyIdOf(deps.encryptionKey), log),
    { clock: now, randomBytes },
  )
  const instances = cache.isShared ? joinInstances(deps, authority) : null
  const localLink = createDaemonLink({
    bindIp: config.grpc.bindIp,
    port: config.grpc.port,
    authority,
    hooks: createLinkHooks(() => ({ ...deps.features(), changes, link: localLink, log }), cache.isShared),
    log,
    clock: now,
    randomBytes,
    sharing: instances?.sharing,
  })
  return { link: instances?.share(localLink) ?? localLink, localLink, authority }
}

function joinInstances(deps: LinkDeps, authority: CertificateAuthority): Instances {
  const { changes, log, config } = deps
  return createInstances({
    ...deps,
    authority,
    box: deps.boxes.instanceMessages,
    random: randomBytes,
    addressOf(port) {
      const { bindIp } = config.grpc
      const reported = config.instanceAddress
      if (reported) return writeAddress(reported.host, reported.port ?? port)
      return defaultInstanceAddress({ bindIp, port, hostName: hostname() })
    },
    presence: (nodeId, online) => changes.publish({ kind: 'node-presence', nodeId, online }),
    lost(nodeId) {
      const { tasks, nodes } = deps.features()
      log.info({ node_id: nodeId }, 'a node has not come back after its instance ended')
      Promise.all([tasks.presence(nodeId, false), nodes.left(nodeId)]).catch(error =>
        log.warn({ err: error }, 'could not store that a node left'),
      )
    },
  })
}

interface HookDeps extends LinkedFeatures {
  changes: Changes
  /** The nodes that are connected here. */
  link: Pick<DaemonLink, 'isOnline' | 'send'>
  log: Log
}

/** What the link asks and tells, passed on to the features that own the answer. */
export function createLinkHooks(features: () => HookDeps, hasOthers = false): LinkHooks {
  /**
   * An instance that does not know yet that the node is being admitted here cannot tell it what it changes; so what
   * Welcome told is compared with what is true a moment later.
   */
  async function reportChanges(nodeId: number, reported: readonly PutGameServer[]): Promise<void> {
    const { gameServers, link } = features()
    const known = new Map(reported.map(({ gameServerId, revision }) => [gameServerId, revision]))
    const wanted = await gameServers.definitionsOf(nodeId)
    if (!link.isOnline(nodeId)) return
    for (const value of wanted) {
      if (known.get(value.gameServerId) !== value.revision)
        link.send(nodeId, { $case: 'putGameServer', value })
      known.delete(value.gameServerId)
    }
    for (const gameServerId of known.keys()) {
      link.send(nodeId, { $case: 'removeGameServer', value: { gameServerId, deleteFiles: false } })
    }
  }

  function recheckSoon(nodeId: number, reported: readonly PutGameServer[]): void {
    setTimeout(() => {
      reportChanges(nodeId, reported).catch(error =>
        features().log.warn({ err: error, node_id: nodeId }, 'could not compare what a node was told'),
      )
    }, recheckMs).unref()
  }

  return {
    enroll: ({ keySecretHash }, issue) => features().nodes.enroll(keySecretHash, issue),

    async admit(request) {
      const { nodes, gameServers, audit } = features()
      const answer = await nodes.admit(request)
      if ('refused' in answer) return { refused: answer.refused ?? '' }
      const { isCertificateUnknown, ...admitted } = answer
      const welcome = await gameServers.welcomeOf(request.nodeId, request.gameServers)
      if ('refused' in welcome) return welcome
      if (hasOthers) recheckSoon(request.nodeId, welcome.gameServers)
      if (isCertificateUnknown) {
        audit.record({
          event: 'node.certificate_accepted',
          outcome: 'success',
          request: null,
          actor: { id: null, login: null, method: 'node-certificate' },
          details: { node_id: request.nodeId, certificate_serial: request.certificateSerial },
        })
      }
      return { ...admitted, ...welcome }
    },

    refused(nodeId, reason) {
      const { nodes, log } = features()
      nodes
        .refused(nodeId, reason)
        .catch(error =>
          log.warn({ err: error, node_id: nodeId, reason }, 'could not store why a node was refused'),
        )
    },

    ask: (nodeId, question) => features().sftp.answer(nodeId, question),

    sftpState: (nodeId, state) => features().nodes.noteSftp(nodeId, state),

    renewed: (nodeId, serials) => features().nodes.renewed(nodeId, serials),

    async ownership(nodeId, subject): Promise<Ownership> {
      const owner = await ownerOf(features(), subject)
      if (owner === null) return 'gone'
      return owner === nodeId ? 'own' : 'foreign'
    },

    notOwned(nodeId, subject, ownership, kind) {
      // A task that the panel has forgotten would be told again at every connection.
      if (ownership === 'gone')
        return 'taskId' in subject ? features().tasks.release(nodeId, subject) : undefined
      features().audit.record({
        event: 'node.foreign_message',
        outcome: 'denied',
        request: null,
        actor: { id: null, login: null, method: 'node-certificate' },
        details: { node_id: nodeId, message: kind, ...subject },
      })
    },

    async reconcile(nodeId, reported) {
      const { gameServers, tasks, backups } = features()
      await gameServers.reconcile(reported.gameServers)
      await tasks.reconcile(nodeId, reported.tasks)
      await backups.tellKnown(nodeId)
    },

    async received(nodeId, message) {
      const { gameServers, tasks, backups } = features()
      switch (message.$case) {
        case 'gameServerState':
          return gameServers.receiveState(message.value)
        case 'taskUpdate':
          return tasks.receiveUpdate(nodeId, message.value)
        case 'taskOutput':
          return tasks.receiveOutput(nodeId, message.value)
        case 'backupReport':
          return backups.receiveReport(nodeId, message.value)
      }
    },

    presence(nodeId, online, reason) {
      const { changes, nodes, tasks, log } = features()
      log.info({ node_id: nodeId, online, reason }, online ? 'a node is connected' : 'a node is away')
      changes.publish({ kind: 'node-presence', nodeId, online })
      tasks
        .presence(nodeId, online)
        .catch(error => log.warn({ err: error }, 'could not store that tasks stand still'))
      if (!online)
        void nodes.left(nodeId).catch(error => log.warn({ err: error }, 'could not store when a node left'))
    },
  }
}

function ownerOf({ gameServers, tasks }: HookDeps, subject: Subject): Promise<number | null> {
  return 'taskId' in subject ? tasks.nodeOf(subject) : gameServers.nodeOf(subject.gameServerId, subject.uuid)
}
