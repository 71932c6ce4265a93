// The console on standard input: one command per line, bulk output in the order it was asked for. And the same for RCON.

import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { RconResult } from '../listeners/rcon-listener.ts'
import { parseAdminCommand } from '../logic/admin-command.ts'
import { createLineSplitter } from '../logic/wire/line-splitter.ts'
import type { Terminal } from '../terminal.ts'
import { type AdminDeps, answerCommand } from './answer-command.ts'

const rconCountLimit = 100_000
const linesPerChunk = 500
const chunkBytes = 64 * 1024
const chunksPerMegabyte = 16

export type Endings = { stop: () => void; crash: (code: number) => void; isOver: () => boolean }

const lineLimitBytes = 4096
const waitingJobsLimit = 8

export function openConsole(input: Readable, terminal: Terminal, deps: AdminDeps, endings: Endings) {
  const splitter = createLineSplitter(lineLimitBytes)
  let waitingJobs = 0
  let jobs: Promise<void> = Promise.resolve()
  let commands: Promise<void> = Promise.resolve()
  const complain = (problem: Error) => terminal.line(`That failed: ${problem.message}`, 'bad')

  function queue(job: () => Promise<void>) {
    if (waitingJobs >= waitingJobsLimit)
      return terminal.line('Too many things to print already; wait a moment.', 'bad')
    waitingJobs += 1
    jobs = jobs.then(job).finally(() => {
      waitingJobs -= 1
    })
  }

  async function obey(text: string): Promise<void> {
    const command = parseAdminCommand(text)
    if (command.kind === 'stop') return endings.stop()
    if (command.kind === 'crash') return endings.crash(command.code)
    if (command.kind === 'count') {
      return queue(() => count(command.lines, command.pauseMs, terminal.bulk, endings.isOver))
    }
    if (command.kind === 'flood') {
      return queue(async () => {
        await flood(command.megabytes, terminal.bulk, endings.isOver)
        terminal.line(`flooded ${command.megabytes} MB`)
      })
    }
    for (const line of await answerCommand(deps, command)) terminal.line(line)
  }

  input.on('data', (chunk: Buffer) => {
    for (const line of splitter.feed(chunk)) {
      if (line.tooLong) terminal.line('That line is too long for a command.', 'bad')
      else commands = commands.then(() => obey(line.text)).catch(complain)
    }
  })
  // A console that goes away is no reason to end a game.
  input.on('error', () => undefined)
}

/** The console's commands for RCON: output is returned instead of printed. */
export async function runRconCommand(deps: AdminDeps, endings: Endings, text: string): Promise<RconResult> {
  const command = parseAdminCommand(text)
  if (command.kind === 'stop') return { answer: 'Stopping.\n', afterwards: endings.stop }
  if (command.kind === 'crash') {
    return { answer: 'As you wish.\n', afterwards: () => endings.crash(command.code) }
  }
  if (command.kind === 'flood') return { answer: 'Flooding works on the console only.\n' }
  if (command.kind === 'count') {
    if (command.pauseMs > 0) return { answer: 'Counting slowly works on the console only.\n' }
    if (command.lines > rconCountLimit)
      return { answer: `Over RCON, count goes to ${rconCountLimit} at most.\n` }
    return { answer: numberedLines(1, command.lines) }
  }
  return { answer: (await answerCommand(deps, command)).map(line => `${line}\n`).join('') }
}

/** Each number exactly once and in order; `isOver` ends it early when the game stops. */
async function count(
  lines: number,
  pauseMs: number,
  print: (text: string) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const step = pauseMs > 0 ? 1 : linesPerChunk
  for (let first = 1; first <= lines && !isOver(); first += step) {
    await print(numberedLines(first, Math.min(lines, first + step - 1)))
    if (pauseMs > 0 && first < lines) await pause(pauseMs)
  }
}

function numberedLines(first: number, last: number): string {
  let text = ''
  for (let number = first; number <= last; number++) text += `line ${number}\n`
  return text
}

async function flood(
  megabytes: number,
  print: (text: string) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const line = `${'The goose honks. '.repeat(4).slice(0, 63)}\n`
  const chunk = line.repeat(chunkBytes / line.length)
  for (let sent = 0; sent < megabytes * chunksPerMegabyte && !isOver(); sent++) await print(chunk)
}
