// RCON of all game servers: a command goes to the game that runs, its answer comes back masked and bounded.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { cutRconAnswer } from '@rookery/contracts/rcon-answer.ts'
import type { RconProtocol } from '@rookery/contracts/template/control.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { openBattlEyeClient } from './battleye-client.ts'
import { openGoldSourceClient } from './goldsource-client.ts'
import { openQuake3Client } from './quake3-client.ts'
import type { RconAddress, RconClient } from './rcon-client.ts'
import { RconConnection } from './rcon-connection.ts'
import { minecraftDialect, openSourceClient, sourceDialect } from './source-client.ts'

const openers: Record<RconProtocol, (address: RconAddress) => Promise<RconClient>> = {
  source: address => openSourceClient(address, sourceDialect),
  minecraft: address => openSourceClient(address, minecraftDialect),
  goldsource: address => openGoldSourceClient(address),
  quake3: address => openQuake3Client(address),
  battleye: address => openBattlEyeClient(address),
}

export interface Rcon {
  /** Throws LinkRefusal in words. */
  send(gameServerId: number, command: string): Promise<string>
  close(): void
}

/** What can be spoken to; throws LinkRefusal in words when nothing can. */
export function runningGame(
  gameServers: GameServers,
  gameServerId: number,
): { definition: GameServerDefinition; process: RunningProcess } {
  const supervisor = gameServers.get(gameServerId)
  if (!supervisor?.process) {
    throw new LinkRefusal('conflict', 'the game is not running: start it first')
  }
  if (supervisor.record.state === 'paused') {
    throw new LinkRefusal('conflict', 'the game is paused and cannot answer: resume it first')
  }
  return { definition: supervisor.record.definition, process: supervisor.process }
}

interface OpenConnection {
  key: string
  connection: RconConnection
}

export function createRcon(
  gameServers: GameServers,
  open: (protocol: RconProtocol, address: RconAddress) => Promise<RconClient> = openRconClient,
): Rcon {
  const retained = new Map<number, OpenConnection>()

  function letGo(gameServerId: number, { connection }: OpenConnection): void {
    connection.close()
    if (retained.get(gameServerId)?.connection === connection) retained.delete(gameServerId)
  }

  /** Another run, port or password needs another connection. */
  function connectionOf(gameServerId: number): RconConnection {
    const { definition, process } = runningGame(gameServers, gameServerId)
    const { rcon, query_address: host } = definition
    if (!rcon) throw new LinkRefusal('conflict', 'this game has no RCON: its template does not describe it')
    const address = { host, port: rcon.port, password: rcon.password }
    const key = JSON.stringify([process.streamId, rcon.protocol, address])
    const known = retained.get(gameServerId)
    if (known?.key === key) return known.connection
    if (known) letGo(gameServerId, known)
    const fresh = { key, connection: new RconConnection(() => open(rcon.protocol, address)) }
    retained.set(gameServerId, fresh)
    void process.exit.then(() => letGo(gameServerId, fresh))
    return fresh.connection
  }

  return {
    async send(gameServerId, command) {
      if (command.trim() === '' || /\p{Cc}/u.test(command)) {
        throw new LinkRefusal('invalid_input', 'an RCON command is one line without control characters')
      }
      const answer = await connectionOf(gameServerId).send(command)
      return cutRconAnswer(gameServers.mask(gameServerId, answer))
    },
    close() {
      for (const [gameServerId, one] of retained) letGo(gameServerId, one)
    },
  }
}

/** Opens the client that speaks a template's RCON protocol. */
function openRconClient(protocol: RconProtocol, address: RconAddress): Promise<RconClient> {
  return openers[protocol](address)
}
