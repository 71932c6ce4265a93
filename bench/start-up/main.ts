// How long the bundled panel takes from its start to an answering /api/health, and how much memory it holds when idle.
// The baseline, measured in turns in the same run, is a bare HTTP server on the same Node.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const rounds = 5
const aims = { startMs: 1_000, residentMb: 120 }
const panel = fileURLToPath(new URL('../../dist/panel.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'rookery-bench-'))
const bare = join(folder, 'bare.mjs')
writeFileSync(
  bare,
  `import { createServer } from 'node:http'
createServer((_, answer) => answer.end('{"status":"ok"}')).listen(process.env.HTTP_PORT, '127.0.0.1')`,
)

interface Measured {
  startMs: number
  residentMb: number
}

try {
  const results = { panel: [] as Measured[], bare: [] as Measured[] }
  await measure(panel)
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await measure(bare))
    results.panel.push(await measure(panel))
  }
  report('start to /api/health, ms', 'startMs', aims.startMs)
  report('resident memory when idle, MB', 'residentMb', aims.residentMb)

  function report(work: string, key: keyof Measured, aim: number): void {
    const figure = median(results.panel.map(one => one[key]))
    const baseline = median(results.bare.map(one => one[key]))
    const verdict = figure > aim ? '  below aim' : ''
    console.log(
      `${work.padEnd(32)} ${figure.toFixed(0).padStart(6)}  bare ${baseline.toFixed(0).padStart(5)}  ratio ${(figure / baseline).toFixed(2)}  aim ${aim}${verdict}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(program: string): Promise<Measured> {
  const [httpPort, grpcPort] = [await freePort(), await freePort()]
  const startedMs = performance.now()
  const child = spawn(process.execPath, [program], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      AUTH_SECRET: '0123456789abcdef0123456789abcdef',
      HTTP_PORT: String(httpPort),
      GRPC_PORT: String(grpcPort),
    },
  })
  try {
    await answered(`http://127.0.0.1:${httpPort}/api/health`)
    const startMs = performance.now() - startedMs
    await new Promise(resolve => setTimeout(resolve, 5_000))
    return { startMs, residentMb: residentMb(child.pid ?? 0) }
  } finally {
    const ended = new Promise(resolve => child.on('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

async function answered(url: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    const isUp = await fetch(url)
      .then(response => response.ok)
      .catch(() => false)
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  throw new Error(`${url} did not answer`)
}

function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const listener = createServer().listen(0, '127.0.0.1', () => {
      const address = listener.address()
      listener.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
