// Carries out the commands that simply answer with lines, for the console and RCON alike.

import type { Game } from '../game.ts'
import { type AdminCommand, adminHelp } from '../logic/admin-command.ts'
import { mapNamed, mapNames } from '../logic/fight/maps.ts'
import type { Bans } from '../storage/bans.ts'

export type AdminDeps = {
  game: Game
  bans: Bans
  clockMs: () => number
  about: () => string[]
  maxPlayers: number
}
export type SimpleCommand = Exclude<AdminCommand, { kind: 'count' | 'flood' | 'crash' | 'stop' }>

export async function answerCommand(deps: AdminDeps, command: SimpleCommand): Promise<string[]> {
  const { game, bans } = deps
  switch (command.kind) {
    case 'nothing':
      return []
    case 'wrong':
      return [command.reason]
    case 'help':
      return adminHelp
    case 'status':
      return [
        ...deps.about(),
        `map: ${game.map().id}, round ${game.round()}`,
        `players: ${game.players().length}/${deps.maxPlayers}`,
      ]
    case 'players':
      return listPlayers(deps)
    case 'say':
      game.announce(command.text)
      return [`[Announcer] ${command.text}`]
    case 'kick':
      return [kick(game, command.name)]
    case 'ban':
      return ban(deps, command.name)
    case 'unban':
      return [
        (await bans.remove(command.name))
          ? `${command.name} may come back.`
          : `${command.name} is not banned.`,
      ]
    case 'bans':
      return bans.list().length === 0 ? ['Nobody is banned.'] : bans.list()
    case 'map':
      return [changeMap(game, command.map)]
  }
}

function listPlayers({ game, clockMs, maxPlayers }: AdminDeps): string[] {
  const players = game.players()
  const rows = players.map(({ fighter, line }) => {
    const seconds = Math.floor((clockMs() - fighter.joinedAtMs) / 1000)
    return `- ${fighter.name} points=${fighter.points} kills=${fighter.kills} deaths=${fighter.deaths} health=${fighter.health} seconds=${seconds} address=${line.address}`
  })
  return [`Players (${players.length}/${maxPlayers})`, ...rows]
}

function kick(game: Game, name: string): string {
  const kicked = game.dismiss(name, 'A large hand takes you by the collar. You have been kicked.')
  return kicked === null ? `Nobody here is called ${name}.` : `${kicked} has been kicked.`
}

async function ban({ game, bans }: AdminDeps, name: string): Promise<string[]> {
  if (!/^[A-Za-z0-9_-]{1,16}$/.test(name)) return ['That cannot be the name of a player.']
  await bans.add(name)
  const kicked = game.dismiss(name, 'A very large hand takes you by the collar. You have been banned.')
  return [kicked === null ? `${name} is banned.` : `${kicked} has been kicked and is banned.`]
}

function changeMap(game: Game, id: string): string {
  const map = mapNamed(id.toLowerCase())
  if (!map) return `There is no map "${id}". There are ${mapNames.join(', ')}.`
  game.changeMap(map)
  return `The map is now ${map.id}.`
}
