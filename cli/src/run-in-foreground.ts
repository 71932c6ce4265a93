// Runs a program as if it were this command, or to its end for its output.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Where the system can, this process becomes the program, so that nothing stands between it and its caller. */
export function runInForeground(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  if (process.execve) process.execve(process.execPath, [process.execPath, ...args], environment)
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: environment })
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, passOn)
  return new Promise(resolve => {
    child.on('error', error => {
      console.error(`It does not start: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  })
}

/** A slow machine makes and migrates a database in it. */
const usualPatienceMs = 120_000

/** Runs a program to its end, as another user where one is named, and returns what it wrote to standard output. */
export function runForOutput(
  args: string[],
  environment: NodeJS.ProcessEnv,
  options: { input?: string; owner?: { uid: number; gid: number } | null; patienceMs?: number } = {},
): Promise<{ status: number; output: string; complaints: string }> {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment,
    timeout: options.patienceMs ?? usualPatienceMs,
    ...options.owner,
  })
  // A program that ends without reading it is no failure of ours.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input)
  const output: Buffer[] = []
  const complaints: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  return new Promise(resolve => {
    child.on('error', error => resolve({ status: 1, output: '', complaints: error.message }))
    child.on('close', code =>
      resolve({
        status: code ?? 1,
        output: Buffer.concat(output).toString(),
        complaints: Buffer.concat(complaints).toString().trim(),
      }),
    )
  })
}
