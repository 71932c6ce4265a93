// Runs a script under the chosen Node as if it were this process: same terminal, same signals, same end.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** npm passes a signal on that the terminal has already sent to everybody: within this time it is the same one. */
const sameSignalMs = 300
const parentCheckMs = 500

export async function handOver(nodeProgram, script, args, mayStay) {
  if (mayStay) {
    process.argv = [process.execPath, script, ...args]
    await import(pathToFileURL(script).href)
    return
  }
  const child = spawn(nodeProgram, [script, ...args], { stdio: 'inherit' })
  const lastSeenMs = new Map()
  for (const signal of forwarded) {
    process.on(signal, () => {
      const now = Date.now()
      const isRepeated = now - (lastSeenMs.get(signal) ?? Number.NEGATIVE_INFINITY) < sameSignalMs
      lastSeenMs.set(signal, now)
      // The terminal sends Ctrl-C to the whole group, the child included.
      if (!isRepeated && !(signal === 'SIGINT' && hasTerminal())) child.kill(signal)
    })
  }
  const parentWatch = watchParent(() => child.kill('SIGTERM'))
  await new Promise(resolve => {
    child.on('error', error => {
      console.error(`Node does not start (${nodeProgram}): ${error.message}`)
      process.exitCode = 1
      resolve()
    })
    child.on('exit', (code, signal) => {
      clearInterval(parentWatch)
      if (signal === null) process.exitCode = code ?? 1
      else endBySignal(signal)
      resolve()
    })
  })
}

/** npm sends SIGTERM to the shell between it and us, which ends without passing it on: its end is the signal. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, parentCheckMs)
  return timer.unref()
}

function hasTerminal() {
  return Boolean(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY)
}

function endBySignal(signal) {
  for (const name of forwarded) process.removeAllListeners(name)
  process.exitCode = 128 + (constants.signals[signal] ?? 0)
  process.kill(process.pid, signal)
}
