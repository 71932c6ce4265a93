// The console on standard input: one command per line, bulk output in the order it was asked for.

import type { Readable } from 'node:stream'
import { parseAdminCommand } from '../logic/admin-command.ts'
import { createLineSplitter } from '../logic/wire/line-splitter.ts'
import type { Terminal } from '../terminal.ts'
import { type AdminDeps, answerCommand } from './answer-command.ts'
import { count, flood } from './bulk-output.ts'

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
