// Runs the daemon's own enrollment with the one-time key that the panel gave.

import { spawn } from 'node:child_process'
import type { PanelMessage } from '@rookery/contracts/up-protocol.ts'
import type { UpOptions } from './up.ts'

const patienceMs = 60_000

/** null on success, else the reason in words. */
export function enrollLocalDaemon(
  options: UpOptions,
  enrollment: Extract<PanelMessage, { kind: 'local-enrollment' }>,
): Promise<string | null> {
  const { programs, places, environment, workingDirectory } = options
  const args = [programs.daemon, 'enroll', enrollment.panelUrl, '--data', places.daemonDir]
  const child = spawn(process.execPath, args, {
    cwd: workingDirectory,
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: patienceMs,
  })
  // It may have ended before it reads; why, it says itself.
  child.stdin.on('error', () => {})
  child.stdin.end(`${enrollment.key}\n`)
  const chunks: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', code => {
      const args = Buffer.concat(chunks).toString().trim()
      resolve(code === 0 ? null : args || `the daemon's enrollment ended with exit code ${code}`)
    })
  })
}
