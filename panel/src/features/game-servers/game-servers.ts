// Game servers: created here, run on a node; their state is what the node last told.

import type { GameServerState, PutGameServer } from '@rookery/contracts/daemon/generated/link.ts'
import type { RunState, TaskKind } from '@rookery/contracts/run-states.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { renderDefinition } from '../templates/logic/render-definition.ts'
import type { Templates } from '../templates/templates.ts'
import {
  checkWishes,
  type GameServerWishes,
  newGameServer,
  openPorts,
  wishedPorts,
} from './create-game-server.ts'
import { detailedGameServer, listedGameServer } from './game-server-answers.ts'
import type { GameServerFilter, GameServersStore, StoredGameServer } from './game-servers-store.ts'
import { findFreePorts } from './logic/free-ports.ts'
import { createStateKeeper } from './state-keeper.ts'

interface GameServersParts {
  store: GameServersStore
  access: Pick<Access, 'forgetObject'>
  nodes: Nodes
  templates: Templates
  tasks: Tasks
  changes: Changes
  link: Pick<DaemonLink, 'isOnline' | 'send' | 'call'>
  now(): number
  random(bytes: number): Buffer
  randomUuid(): string
}

const busyStates: RunState[] = ['installing', 'starting', 'running', 'paused', 'stopping', 'updating']

export type GameServers = ReturnType<typeof createGameServers>

export function createGameServers(parts: GameServersParts) {
  const { store, access, nodes, templates, tasks, changes, link, now, random } = parts
  const states = createStateKeeper(store, changes)
  let creating: Promise<unknown> = Promise.resolve()

  async function find(id: number): Promise<StoredGameServer> {
    const server = await store.find(id)
    if (!server) throw new PanelError('not_found', { message: 'there is no such game server' })
    return server
  }

  async function definitionOf(server: StoredGameServer): Promise<PutGameServer> {
    const { template } = await templates.find(server.template.id)
    const definition = renderDefinition(template, {
      ...server,
      processManager: server.processManager as 'process',
    })
    return { gameServerId: server.id, revision: server.revision, definition: JSON.stringify(definition) }
  }

  async function choosePorts(wishes: GameServerWishes, nodeId: number, templateId: number) {
    const { template } = await templates.find(templateId)
    const open = openPorts(wishes, template)
    const taken = await store.takenPorts(nodeId)
    const wished = Object.values(wishedPorts(wishes)).filter(port => port !== undefined)
    const clash = wished.find(port => taken.includes(port))
    if (clash !== undefined) throw invalidPort(wishes, clash)
    const used = [...taken, ...wished]
    const preferred = open.map(name => ({
      preferred: template.ports[name]?.default ?? 20_000,
      protocol: template.ports[name]?.protocol ?? 'tcp',
    }))
    const ports = link.isOnline(nodeId)
      ? (await link.call(nodeId, { $case: 'findFreePorts', value: { wishes: preferred, taken: used } })).ports
      : findFreePorts(
          preferred.map(wish => wish.preferred),
          used,
        )
    if (!ports || ports.length !== open.length) {
      throw new PanelError('conflict', { message: 'the node has no free ports left for this game' })
    }
    return Object.fromEntries(open.map((name, index) => [name, ports[index]]))
  }

  async function create(wishes: GameServerWishes, requestedBy: number) {
    const node = await nodes.find(wishes.node_id).catch(() => null)
    const stored = await templates.find(wishes.template_id).catch(() => null)
    if (!node || !stored) {
      const fields = {
        ...(node ? {} : { node_id: ['there is no such node'] }),
        ...(stored ? {} : { template_id: ['there is no such template'] }),
      }
      throw new PanelError('invalid_input', { fields })
    }
    checkWishes(wishes, node, stored.template)
    const ports = await choosePorts(wishes, node.id, stored.id)
    const id = await store.create(
      newGameServer(wishes, {
        node,
        templateId: stored.id,
        template: stored.template,
        uuid: parts.randomUuid(),
        rconPassword: random(18).toString('base64url'),
        ports,
      }),
      now(),
    )
    const server = await find(id)
    if (link.isOnline(node.id))
      link.send(node.id, { $case: 'putGameServer', value: await definitionOf(server) })
    const work = { nodeId: node.id, gameServerId: id, requestedBy }
    const taskId = wishes.install ? await tasks.create({ ...work, kind: 'install' }) : null
    if (wishes.install && wishes.start) await tasks.create({ ...work, kind: 'start' })
    changes.tell({
      kind: 'game-server-state',
      gameServerId: id,
      state: 'not_installed',
      reason: null,
      changedAtMs: now(),
    })
    return { id, taskId }
  }

  return {
    find,
    async list(filter: GameServerFilter, window: { limit: number; offset: number }) {
      const { items, total } = await store.list(filter, window)
      return { items: items.map(server => listedGameServer(server, link.isOnline(server.nodeId))), total }
    },
    async read(id: number, isForAdministrator: boolean) {
      const server = await find(id)
      const node = isForAdministrator ? await nodes.find(server.nodeId) : null
      const definition = isForAdministrator ? await definitionOf(server) : null
      const forAdministrator = definition && {
        command: (JSON.parse(definition.definition) as { command: string[] }).command,
        directory: node?.workPath ? `${node.workPath}/${server.uuid}` : null,
      }
      return detailedGameServer(server, link.isOnline(server.nodeId), forAdministrator)
    },
    /** One at a time, so that two servers never get the same port. */
    create(wishes: GameServerWishes, requestedBy: number) {
      const created = creating.then(() => create(wishes, requestedBy))
      creating = created.catch(() => {})
      return created
    },
    async act(id: number, kind: TaskKind, requestedBy: number): Promise<{ task_id: number }> {
      const server = await find(id)
      return { task_id: await tasks.create({ nodeId: server.nodeId, gameServerId: id, kind, requestedBy }) }
    },
    async remove(id: number, files: 'keep' | 'delete'): Promise<void> {
      const server = await find(id)
      if (busyStates.includes(server.state)) {
        throw new PanelError('conflict', { message: `the game server is ${server.state}: stop it first` })
      }
      if (files === 'delete' && !link.isOnline(server.nodeId)) {
        throw new PanelError('node_offline', {
          message: 'the node is not connected, so its files cannot be deleted now',
        })
      }
      await store.remove(id)
      await access.forgetObject('server', id)
      states.forget(id)
      if (link.isOnline(server.nodeId)) {
        link.send(server.nodeId, {
          $case: 'removeGameServer',
          value: { gameServerId: id, deleteFiles: files === 'delete' },
        })
      }
      changes.tell({ kind: 'game-server-removed', gameServerId: id })
    },
    nodeOf: store.nodeOf,
    countOfNode: store.countOfNode,
    portsOf: store.portsOf,
    visibleOnNode: async (nodeId: number) => (await store.ofNode(nodeId)).map(server => server.id),
    definitionsOf: async (nodeId: number) => Promise.all((await store.ofNode(nodeId)).map(definitionOf)),
    receiveState: (state: GameServerState) => states.receive(state),
    reconcile: (told: GameServerState[]) => states.reconcile(told),
  }
}

function invalidPort(wishes: GameServerWishes, port: number): PanelError {
  const field = Object.entries(wishes).find(([, value]) => value === port)?.[0] ?? 'port'
  return new PanelError('invalid_input', {
    fields: { [field]: [`port ${port} belongs to another game server on this node`] },
  })
}
