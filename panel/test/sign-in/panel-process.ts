// A panel in a process of its own, as an operator runs it; it ends with the test, even when the test is killed.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isPanelMessage } from '@rookery/contracts/up-protocol.ts'
import { programFile } from '../../../test-services/start-program.ts'
import { requestsTo } from '../requests-to.ts'
import { administrator } from '../start-test-panel.ts'

const startLimitMs = 60_000

export type PanelProcess = Awaited<ReturnType<typeof startPanelProcess>>

export async function startPanelProcess(variables: Record<string, string> = {}, nodeOptions: string[] = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-panel-process-'))
  const child = fork(programFile('panel'), {
    execArgv: nodeOptions,
    // Its channel closes when this process ends: the panel then ends too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      // Ports that are free at the moment; the panel tells which.
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      AUTH_SECRET: '0123456789abcdef0123456789abcdef',
      AUTH_BCRYPT_COST: '10',
      ADMIN_PASSWORD: administrator.password,
      ...variables,
    },
  })
  const output = collectOutput(child)
  const stop = async () => {
    await end(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await readyAddress(child, output)
    await waitUntilHealthy(url, output)
    const request = requestsTo(url)
    return {
      url,
      processId: child.pid ?? 0,
      child,
      request,
      async signIn({ login, password } = administrator): Promise<string> {
        const answer = await request('POST', '/api/auth/login', { body: { login, password } })
        if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`)
        return answer.json.token
      },
      output,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function collectOutput(child: ChildProcess): () => string {
  let stored = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      stored += chunk
    })
  }
  return () => stored
}

async function readyAddress(child: ChildProcess, output: () => string): Promise<string> {
  const signal = AbortSignal.timeout(startLimitMs)
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the panel ended with ${code} while it started:\n${output()}`)
  })
  const ready = async () => {
    for (;;) {
      const [message] = await once(child, 'message', { signal })
      if (isPanelMessage(message) && message.kind === 'ready') return message.url
    }
  }
  const url = new URL(await Promise.race([ready(), ended]))
  ended.catch(() => {})
  return `http://127.0.0.1:${url.port}`
}

async function waitUntilHealthy(url: string, output: () => string): Promise<void> {
  const endsAt = Date.now() + startLimitMs
  const isHealthy = () =>
    fetch(`${url}/api/health`).then(
      answer => answer.ok,
      () => false,
    )
  while (!(await isHealthy())) {
    if (Date.now() > endsAt) throw new Error(`the panel does not answer:\n${output()}`)
    await pause(50)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), 40_000)
  await ended
  clearTimeout(killer)
}
