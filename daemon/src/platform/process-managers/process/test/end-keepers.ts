// Ends what a test has left behind: the games of a keeper, the keeper that serves a socket, and any still on its way to find it taken.

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openProcessManager } from '../process.ts'

const limitMs = 30_000

/** Ends every game that is left, and then the keeper. */
export async function endGamesAndKeepers(socketFile: string, userIdBase: number): Promise<void> {
  await endGames(socketFile, userIdBase)
  await endKeepers(socketFile)
}

/** For a keeper that goes on to serve others: it has none of these games any more. */
export async function endGames(socketFile: string, userIdBase: number): Promise<void> {
  const cleaner = openProcessManager({ socketFile, userIdBase })
  for (const left of await cleaner.adopt()) {
    await left.endTree()
    await left.exit
    await left.forget()
  }
  await cleaner.close()
}

/** For when nothing is kept any more: what still runs would lose its terminal. */
export async function endKeepers(socketFile: string): Promise<void> {
  const deadline = performance.now() + limitMs
  for (let pids = keepersOf(socketFile); pids.length > 0; pids = keepersOf(socketFile)) {
    if (performance.now() > deadline) throw new Error(`the keepers ${pids.join(', ')} do not end`)
    for (const pid of pids) endProcess(pid)
    await delay(10)
  }
}

function keepersOf(socketFile: string): number[] {
  const word = `--socket=${socketFile}`
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && messageOf(name).includes(word))
    .map(Number)
}

/** None for a process that has ended. */
function messageOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in between.
  }
}
