// A panel and a node whose SFTP is switched on, with a game server and people who may use its files.

import { randomUUID } from 'node:crypto'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { echoGame, LiveWorld, type Person } from '../live/live-world.ts'
import { type ProgramOptions, scriptedGame } from '../live/programs.ts'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'

export interface SftpWorld {
  world: LiveWorld
  port: number
  gameServerId: number
  node(): Promise<Node>
  /** Somebody with rights on the game server; `files` may be left out. */
  person(permissions?: GameServerPermission[]): Promise<Person>
  withdrawAll(person: Person): Promise<void>
  /** A game server of another node, which nobody has joined. */
  addElsewhere(): Promise<number>
  createPassword(person: { sessionToken: string }): Promise<string>
  addKey(person: { sessionToken: string }, publicKey: string): Promise<number>
}

export async function openSftpWorld(options?: ProgramOptions): Promise<SftpWorld> {
  const world = await new LiveWorld(options).start()
  const gameServerId = await world.addGame(echoGame)
  const port = await freePort()
  const path = `/api/nodes/${world.nodeId}`
  const node = async () => (await world.ask('GET', path)).json as Node
  await world.ask('PUT', path, { sftp: { enabled: true, port } })
  await waitFor('SFTP is offered', async () => (await node()).sftp.listening)
  const { ask } = world
  return {
    world,
    port,
    gameServerId,
    node,
    person: (permissions = ['game-server-common', 'game-server-files']) =>
      world.person(gameServerId, permissions),
    withdrawAll: person => world.withdrawAll(person, gameServerId),
    async addElsewhere() {
      const body = { name: `another node ${randomUUID()}` }
      const { id } = (await world.ask('POST', '/api/nodes', body)).json as { id: number }
      const template_id = await world.addTemplate(scriptedGame(echoGame))
      const game = { name: 'elsewhere', node_id: id, template_id, install: false }
      return ((await world.ask('POST', '/api/servers', game)).json as { id: number }).id
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
