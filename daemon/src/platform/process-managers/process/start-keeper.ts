// Starts a keeper that outlives this process; when another one is already there, the new one leaves by itself.

import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export interface KeeperProgram {
  socketFile: string
  mainFile: string
  launcherFile: string
  /** Where the keeper writes about its own faults; nowhere when absent. */
  logFile?: string
  lingerMs?: number
}

/** In a session of its own and with an empty environment: neither a signal nor a secret of the daemon reaches it. */
export function startKeeperProcess(program: KeeperProgram): void {
  const log = program.logFile === undefined ? 'ignore' : openSync(program.logFile, 'a', 0o600)
  const keeperArguments = [
    '--no-warnings',
    program.mainFile,
    `--socket=${program.socketFile}`,
    `--launcher=${program.launcherFile}`,
  ]
  if (program.lingerMs !== undefined) keeperArguments.push(`--linger-ms=${program.lingerMs}`)
  const keeper = spawn(process.execPath, keeperArguments, {
    detached: true,
    stdio: ['ignore', log, log],
    env: {},
    cwd: '/',
  })
  keeper.on('error', () => {})
  keeper.unref()
  if (typeof log === 'number') closeSync(log)
}
