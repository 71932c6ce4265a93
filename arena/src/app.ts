// Wires the arena together: storage, game, listeners, console, and the ways to end.

import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import pack from '../package.json' with { type: 'json' }
import type { AdminDeps } from './admin/answer-command.ts'
import { type Endings, openConsole, runRconCommand } from './admin/console.ts'
import { createGame, type Game } from './game.ts'
import { openGameListener } from './listeners/game-listener.ts'
import type { Listener } from './listeners/listen.ts'
import { openQueryListener } from './listeners/query-listener.ts'
import { openRconListener } from './listeners/rcon-listener.ts'
import type { Arguments } from './logic/arguments.ts'
import { mapNamed } from './logic/fight/maps.ts'
import { openBans } from './storage/bans.ts'
import { openScores, type Scores } from './storage/scores.ts'
import type { Terminal } from './terminal.ts'

const flushLimitMs = 2_000

export type AppDeps = {
  arguments: Arguments
  rconPassword: string
  terminal: Terminal
  input: Readable
  clockMs: () => number
  random: () => number
  /** Ends the process; called once, after everything is saved and said. */
  exit: (code: number) => void
  crash: (code: number) => void
}

export async function startApp(deps: AppDeps): Promise<Endings> {
  const { terminal, clockMs } = deps
  const { name, maxPlayers } = deps.arguments
  const world = resolve(deps.arguments.world)
  const log = (text: string) => terminal.line(text)
  const warn = (text: string) => terminal.line(text, 'bad')
  log(`Arena ${pack.version} "${name}", world in ${world}`)

  await mkdir(world, { recursive: true })
  const bans = await openBans(world, warn)
  const scores = await openScores(world, warn)
  const map = mapNamed(deps.arguments.map)
  if (!map) throw new Error(`no map ${deps.arguments.map}`)
  const game = createGame({ map, clockMs, random: deps.random, scores, log })

  const doors: Door[] = []
  const startedAtMs = clockMs()
  const about = () => [
    `name: ${name}`,
    ...doors.map(({ purpose, listener }) => `${purpose} port: ${listener.port}`),
    `uptime: ${Math.floor((clockMs() - startedAtMs) / 1000)} s`,
  ]
  const admin: AdminDeps = { game, bans, clockMs, about, maxPlayers }
  const endings = createEndings(deps, game, scores, doors)
  await openDoors(deps, admin, endings, doors)
  openConsole(deps.input, terminal, admin, endings)
  const where = `${deps.arguments.ip}:${doors[0]?.listener.port}`
  terminal.line(`Arena is ready on ${where} (map ${map.id}, 0/${maxPlayers} players)`, 'good')
  return endings
}

type Door = { purpose: string; listener: Listener }

async function openDoors(deps: AppDeps, admin: AdminDeps, endings: Endings, doors: Door[]): Promise<void> {
  const { terminal, clockMs, rconPassword } = deps
  const { ip, name, maxPlayers, port, queryPort, rconPort } = deps.arguments
  const { game, bans } = admin
  const open = (purpose: string, listener: Listener) => {
    doors.push({ purpose, listener })
    terminal.line(`Listening: ${purpose} port ${listener.port}`)
    return listener.port
  }
  const gamePort = open('game', await openGameListener({ ip, port, name, maxPlayers, game, bans, clockMs }))
  const about = { name, version: pack.version, maxPlayers, gamePort }
  open('query', await openQueryListener({ ip, port: queryPort, game, clockMs, about }))
  if (rconPort === null || rconPassword === '') {
    const reason = rconPort === null ? 'no --rcon-port is given' : 'ARENA_RCON_PASSWORD is empty'
    terminal.line(`RCON is off: ${reason}`)
    return
  }
  const log = (text: string) => terminal.line(text, 'bad')
  const run = (command: string) => runRconCommand(admin, endings, command)
  open('rcon', await openRconListener({ ip, port: rconPort, password: rconPassword, clockMs, log, run }))
}

function createEndings(deps: AppDeps, game: Game, scores: Scores, doors: Door[]): Endings {
  const { terminal } = deps
  let isOver = false

  async function closeDown(): Promise<void> {
    terminal.line('Stopping: saying goodbye, saving scores')
    game.dismissAll('[Announcer] The arena closes. Collect your teeth and go. Goodbye!')
    for (const { listener } of doors) listener.close()
    await scores.save()
    terminal.line('Arena has stopped')
    await terminal.flush(flushLimitMs)
    deps.exit(0)
  }

  return {
    isOver: () => isOver,
    crash: deps.crash,
    stop() {
      if (isOver) return
      isOver = true
      void closeDown()
    },
  }
}
