// Starts the arena: reads the command line, runs it, and gives every ending its exit code.

import { startApp } from './app.ts'
import { PortProblem } from './listeners/listen.ts'
import { readArguments, usage } from './logic/arguments.ts'
import { mapNames } from './logic/fight/maps.ts'
import { createTerminal } from './terminal.ts'

const exitCodes = { badArguments: 2, portTrouble: 3, worldTrouble: 4 }

async function main(): Promise<void> {
  const verdict = readArguments(process.argv.slice(2), mapNames)
  if (verdict.kind === 'help') return void process.stdout.write(`${usage}\n`)
  if (verdict.kind === 'refuse')
    return fail(`arena: ${verdict.reason} (--help lists the arguments)`, exitCodes.badArguments)

  const rconPassword = process.env.ARENA_RCON_PASSWORD ?? ''
  const hasColour = process.stdout.isTTY === true && !process.env.NO_COLOR
  const terminal = createTerminal(process.stdout, hasColour, () => new Date())
  try {
    const endings = await startApp({
      arguments: verdict.arguments,
      rconPassword,
      terminal,
      input: process.stdin,
      clockMs: () => Math.round(performance.timeOrigin + performance.now()),
      random: Math.random,
      exit: code => process.exit(code),
      crash: code => fail(crashReport, code),
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endings.stop)
  } catch (problem) {
    const isPort = problem instanceof PortProblem
    const { message } = problem as Error
    fail(
      `arena: ${isPort ? message : `cannot start: ${message}`}`,
      isPort ? exitCodes.portTrouble : exitCodes.worldTrouble,
    )
  }
}

/** Both outputs are flushed first, because exiting would cut what a slow reader has not taken yet. */
function fail(text: string, code: number): void {
  const timer = setTimeout(() => process.exit(code), 2_000)
  process.stdout.write('', () => {
    process.stderr.write(`${text}\n`, () => {
      clearTimeout(timer)
      process.exit(code)
    })
  })
}

const crashReport = `FATAL: TypeError: Cannot read properties of undefined (reading 'mercy')
    at Goose.considerMercy (arena/goose:41:13)
    at Goose.act (arena/goose:17:9)
    at Arena.passTime (arena/tick:23:5)
    at Timeout.tick (arena/clock:8:3)
The goose has broken the arena.`

await main()
