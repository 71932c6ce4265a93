// RCON: asked of the node, which alone can reach the game.

import type { CallAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { cutRconAnswer } from '@rookery/contracts/rcon-answer.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { nodeErrorCode } from '../../platform/daemon-link/logic/node-error-code.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { hasValue } from '../../platform/secret.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Templates } from '../templates/templates.ts'
import { type RconFeatures, rconFeaturesOf } from './rcon-feature-rules.ts'
import { rconRoutes } from './routes.ts'

export interface AskGameDeps {
  gameServers: Pick<GameServers, 'nodeOf'>
  link: Pick<DaemonLink, 'call'>
}

interface RconDeps extends AskGameDeps {
  gameServers: Pick<GameServers, 'find' | 'nodeOf'>
  templates: Pick<Templates, 'find'>
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
  return {
    async send(gameServerId: number, command: string): Promise<{ output: string }> {
      const body = { $case: 'rconCommand', value: { gameServerId, command } } as const
      const { output } = await askGame({ gameServers, link }, gameServerId, body)
      return { output }
    },
    async features(gameServerId: number): Promise<RconFeatures> {
      const gameServer = await gameServers.find(gameServerId)
      const { template } = await templates.find(gameServer.template.id)
      return rconFeaturesOf(template, { hasPassword: hasValue(gameServer.rconPassword) })
    },
  }
}

/** Has the node of a game server ask its game: by RCON, by its console or by query. */
export async function askGame(
  { gameServers, link }: AskGameDeps,
  gameServerId: number,
  body: CallBody,
): Promise<CallAnswer> {
  const nodeId = await gameServers.nodeOf(gameServerId)
  if (nodeId === null) throw new PanelError('not_found', { message: 'there is no such game server' })
  const answer = await link.call(nodeId, body, callLimitMs)
  if (answer.errorCode === '') return { ...answer, output: cutRconAnswer(answer.output) }
  throw new PanelError(nodeErrorCode(answer.errorCode), { message: answer.errorMessage })
}
