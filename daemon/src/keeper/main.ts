// The keeper: the one small process per node that owns the ptys, so that games outlive every restart of the daemon.
//
// It imports the pty library, Node's own modules and the output ring, nothing else: when it dies, the games die.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { startKeeper } from './keeper.ts'
import { readProcessStat } from './process-stat.ts'
import { socketPathProblem } from './socket-path.ts'

/** Tells the one who started it that another keeper serves this socket. */
const exitCodeTaken = 3

/** Reachable for ever: a collected database would give up its lock. */
const heldLocks: DatabaseSync[] = []

function fail(message: string): never {
  process.stderr.write(`keeper: ${message}\n`)
  process.exit(1)
}

function main(): void {
  const { values } = parseArgs({
    options: { socket: { type: 'string' }, launcher: { type: 'string' }, 'linger-ms': { type: 'string' } },
  })
  const { socket: socketFile, launcher: launcherFile } = values
  if (!socketFile || !launcherFile) fail('--socket and --launcher are needed')
  const problem = socketPathProblem(socketFile)
  if (problem !== null) fail(problem)

  process.umask(0o177)
  if (!takeLock(`${socketFile}.lock`)) process.exit(exitCodeTaken)
  rmSync(socketFile, { force: true })
  const pidFile = `${socketFile}.pid`
  const ownLife = `${process.pid} ${readProcessStat(process.pid)?.startTicks ?? 0}\n`
  writeFileSync(pidFile, ownLife)
  preferToBeSpared()

  // A terminal or a session that ends is no reason for games to end.
  process.on('SIGHUP', () => {})
  process.on('SIGINT', () => {})
  process.on('uncaughtException', error => process.stderr.write(`keeper: ${error.stack}\n`))

  startKeeper({
    socketFile,
    launcherFile,
    lingerMs: Number(values['linger-ms'] ?? 60_000),
    onEnd: () => {
      if (isWritten(pidFile, ownLife)) rmSync(pidFile)
      process.exit(0)
    },
  }).on('error', error => fail(`cannot listen on ${socketFile}: ${error.message}`))
}

/**
 * Holds a kernel lock on the file until this process ends, kill -9 included. Node has no call for file locks, so
 * the lock is an exclusive transaction on an empty database. False: another process holds it.
 */
function takeLock(lockFile: string): boolean {
  const database = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    heldLocks.push(database)
    return true
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message.includes('locked')) return false
    throw error
  }
}

/** Another keeper may have its file there by now, when the folder was deleted and filled again. */
function isWritten(file: string, content: string): boolean {
  try {
    return readFileSync(file, 'utf8') === content
  } catch {
    return false
  }
}

/** When memory runs out, one game should go, not the process that holds all of them. Only root may ask for it. */
function preferToBeSpared(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '-900')
  } catch {
    // Without the right to it the kernel decides as for any process.
  }
}

main()
