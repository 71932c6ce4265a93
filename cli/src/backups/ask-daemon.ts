// Has the daemon program do what a command about backups needs, and passes on what it says meanwhile.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import {
  type RecoveryAnswer,
  type RecoveryCommand,
  recoveryAnswer,
} from '@rookery/contracts/recovery-command.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Progress } from './progress.ts'

/** A sentence for the person at the keyboard; nothing was changed. */
export class BackupsProblem extends Error {}

export interface DaemonProgram {
  argv: string[]
  environment: NodeJS.ProcessEnv
}

type LastAnswer<Kind extends RecoveryAnswer['answer']> = Extract<RecoveryAnswer, { answer: Kind }>

export async function askDaemon<Kind extends RecoveryAnswer['answer']>(
  { argv, environment }: DaemonProgram,
  command: RecoveryCommand,
  wanted: Kind,
  progress: Progress,
): Promise<LastAnswer<Kind>> {
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'pipe'], env: environment })
  // It hears of Ctrl-C by itself, ends in good order and says so.
  const wait = () => {}
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', wait)
  process.on('SIGTERM', passOn)
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(command))
  let complaints = ''
  child.stderr.on('data', chunk => {
    complaints += chunk
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  let last: RecoveryAnswer | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = parseJsonOrNull(recoveryAnswer, line)
    if (answer?.answer === 'step') progress.step(answer.text)
    else if (answer?.answer === 'progress') progress.move(answer.bytes_done, answer.bytes_total)
    else last = answer ?? last
  }
  await ended
  progress.end()
  process.off('SIGINT', wait)
  process.off('SIGTERM', passOn)
  if (last?.answer === wanted) return last as LastAnswer<Kind>
  if (last?.answer === 'problem') {
    throw new BackupsProblem([last.text, ...(last.details ? [`(${last.details})`] : [])].join('\n'))
  }
  throw new BackupsProblem(complaints.trim() || 'the daemon program does not answer; run: rookery doctor')
}
