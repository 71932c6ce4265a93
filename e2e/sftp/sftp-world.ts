// A game server and people who may use its files, with a node whose SFTP is switched on or one that is the test itself.

import { randomUUID } from 'node:crypto'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { createGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { joinAsNode, type NodeInTest } from '../link/node-in-test.ts'
import { echoGame, LiveWorld, type Person } from '../live/live-world.ts'
import { type ProgramOptions, scriptedGame } from '../live/programs.ts'
import { freePort } from '../ports.ts'
import { sharedSftpPort } from '../story.ts'
import { waitFor } from '../wait-for.ts'

export interface SftpPeople {
  world: LiveWorld
  gameServerId: number
  /** Somebody with rights on the game server; `files` may be left out. */
  person(permissions?: GameServerPermission[]): Promise<Person>
  withdrawAll(person: Person): Promise<void>
  /** A game server of another node, which nobody has joined. */
  addElsewhere(): Promise<number>
  createPassword(person: { sessionToken: string }): Promise<string>
  addKey(person: { sessionToken: string }, publicKey: string): Promise<number>
}

export interface SftpWorld extends SftpPeople {
  port: number
  node(): Promise<Node>
}

export async function openSftpWorld(options?: ProgramOptions): Promise<SftpWorld> {
  const world = await new LiveWorld(options).start()
  return orStop(world, () => offerSftp(world))
}

async function offerSftp(world: LiveWorld): Promise<SftpWorld> {
  const people = peopleOf(world, await world.addGame(echoGame))
  const path = `/api/nodes/${world.nodeId}`
  const node = async () => (await world.ask('GET', path)).json as Node
  async function switchOn(): Promise<number> {
    const free = await freePort()
    await world.ask('PUT', path, { sftp: { enabled: true, port: free } })
    await waitFor('SFTP is offered', async () => (await node()).sftp.listening)
    return free
  }
  return { ...people, node, port: await (world.isShared ? sharedSftpPort() : switchOn()) }
}

/** The test is the node and asks the panel what a daemon asks about SFTP. */
export async function openSftpQuestions(): Promise<SftpPeople & { node: NodeInTest }> {
  const world = await new LiveWorld({ opensInside: true }).startPanelAlone()
  return orStop(world, async () => {
    const node = await joinAsNode(world)
    world.nodeId = node.node.nodeId
    return { ...peopleOf(world, await addGameServer(world, world.nodeId)), node }
  })
}

/** Whoever has no world cannot stop it. */
async function orStop<T>(world: LiveWorld, prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare()
  } catch (error) {
    await world.stop()
    throw error
  }
}

/** Nothing of it is ever on its node. */
async function addGameServer(world: LiveWorld, node_id: number): Promise<number> {
  const template_id = await world.addTemplate(scriptedGame(echoGame))
  const body = {
    name: 'not installed',
    node_id,
    template_id,
    port: 20_000,
    rcon_port: 21_000,
    install: false,
  }
  return (await world.api.call(createGameServer, { body })).id
}

function peopleOf(world: LiveWorld, gameServerId: number): SftpPeople {
  const { ask } = world
  return {
    world,
    gameServerId,
    person: (permissions = ['game-server-common', 'game-server-files']) =>
      world.person(gameServerId, permissions),
    withdrawAll: person => world.withdrawAll(person, gameServerId),
    async addElsewhere() {
      const body = { name: `another node ${randomUUID()}` }
      const { id } = (await world.ask('POST', '/api/nodes', body)).json as { id: number }
      return addGameServer(world, id)
    },
    async createPassword({ sessionToken }) {
      const answer = await ask.call(world, 'POST', '/api/profile/sftp-password', undefined, sessionToken)
      return (answer.json as { password: string }).password
    },
    async addKey({ sessionToken }, publicKey) {
      const body = { public_key: publicKey }
      const answer = await ask.call(world, 'POST', '/api/profile/ssh-keys', body, sessionToken)
      return (answer.json as { id: number }).id
    },
  }
}
