// Who plays, by RCON or else by query, and what can be done about them with the template's commands.

import { setTimeout as delay } from 'node:timers/promises'
import type { GamePlayer, PlayerAction, PlayerBan, RecentPlayer } from '@rookery/contracts/players.ts'
import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { Consoles } from '../console/console.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Query } from '../query/query.ts'
import { type Rcon, runningGame } from '../rcon/rcon.ts'
import type { RecentPlayers } from '../recent-players/recent-players.ts'
import { isInAnswer, isUnknownCommand, quoteAnswer, withoutEcho } from './logic/game-refusal.ts'
import { fillPlayerCommand } from './logic/player-command.ts'
import { choosePlayer, findBans, findPlayers } from './logic/player-list.ts'
import { typeAndRead } from './type-and-read.ts'

const rememberedMs = 2_000
/** They change seldom, and some games write each question into their console. */
const bansRememberedMs = 10_000
/** So long a game may take to let go of somebody whom it has kicked, or of a ban. */
const [goneAttempts, goneEveryMs] = [3, 1_000]

export interface PlayerRequest {
  action: PlayerAction
  /** Nobody for a message. */
  player: string
  /** The reason, or the message. */
  text: string
}

export interface Players {
  /** Throws LinkRefusal in words. */
  list(gameServerId: number): Promise<GamePlayer[]>
  /** Who was seen on it, the latest first; the game need not run. Throws LinkRefusal in words. */
  recent(gameServerId: number): RecentPlayer[]
  /** Throws LinkRefusal in words. */
  bans(gameServerId: number): Promise<PlayerBan[]>
  /** Gives what the game answered. Throws LinkRefusal in words. */
  command(gameServerId: number, request: PlayerRequest): Promise<string>
  /** Null: it cannot be found out. Nobody plays a game that does not run. */
  count(gameServerId: number): Promise<number | null>
  /** The same for whoever asks again and again: by query where there is one, which no game writes into its console. */
  countQuietly(gameServerId: number): Promise<number | null>
}

interface PlayersDeps {
  gameServers: GameServers
  consoles: Consoles
  rcon: Rcon
  query: Query
  recentPlayers: RecentPlayers
}

export function createPlayers({ gameServers, consoles, rcon, query, recentPlayers }: PlayersDeps): Players {
  const lists = new ShortCache<GamePlayer[]>(rememberedMs)
  const banLists = new ShortCache<PlayerBan[]>(bansRememberedMs)

  async function listByRcon(gameServerId: number, control: PlayerControl): Promise<GamePlayer[] | null> {
    const { list, identify_by } = control
    if (!list) return null
    const found = findPlayers(await rcon.send(gameServerId, list.command), list.pattern, identify_by)
    if ('problem' in found) throw new LinkRefusal('conflict', found.problem)
    const uuid = gameServers.get(gameServerId)?.record.definition.uuid
    if (uuid !== undefined) recentPlayers.note(uuid, found.players)
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

  function recent(gameServerId: number): RecentPlayer[] {
    const definition = gameServers.get(gameServerId)?.record.definition
    if (!definition) throw new LinkRefusal('conflict', 'the node does not have this game server')
    const bansByName = definition.players?.ban !== undefined && definition.players.identify_by === 'name'
    return recentPlayers.list(definition.uuid).map(({ name, lastSeenMs }) => ({
      name,
      id: bansByName ? name : null,
      last_seen: new Date(lastSeenMs).toISOString(),
    }))
  }

  /** As the game lists them this moment, by whichever way its commands go. */
  async function listNow(gameServerId: number, control: PlayerControl): Promise<GamePlayer[] | null> {
    if (!control.list) return null
    if (control.by === 'rcon') return listByRcon(gameServerId, control)
    const found = findPlayers(
      await ask(gameServerId, 'console', control.list.command),
      control.list.pattern,
      control.identify_by,
    )
    if ('problem' in found) throw new LinkRefusal('conflict', found.problem)
    return found.players
  }

  /** Gives all that the game answers to a question. */
  async function ask(gameServerId: number, by: PlayerControl['by'], command: string): Promise<string> {
    if (by === 'rcon') return rcon.send(gameServerId, command)
    return typeAndRead(consoles, gameServerId, command, () => false, { isPatient: true })
  }

  async function bansNow(gameServerId: number, control: PlayerControl): Promise<PlayerBan[] | null> {
    if (!control.bans) return null
    const answer = await ask(gameServerId, control.bans.by ?? control.by, control.bans.command)
    const found = isUnknownCommand(answer)
      ? { problem: `the game refused this; ${quoteAnswer(answer)}` }
      : findBans(answer, control.bans)
    if ('problem' in found) throw new LinkRefusal('conflict', found.problem)
    return found.bans
  }

  async function bans(gameServerId: number): Promise<PlayerBan[]> {
    const { definition, process } = runningGame(gameServers, gameServerId)
    const { players: control, rcon: ownRcon } = definition
    if (!control?.bans) {
      throw new LinkRefusal('conflict', 'this game cannot list bans: its template names no command')
    }
    if ((control.bans.by ?? control.by) === 'rcon' && !ownRcon) {
      throw new LinkRefusal('conflict', 'this game has no RCON')
    }
    const key = JSON.stringify([gameServerId, process.streamId, ownRcon, control])
    return banLists.get(key, async () => (await bansNow(gameServerId, control)) ?? [])
  }

  /** By what lifts the ban, or by name. */
  async function banOf(gameServerId: number, control: PlayerControl, wanted: string): Promise<string> {
    const found = await bansNow(gameServerId, control)
    if (!found) return wanted
    const byId = found.map(({ id, name }) => ({ id: id ?? name, name }))
    const chosen = choosePlayer(byId, wanted, `${JSON.stringify(wanted)} is not banned`)
    if ('problem' in chosen) throw new LinkRefusal('conflict', chosen.problem)
    return chosen.id
  }

  /** Somebody who has left can still be banned, by what the game's own command takes. */
  async function targetOf(
    gameServerId: number,
    control: PlayerControl,
    request: PlayerRequest,
  ): Promise<string> {
    if (request.action === 'message') return request.player
    if (request.action === 'unban') return banOf(gameServerId, control, request.player)
    const players = await listNow(gameServerId, control)
    if (!players) return request.player
    const chosen = choosePlayer(players, request.player)
    if ('id' in chosen) return chosen.id
    if (request.action === 'ban') return request.player
    throw new LinkRefusal('conflict', chosen.problem)
  }

  /** A game may say that it has done it, or nothing, while the player stays. */
  async function requireGone(gameServerId: number, control: PlayerControl, id: string, answer: string) {
    for (let attempt = 0; ; attempt += 1) {
      const players = await listNow(gameServerId, control)
      if (!players?.some(player => player.id === id)) return
      if (attempt === goneAttempts) {
        const message = `the player was not kicked and is still there; ${quoteAnswer(answer)}`
        throw new LinkRefusal('conflict', message)
      }
      await delay(goneEveryMs)
    }
  }

  async function requireUnbanned(gameServerId: number, control: PlayerControl, id: string, answer: string) {
    for (let attempt = 0; ; attempt += 1) {
      const left = await bansNow(gameServerId, control)
      if (!left?.some(ban => (ban.id ?? ban.name) === id)) return
      if (attempt === goneAttempts) {
        throw new LinkRefusal('conflict', `the ban was not lifted; ${quoteAnswer(answer)}`)
      }
      await delay(goneEveryMs)
    }
  }

  /** By the console the answer is waited for until it says yes or no, where the template knows how it says so. */
  async function send(gameServerId: number, control: PlayerControl, request: PlayerRequest, command: string) {
    const isMessage = request.action === 'message'
    const own = (answer: string) => withoutEcho(answer, request.text, isMessage)
    const isRefused = (answer: string) =>
      isUnknownCommand(own(answer)) || (!isMessage && isInAnswer(own(answer), control.refused))
    const isDone = (answer: string) => isInAnswer(own(answer), control.done)
    const mustBeDone =
      (request.action === 'kick' || request.action === 'ban') &&
      control.by === 'console' &&
      control.done !== undefined
    const isEnough = (answer: string) => isRefused(answer) || (mustBeDone && isDone(answer))
    const answer =
      control.by === 'rcon'
        ? await rcon.send(gameServerId, command)
        : await typeAndRead(consoles, gameServerId, command, isEnough, { waitsForMore: mustBeDone })
    if (isRefused(answer)) {
      throw new LinkRefusal('conflict', `the game refused this; ${quoteAnswer(answer)}`)
    }
    if (mustBeDone && !isDone(answer)) {
      throw new LinkRefusal('conflict', `the game did not say that it has done this; ${quoteAnswer(answer)}`)
    }
    return answer
  }

  async function command(gameServerId: number, request: PlayerRequest): Promise<string> {
    const { action, player, text } = request
    const { players: control, rcon: ownRcon } = runningGame(gameServers, gameServerId).definition
    const template = control?.[action]
    if (!control || template === undefined) {
      throw new LinkRefusal('conflict', `this game cannot ${action} players: its template names no command`)
    }
    const isTyped = control.by === 'console'
    if (!isTyped && !ownRcon) throw new LinkRefusal('conflict', 'this game has no RCON')
    const reader = isTyped ? 'console' : (ownRcon?.protocol ?? 'source')
    const fill = (target: string) => {
      const filled = fillPlayerCommand(template, { player: target, reason: text, message: text }, reader)
      if ('problem' in filled) throw new LinkRefusal('invalid_input', filled.problem)
      return filled.command
    }
    // Where names are not what the command takes, the name itself never gets into it.
    if (action === 'unban' ? !control.bans : !control.list) fill(player)
    const target = await targetOf(gameServerId, control, request)
    try {
      const answer = await send(gameServerId, control, request, fill(target))
      if (action === 'kick' && control.list) await requireGone(gameServerId, control, target, answer)
      if (action === 'unban') await requireUnbanned(gameServerId, control, target, answer)
      return answer
    } finally {
      const isOfIt = (key: string) => key.startsWith(`[${gameServerId},`)
      lists.forget(isOfIt)
      banLists.forget(isOfIt)
      query.forget(gameServerId)
    }
  }

  async function countBy(gameServerId: number, prefers: 'rcon' | 'query'): Promise<number | null> {
    if (!gameServers.get(gameServerId)?.process) return 0
    try {
      const { definition } = runningGame(gameServers, gameServerId)
      const hasList = definition.players?.list && definition.rcon
      if (hasList && !(prefers === 'query' && definition.query)) return (await list(gameServerId)).length
      return (await query.ask(gameServerId)).query.players
    } catch (error) {
      if (error instanceof LinkRefusal) return null
      throw error
    }
  }

  return {
    list,
    recent,
    bans,
    command,
    count: gameServerId => countBy(gameServerId, 'rcon'),
    countQuietly: gameServerId => countBy(gameServerId, 'query'),
  }
}
