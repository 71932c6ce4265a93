// Routes of nodes, for administrators and for people who hold a general permission on nodes; keys for administrators.

import { enrollmentCommand } from '@rookery/contracts/daemon/enrollment-key.ts'
import type { NodeSettings } from '@rookery/contracts/daemon/generated/link.ts'
import {
  changeNode,
  createNode,
  deleteNode,
  issueEnrollment,
  listNodePorts,
  listNodes,
  type NodePort,
  readLinkAddress,
  readNode,
  readNodeLogs,
  upgradeNode,
  upgradeNodes,
} from '@rookery/contracts/http/nodes.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { CertificateAuthority } from '../../platform/daemon-link/certificate-authority.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import {
  administrator,
  administratorInSection,
  anyone,
  inSection,
  listOfSection,
} from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type ByteExchange, creatingRoute, madeObject, type Route, route } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { NodeInstall } from '../node-install/node-install.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf, changedFields } from '../people-activity/people-activity-rules.ts'
import { readLogLine } from './logic/log-line.ts'
import { mayUpgrade, type NodeUpgrades } from './node-upgrades.ts'
import { editedState, type NodeChange, type Nodes } from './nodes.ts'

interface NodeRoutesDeps {
  nodes: Nodes
  upgrades: NodeUpgrades
  access: Pick<Access, 'visibleObjects' | 'forgetObject'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
  nodeInstall: Pick<NodeInstall, 'follow'>
  publicUrl: string
  grpcPort(): number
  authority: Pick<CertificateAuthority, 'caPem'>
  countGameServers(nodeId: number): Promise<number>
  portsOf(nodeId: number): Promise<NodePort[]>
  link: Pick<DaemonLink, 'isOnline' | 'send' | 'call' | 'disconnect'>
}

export function nodeRoutes(deps: NodeRoutesDeps): Route[] {
  const { nodes, audit, editTags, link } = deps
  const taggedAnswerOf = async (id: number, { reply }: ByteExchange) => {
    const node = await nodes.find(id)
    editTags.give(reply, editedState(node))
    return nodes.answerOf(node)
  }
  /** Lines of the node's own log, as JSON. */
  const readLog = async (id: number, lines: number) =>
    (await link.call(id, { $case: 'readLog', value: { lines } })).logLines
  /** Told at once when the node is there; else it learns them when it comes. */
  const sendSettings = (id: number, value: NodeSettings) => {
    if (link.isOnline(id)) link.send(id, { $case: 'nodeSettings', value })
  }
  const alsoRecord =
    (
      caller: SignedInCaller,
      event: NewPeopleEntry['event'],
      { id, name }: { id: number; name: string },
      details: NewPeopleEntry['details'] = {},
    ): AlsoWrite =>
    transaction =>
      deps.peopleActivity.write(transaction, authorOf(caller), {
        event,
        subject: { type: 'node', id, name },
        details,
      })
  return [
    route(listNodes, listOfSection('node'), async call =>
      nodes.list(windowOf(call.query), await deps.access.visibleObjects(call.caller.userId, 'node')),
    ),
    route(readNode, inSection('node', 'view'), (call, exchange) => taggedAnswerOf(call.params.id, exchange)),
    creatingRoute(createNode, inSection('node', 'create'), {
      made: madeObject,
      async create(call, once) {
        const { name } = call.body
        const node = await nodes.create(name, async (transaction, id) => {
          await once.note(transaction, { id })
          await alsoRecord(call.caller, 'node_created', { id, name })(transaction)
        })
        audit.record(
          { event: 'node.created', outcome: 'success', request: call.request, details: { node_id: node.id } },
          call.caller,
        )
        return node
      },
      again: ({ id }) => nodes.read(id),
    }),
    route(changeNode, inSection('node', 'edit'), async (call, exchange) => {
      const { id } = call.params
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      const present = await nodes.read(id)
      const { sftp } = present
      if (call.body.sftp) requireFreePort({ ...sftp, ...call.body.sftp }, await deps.portsOf(id))
      const changes = changedFields(settingsOf(present), settingsOf(call.body))
      const record = alsoRecord(call.caller, 'node_changed', present, { changes })
      const also = changes.length > 0 ? record : async () => {}
      await nodes.change(id, call.body, { also, requireState })
      if (call.body.sftp) sendSettings(id, await nodes.settings(id))
      if (call.body.enabled === false) link.disconnect(id, 'this node was switched off in the panel')
      const fields = Object.keys(call.body).join(',')
      audit.record(
        {
          event: 'node.changed',
          outcome: 'success',
          request: call.request,
          details: { node_id: id, fields },
        },
        call.caller,
      )
      return taggedAnswerOf(id, exchange)
    }),
    route(listNodePorts, inSection('node', 'view'), async call => {
      const { id } = await nodes.find(call.params.id)
      return deps.portsOf(id)
    }),
    route(readNodeLogs, inSection('node', 'view'), async call => {
      const { id } = await nodes.find(call.params.id)
      return (await readLog(id, call.query.lines)).map(readLogLine)
    }),
    route(deleteNode, inSection('node', 'delete'), async call => {
      const node = await nodes.find(call.params.id)
      const { id } = node
      const held = await deps.countGameServers(id)
      if (held > 0)
        throw new PanelError('conflict', {
          message: `the node still holds ${held} game servers: delete or move them first`,
        })
      await nodes.remove(id, alsoRecord(call.caller, 'node_deleted', node))
      await deps.access.forgetObject('node', id)
      link.disconnect(id, 'the node was deleted')
      audit.record(
        { event: 'node.deleted', outcome: 'success', request: call.request, details: { node_id: id } },
        call.caller,
      )
    }),
    // Whoever joins with this key becomes the node, with its game servers, their files and their secrets.
    route(issueEnrollment, administratorInSection('node', 'edit'), async call => {
      const node = await nodes.find(call.params.id)
      const also = alsoRecord(call.caller, 'node_key_issued', node)
      const { key, expiresInSeconds } = await nodes.issueEnrollment(node.id, also)
      await deps.nodeInstall.follow(call.params.id, key)
      audit.record(
        {
          event: 'node.enrollment_issued',
          outcome: 'success',
          request: call.request,
          details: { node_id: call.params.id },
        },
        call.caller,
      )
      const command = enrollmentCommand(deps.publicUrl, key)
      return { key, command, expires_in: expiresInSeconds }
    }),
    route(upgradeNode, mayUpgrade, async call => {
      await deps.upgrades.begin(await nodes.find(call.params.id), call)
      return nodes.read(call.params.id)
    }),
    route(upgradeNodes, administrator(), async call => ({ node_ids: await deps.upgrades.beginAll(call) })),
    route(readLinkAddress, anyone, () => ({ grpc_port: deps.grpcPort(), ca_pem: deps.authority.caPem })),
  ]
}

/** As entries of what people did name them. */
function settingsOf({ name, enabled, sftp, placement, location, tags, capacity }: NodeChange) {
  const { reserve, overcommit_percent: overcommit } = capacity ?? {}
  return {
    ...{ name, enabled, sftp: sftp?.enabled, sftp_port: sftp?.port },
    ...{ placement, location, tags: tags?.join(', ') },
    reserved_memory: withUnit(reserve?.memory_bytes, ' GiB', 1024 ** 3),
    reserved_cpu: withUnit(reserve?.cpu_percent, '%'),
    reserved_disk: withUnit(reserve?.disk_bytes, ' GiB', 1024 ** 3),
    overcommit_memory: withUnit(overcommit?.memory, '%'),
    overcommit_cpu: withUnit(overcommit?.cpu, '%'),
    overcommit_disk: withUnit(overcommit?.disk, '%'),
  }
}

const withUnit = (value: number | undefined, unit: string, divisor = 1) =>
  value === undefined ? undefined : `${Math.round((value / divisor) * 100) / 100}${unit}`

/** While SFTP is off, its port may belong to anybody. */
function requireFreePort(sftp: { enabled: boolean; port: number }, taken: readonly NodePort[]): void {
  const holder = taken.find(({ port }) => sftp.enabled && port === sftp.port)
  if (!holder) return
  throw new PanelError('conflict', {
    message: `port ${holder.port} belongs to the game server ${holder.server_name}: choose another port for SFTP`,
  })
}
