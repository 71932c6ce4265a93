// Who plays, by RCON or else by query, and what can be done about them with the template's commands.

import type { GamePlayer, PlayerAction } from '@rookery/contracts/players.ts'
import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { Remembered } from '../../platform/remembered.ts'
import { ConsoleRefused, type Consoles } from '../console/console.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Query } from '../query/query.ts'
import { type Rcon, runningGame } from '../rcon/rcon.ts'
import { findPlayers } from './find-players.ts'
import { fillPlayerCommand } from './logic/player-command.ts'

const rememberedMs = 2_000

export interface PlayerWish {
  action: PlayerAction
  /** Nobody for a message. */
  player: string
  /** The reason, or the message. */
  text: string
}

export interface Players {
  /** Throws LinkRefusal in words. */
  list(gameServerId: number): Promise<GamePlayer[]>
  /** Gives what the game answered. Throws LinkRefusal in words. */
  command(gameServerId: number, wish: PlayerWish): Promise<string>
  /** Null: it cannot be found out. Nobody plays a game that does not run. */
  count(gameServerId: number): Promise<number | null>
}

interface PlayersParts {
  gameServers: GameServers
  consoles: Consoles
  rcon: Rcon
  query: Query
}

export function createPlayers({ gameServers, consoles, rcon, query }: PlayersParts): Players {
  const lists = new Remembered<GamePlayer[]>(rememberedMs)

  async function listByRcon(gameServerId: number, control: PlayerControl): Promise<GamePlayer[] | null> {
    const { list, identify_by } = control
    if (!list) return null
    const found = findPlayers(await rcon.send(gameServerId, list.command), list.pattern, identify_by)
    if ('problem' in found) throw new LinkRefusal('conflict', found.problem)
    return found.players
  }

  /** The query knows names only: they stand for the players where the game's commands take names. */
  async function listByQuery(gameServerId: number, control: PlayerControl | null): Promise<GamePlayer[]> {
    const { players } = await query.ask(gameServerId)
    return control?.identify_by === 'id' ? players : players.map(player => ({ ...player, id: player.name }))
  }

  async function list(gameServerId: number): Promise<GamePlayer[]> {
    const { definition, process } = runningGame(gameServers, gameServerId)
    const { players: control, rcon: hasRcon, query: hasQuery } = definition
    if (!(control?.list && hasRcon) && !hasQuery) {
      throw new LinkRefusal('conflict', 'this game does not tell who plays: its template names no way to ask')
    }
    const key = JSON.stringify([gameServerId, process.streamId, hasRcon, hasQuery, control])
    return lists.get(key, async () => {
      try {
        const byRcon = hasRcon && control ? await listByRcon(gameServerId, control) : null
        if (byRcon) return byRcon
      } catch (error) {
        if (!hasQuery || !(error instanceof LinkRefusal)) throw error
      }
      return listByQuery(gameServerId, control)
    })
  }

  async function command(gameServerId: number, { action, player, text }: PlayerWish): Promise<string> {
    const { players: control, rcon: ownRcon } = runningGame(gameServers, gameServerId).definition
    const template = control?.[action]
    if (!control || template === undefined) {
      throw new LinkRefusal('conflict', `this game cannot ${action} players: its template names no command`)
    }
    const isTyped = control.by === 'console'
    if (!isTyped && !ownRcon) throw new LinkRefusal('conflict', 'this game has no RCON')
    const values = { player, reason: text, message: text }
    const filled = fillPlayerCommand(template, values, isTyped ? 'console' : (ownRcon?.protocol ?? 'source'))
    if ('problem' in filled) throw new LinkRefusal('invalid_input', filled.problem)
    try {
      if (!isTyped) return await rcon.send(gameServerId, filled.command)
      await typeCommand(consoles, gameServerId, filled.command)
      return ''
    } finally {
      lists.forget(key => key.startsWith(`[${gameServerId},`))
      query.forget(gameServerId)
    }
  }

  return {
    list,
    command,
    async count(gameServerId) {
      if (!gameServers.get(gameServerId)?.process) return 0
      try {
        const { definition } = runningGame(gameServers, gameServerId)
        if (definition.players?.list && definition.rcon) return (await list(gameServerId)).length
        return (await query.ask(gameServerId)).query.players
      } catch (error) {
        if (error instanceof LinkRefusal) return null
        throw error
      }
    },
  }
}

async function typeCommand(consoles: Consoles, gameServerId: number, command: string): Promise<void> {
  try {
    await consoles.type(gameServerId, Buffer.from(command))
  } catch (error) {
    throw error instanceof ConsoleRefused ? new LinkRefusal(error.code, error.message) : error
  }
}
