// A panel and a node whose SFTP is switched on, with a game server and people who may use its files.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { echoGame, LiveWorld } from '../live/live-world.ts'
import { freePort } from '../ports.ts'
import { waitFor } from '../wait-for.ts'

export interface SftpWorld {
  world: LiveWorld
  port: number
  gameServerId: number
  node(): Promise<Node>
  /** Somebody with rights on the game server; `files` may be left out. */
  person(permissions?: GameServerPermission[]): ReturnType<LiveWorld['person']>
  createPassword(person: { sessionToken: string }): Promise<string>
  addKey(person: { sessionToken: string }, publicKey: string): Promise<number>
}

export async function openSftpWorld(): Promise<SftpWorld> {
  const world = await new LiveWorld().start()
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
