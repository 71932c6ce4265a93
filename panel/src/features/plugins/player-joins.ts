// Notices players who join, for plugins that listen to it: asks the games from time to time, and nobody else's games.

import type { GamePlayer } from '@rookery/contracts/players.ts'
import type { PluginEventMessage } from '@rookery/contracts/plugin/host-calls.ts'
import type { PluginServer } from './host/host-functions.ts'
import { joinedSince } from './logic/joined-since.ts'

interface PlayerJoinDeps {
  /** While nobody listens, no game is asked. */
  isWanted(): boolean
  /** Game servers that run on a connected node. */
  runningServers(): Promise<PluginServer[]>
  /** Throws when the game cannot tell, or does not answer. */
  listPlayers(gameServerId: number): Promise<GamePlayer[]>
  publish(message: PluginEventMessage): void
}

const atOnce = 4

export interface PlayerJoins {
  /** One look at all games; does nothing while another one is under way. */
  check(): Promise<void>
}

export function createPlayerJoins({
  isWanted,
  runningServers,
  listPlayers,
  publish,
}: PlayerJoinDeps): PlayerJoins {
  let seen = new Map<number, readonly string[]>()
  let isLooking = false

  async function checkAt(server: PluginServer): Promise<readonly string[] | null> {
    const players = await listPlayers(server.id).catch(() => null)
    const before = seen.get(server.id) ?? null
    // A game that does not answer now is compared with what it said last.
    if (players === null) return before
    const names = players.map(player => player.name)
    for (const name of joinedSince(before, names)) publish({ event: 'player.join', server, player: { name } })
    return names
  }

  async function checkAll(): Promise<void> {
    const waiting = await runningServers()
    const next = new Map<number, readonly string[]>()
    const work = async () => {
      for (let server = waiting.shift(); server; server = waiting.shift()) {
        const names = await checkAt(server)
        if (names) next.set(server.id, names)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    seen = next
  }

  return {
    async check() {
      if (isLooking) return
      if (!isWanted()) {
        seen = new Map()
        return
      }
      isLooking = true
      try {
        await checkAll()
      } finally {
        isLooking = false
      }
    },
  }
}
