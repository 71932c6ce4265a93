// npm run dev: panel and daemon from source, restarted on change, and the web pages from Vite; Ctrl-C ends all of it.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { commandOf, toolEnvironment } from './run-program.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export async function dev(root: string, args: string[]): Promise<number> {
  const environment = { ...toolEnvironment(root), DATA_DIR: process.env.DATA_DIR ?? join(root, 'data') }
  const up = spawn(process.execPath, ['cli/src/main.ts', 'up', '--watch', '--verbose', ...args], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  })
  const web = spawn(process.execPath, [commandOf(root, 'vite')], {
    cwd: join(root, 'web'),
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [web.stdout, web.stderr]) {
    createInterface({ input: stream }).on('line', line => console.log(`web     ${line}`))
  }
  for (const signal of signals) process.on(signal, () => stopBoth(up, web))
  const ended = [endOf(up), endOf(web)]
  const first = await Promise.race(ended)
  stopBoth(up, web)
  await Promise.all(ended)
  return first
}

function stopBoth(up: ChildProcess, web: ChildProcess): void {
  up.kill('SIGTERM')
  web.kill('SIGTERM')
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise(resolve => {
    child.on('error', () => resolve(1))
    child.on('close', code => resolve(code ?? 0))
  })
}
