// RCON, players and game query: asked of the node, which alone can reach the game.

import type { CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import {
  type GamePlayer,
  type GameQuery,
  gamePlayer,
  gameQuery,
  type PlayerAction,
} from '@rookery/contracts/players.ts'
import { cutRconAnswer } from '@rookery/contracts/rcon-answer.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { nodeErrorCode } from '../../platform/daemon-link/logic/node-error-code.ts'
import { readNodeJson } from '../../platform/daemon-link/node-answers.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { hasValue } from '../../platform/secret.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Templates } from '../templates/templates.ts'
import { type RconFeatures, rconFeaturesOf } from './rcon-feature-rules.ts'
import { rconRoutes } from './routes.ts'

interface RconDeps {
  gameServers: Pick<GameServers, 'find' | 'nodeOf'>
  templates: Pick<Templates, 'find'>
  link: Pick<DaemonLink, 'call'>
}

/** The node gives up sooner, with words: connecting, signing in and answering have limits of their own there. */
const callLimitMs = 20_000

type CallBody = Parameters<DaemonLink['call']>[1]

export function openRcon(deps: RconDeps) {
  const rcon = createRcon(deps)
  return { ...rcon, routes: rconRoutes(rcon) }
}

export type Rcon = ReturnType<typeof createRcon>

export function createRcon({ gameServers, templates, link }: RconDeps) {
  async function ask(gameServerId: number, body: CallBody): Promise<CallAnswer> {
    const nodeId = await gameServers.nodeOf(gameServerId)
    if (nodeId === null) throw new PanelError('not_found', { message: 'there is no such game server' })
    const answer = await link.call(nodeId, body, callLimitMs)
    if (answer.errorCode === '') return { ...answer, output: cutRconAnswer(answer.output) }
    throw new PanelError(nodeErrorCode(answer.errorCode), { message: answer.errorMessage })
  }

  return {
    async send(gameServerId: number, command: string): Promise<{ output: string }> {
      const { output } = await ask(gameServerId, { $case: 'rconCommand', value: { gameServerId, command } })
      return { output }
    },
    async features(gameServerId: number): Promise<RconFeatures> {
      const gameServer = await gameServers.find(gameServerId)
      const { template } = await templates.find(gameServer.template.id)
      return rconFeaturesOf(template, { hasPassword: hasValue(gameServer.rconPassword) })
    },
    async listPlayers(gameServerId: number): Promise<GamePlayer[]> {
      const { json } = await ask(gameServerId, { $case: 'listPlayers', value: { gameServerId } })
      return readNodeJson(gamePlayer.array(), json)
    },
    async commandPlayer(
      gameServerId: number,
      input: { action: PlayerAction; player: string; text: string },
    ): Promise<{ output: string }> {
      const { output } = await ask(gameServerId, {
        $case: 'commandPlayer',
        value: { gameServerId, ...input },
      })
      return { output }
    },
    async query(gameServerId: number): Promise<GameQuery> {
      const { json } = await ask(gameServerId, { $case: 'queryGame', value: { gameServerId } })
      return readNodeJson(gameQuery, json)
    },
  }
}
