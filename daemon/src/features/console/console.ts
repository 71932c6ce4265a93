// The consoles of all game servers: the output of the current or last run, and the way to type into it.

import type { ErrorCode } from '@rookery/contracts/errors.ts'
import { ProcessError, type RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { checkConsoleLine } from './logic/console-line.ts'
import { RunOutput } from './run-output.ts'

export class ConsoleRefused extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The size that every game's terminal begins with. */
export const usualTerminal = { cols: 120, rows: 40 }

interface GameConsole {
  output: RunOutput | null
  replaced: PromiseWithResolvers<void>
}

export interface Consoles {
  /** From now on this run is what the console of its game server shows. */
  follow(running: RunningProcess, secrets: readonly string[], isNew: boolean): void
  addSecrets(gameServerId: number, secrets: readonly string[]): void
  /** Types one line and its newline. */
  type(gameServerId: number, line: Uint8Array): Promise<void>
  current(gameServerId: number): RunOutput | null
  /** Resolves when another run takes the place of the current one. */
  replaced(gameServerId: number): Promise<void>
  forget(gameServerId: number): void
}

export function createConsoles(): Consoles {
  const consoles = new Map<number, GameConsole>()

  function consoleOf(gameServerId: number): GameConsole {
    const known = consoles.get(gameServerId)
    if (known) return known
    const fresh = { output: null, replaced: Promise.withResolvers<void>() }
    consoles.set(gameServerId, fresh)
    return fresh
  }

  return {
    follow(running, secrets, isNew) {
      const gameConsole = consoleOf(running.id)
      gameConsole.output = new RunOutput(running, secrets, isNew, usualTerminal)
      const { resolve } = gameConsole.replaced
      gameConsole.replaced = Promise.withResolvers()
      resolve()
    },
    addSecrets: (gameServerId, secrets) => consoles.get(gameServerId)?.output?.addSecrets(secrets),
    async type(gameServerId, line) {
      const checked = checkConsoleLine(line)
      if ('problem' in checked) throw new ConsoleRefused('invalid_input', checked.problem)
      const output = consoles.get(gameServerId)?.output
      if (!output || output.isOver) throw notRunning()
      await typeInto(output.process, checked.typed)
    },
    current: gameServerId => consoles.get(gameServerId)?.output ?? null,
    replaced: gameServerId => consoleOf(gameServerId).replaced.promise,
    forget: gameServerId => void consoles.delete(gameServerId),
  }
}

async function typeInto(running: RunningProcess, typed: Buffer): Promise<void> {
  try {
    await running.write(typed)
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error
    if (error.code === 'ended') throw notRunning()
    if (error.code === 'input_full') {
      throw new ConsoleRefused(
        'conflict',
        'the game does not read its console: what was typed before still waits',
      )
    }
    throw new ConsoleRefused('unavailable', error.message)
  }
}

function notRunning(): ConsoleRefused {
  return new ConsoleRefused('conflict', 'the game server is not running: start it first')
}
