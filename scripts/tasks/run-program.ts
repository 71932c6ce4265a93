// Starts one of the tools of this repository as a process and tells how it ended.

import { type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** The JavaScript file behind a package's command, run with this Node whatever PATH says. */
export function commandOf(root: string, packageName: string, command = packageName): string {
  const manifestPath = createRequire(join(root, 'package.json')).resolve(`${packageName}/package.json`)
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[command]
  if (!file) throw new Error(`${packageName} has no command ${command}`)
  return join(dirname(manifestPath), file)
}

/** Tools that start `node` themselves find the same one. */
export function toolEnvironment(root: string): NodeJS.ProcessEnv {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path }
}

export interface Ended {
  status: number
  output: string
}

/** Runs `node …words`; with `capture` the output is returned instead of shown. */
export function runNode(root: string, args: string[], how: { capture: boolean }): Promise<Ended> {
  const options: SpawnOptions = {
    cwd: root,
    env: toolEnvironment(root),
    stdio: how.capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  }
  const child = spawn(process.execPath, args, options)
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ status: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}
