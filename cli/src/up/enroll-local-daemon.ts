// Runs the daemon's own enrolment with the one-time key that the panel gave.

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
  const words = [
    programs.daemon,
    'enroll',
    enrollment.panelUrl,
    '--key',
    enrollment.key,
    '--data',
    places.daemonDir,
  ]
  const child = spawn(process.execPath, words, {
    cwd: workingDirectory,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: patienceMs,
  })
  const chunks: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', code => {
      const words = Buffer.concat(chunks).toString().trim()
      resolve(code === 0 ? null : words || `the daemon's enrolment ended with exit code ${code}`)
    })
  })
}
