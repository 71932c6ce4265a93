// The daemon program beside the panel, which knows storages and restic: one order on its standard input, answers as lines.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  type RecoveryAnswer,
  type RecoveryCommand,
  recoveryAnswer,
} from '@rookery/contracts/recovery-command.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'

export interface BackupProgram {
  /** Null: there is none here. */
  file: string | null
  /** Where the settings of a daemon of this machine are, enrolled or not. */
  daemonFolder: string
}

const limitMs = 3 * 3_600_000
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'BACKUP_RESTIC_PATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

type AnswerTo<Kind extends RecoveryAnswer['answer']> = Extract<RecoveryAnswer, { answer: Kind }>

/** Throws a sentence that says what failed, why, and what to do. */
export async function askBackupProgram<Kind extends RecoveryAnswer['answer']>(
  { file, daemonFolder }: BackupProgram,
  command: RecoveryCommand,
  wanted: Kind,
  signal: AbortSignal,
): Promise<AnswerTo<Kind>> {
  if (file === null || !existsSync(file)) {
    throw new Error(
      'The panel backs itself up with the daemon program, which is not beside it. In a clone, run: npm run build',
    )
  }
  // The secrets of the panel are none of the program's business.
  const env = Object.fromEntries(
    passedOn.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const child = spawn(process.execPath, [file, '--recovery-command', '--data', daemonFolder], {
    // The channel closes with this panel, however it ends, and the program then gives up.
    ...{ stdio: ['pipe', 'pipe', 'pipe', 'ipc'], env, killSignal: 'SIGTERM' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  }) as ChildProcessWithoutNullStreams
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(command))
  let complaints = ''
  child.stderr.on('data', chunk => {
    complaints = `${complaints}${chunk}`.slice(-2_000)
  })
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', code => resolve(`it ended with ${code}`))
  })
  let last: RecoveryAnswer | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    last = parseJsonOrNull(recoveryAnswer, line) ?? last
  }
  const end = await ended
  if (last?.answer === wanted) return last as AnswerTo<Kind>
  if (last?.answer === 'problem') throw new Error(last.details ? `${last.text} (${last.details})` : last.text)
  throw new Error(`The daemon program did not answer: ${complaints.trim() || end}.`)
}
