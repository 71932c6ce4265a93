// A shipped program that answers /api/health on a port of its own, from its start to its end.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Bundled, as people run it. */
export const bundledPanel = new URL('../../dist/panel.mjs', import.meta.url)

export interface ServerProgram {
  url: string
  pid: number
  /** From its start to its first answer. */
  startMs: number
  end(): Promise<void>
}

interface StartOptions {
  dataDir: string
  /** Beside ports and secrets; ports may be among them. */
  variables?: Record<string, string>
}

export async function startServerProgram(
  file: URL,
  { dataDir, variables = {} }: StartOptions,
): Promise<ServerProgram> {
  const environment: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
    HTTP_PORT: String(await freePort()),
    GRPC_PORT: String(await freePort()),
    ...variables,
  }
  const startedMs = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(file)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  const url = `http://127.0.0.1:${environment.HTTP_PORT}`
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    while (!(await isAnswering(`${url}/api/health`))) {
      if (child.exitCode !== null) throw new Error(`${file.pathname} ended with ${child.exitCode}`)
      if (performance.now() - startedMs > 60_000) throw new Error(`${url} did not answer for a minute`)
      await delay(5)
    }
  } catch (error) {
    await end()
    throw error
  }
  return { url, pid: child.pid ?? 0, startMs: performance.now() - startedMs, end }
}

function isAnswering(address: string): Promise<boolean> {
  return fetch(address).then(
    answer => answer.ok,
    () => false,
  )
}

export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
