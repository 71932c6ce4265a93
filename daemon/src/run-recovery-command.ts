// `daemon --recovery-command`: one order as JSON on standard input, answers as JSON lines on standard output.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type RecoveryAnswer, recoveryCommand } from '@rookery/contracts/recovery-command.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import { performRecoveryCommand } from './features/backups/perform-recovery-command.ts'
import { ArchiveEngine } from './platform/backups/archive/archive-engine.ts'
import { BackupError } from './platform/backups/backup-engine.ts'
import { ResticEngine, type ResticOptions } from './platform/backups/restic/restic-engine.ts'

type ResticPrograms = Pick<ResticOptions, 'program' | 'shippedProgram'>

export async function runRecoveryCommand(restic: ResticPrograms): Promise<void> {
  const canceling = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => canceling.abort())
  // Whoever keeps a channel to this program is gone when it closes: nobody would learn what came of it.
  process.on('disconnect', () => canceling.abort())
  process.channel?.unref()
  process.stdout.on('error', () => canceling.abort())
  const stateFolder = await mkdtemp(join(tmpdir(), 'rookery-recovery-'))
  const engines = {
    restic: await openRestic({ ...restic, stateFolder }),
    archive: new ArchiveEngine(Date.now),
  }
  try {
    const command = parseJson(recoveryCommand, await text(process.stdin), 'what is asked for')
    say(await performRecoveryCommand(command, { engines, say, signal: canceling.signal }))
  } catch (error) {
    say(problemOf(error, canceling.signal))
    process.exitCode = 1
  } finally {
    await Promise.all([engines.restic.close(), engines.archive.close()])
    await rm(stateFolder, { recursive: true, force: true })
  }
}

function say(answer: RecoveryAnswer): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

/** Where root may not make a room of its own, as in many containers, it goes without: no game is at work here. */
async function openRestic(options: ResticOptions): Promise<ResticEngine> {
  const engine = new ResticEngine(options)
  try {
    await engine.version()
  } catch (error) {
    if (error instanceof BackupError && error.code === 'denied') {
      return new ResticEngine({ ...options, sandboxKind: 'open' })
    }
  }
  return engine
}

function problemOf(error: unknown, { aborted }: AbortSignal): RecoveryAnswer {
  const details = error instanceof BackupError ? error.details : ''
  const message = error instanceof Error ? error.message : String(error)
  return { answer: 'problem', text: aborted ? 'Canceled. Nothing was restored.' : message, details }
}
