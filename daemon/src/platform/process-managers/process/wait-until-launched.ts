// Tells a launcher that became the game from one that gave up, so that a failed start is an error and not an exit.

import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { launchFailureCodes, launchFailurePrefix } from '../../../keeper/launch/launch-description.ts'
import { LaunchError, type ProcessExit, type RunningProcess } from '../process-manager.ts'

const limitMs = 30_000
const pollMs = 5

/** Rejects with the launcher's own sentence. */
export async function waitUntilLaunched(running: RunningProcess, mark: string): Promise<void> {
  const seen: { exit?: ProcessExit } = {}
  void running.exit.then(exit => {
    seen.exit = exit
  })
  const deadline = performance.now() + limitMs
  while (!(await carriesMark(running.pid, mark))) {
    if (seen.exit !== undefined) return checkEarlyExit(running, seen.exit)
    if (performance.now() > deadline) {
      await running.endTree()
      throw new LaunchError('not_runnable', reasonOf('startTimedOut', { seconds: limitMs / 1000 }))
    }
    await delay(pollMs)
  }
}

/** The mark is part of the game's environment, not of the launcher's: it appears with the game. */
async function carriesMark(pid: number, mark: string): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').includes(mark)
  } catch {
    return false
  }
}

async function checkEarlyExit(running: RunningProcess, exit: ProcessExit): Promise<void> {
  if (exit.code === null || !launchFailureCodes.includes(exit.code)) return
  const chunks: Uint8Array[] = []
  for await (const { bytes } of running.output(0)) chunks.push(bytes)
  const text = Buffer.concat(chunks).toString('utf8')
  if (text.startsWith(launchFailurePrefix)) {
    const reason = text.slice(launchFailurePrefix.length).trim()
    const about = { what: 'program', name: reason.split(' ', 1)[0] ?? '' } as const
    throw new LaunchError('not_runnable', reason, exit.code === 127 ? { about } : {})
  }
}
