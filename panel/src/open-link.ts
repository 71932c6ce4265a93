// Opens the link to the daemons: this instance's own connections, and those of the others where the cache is shared.

import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from './config/config.ts'
import { createLinkHooks, type LinkFeatures } from './daemon-link-hooks.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import type { Changes } from './platform/changes.ts'
import type { CertificateAuthority } from './platform/daemon-link/certificate-authority.ts'
import {
  createDaemonLink,
  type DaemonLink,
  type LocalDaemonLink,
} from './platform/daemon-link/daemon-link.ts'
import { createInstances, type Instances } from './platform/instances/instances.ts'
import { defaultInstanceAddress, writeAddress } from './platform/instances/logic/instance-address.ts'
import type { Log } from './platform/log.ts'
import type { SecretBox } from './platform/secret-box.ts'

interface LinkDeps {
  config: Pick<Config, 'grpc' | 'instanceAddress'>
  cache: OpenCache
  /** Seals what instances tell each other. */
  box: SecretBox
  authority: CertificateAuthority
  instanceId: string
  changes: Changes
  /** Made after the link that they speak through, so they are asked for when a node calls. */
  features(): Omit<LinkFeatures, 'changes' | 'link' | 'log'>
  log: Log
  now(): number
}

/** `link` reaches every node; `localLink` those that are connected to this instance. */
export function openLink(deps: LinkDeps): { link: DaemonLink; localLink: LocalDaemonLink } {
  const { config, cache, authority, changes, log, now } = deps
  const instances = cache.isShared ? joinInstances(deps) : null
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
  return { link: instances?.share(localLink) ?? localLink, localLink }
}

function joinInstances(deps: LinkDeps): Instances {
  const { changes, log, config } = deps
  return createInstances({
    ...deps,
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
