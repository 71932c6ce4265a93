// node bench/start-up/main.ts: how long the bundled panel takes from its start to an answering /api/health, with a
// database that it has made before and programs that it has compiled before. The baseline is a bare HTTP server on the same Node.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { detail, report } from '../report/report.ts'
import { atMost } from '../report/row.ts'
import { bundledPanel, startServerProgram } from '../world/server-program.ts'

const aimMs = 1_000
const bareServer = new URL('./bare-server.mjs', import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'rookery-bench-'))

try {
  const first = await startOf(bundledPanel)
  report({ work: 'start to /api/health, new database', figure: first, unit: 'ms' })
  // Leaves behind what has been compiled.
  await startOf(bundledPanel)
  const rounds = await measureRounds({
    figure: () => startOf(bundledPanel),
    baseline: () => startOf(bareServer),
  })
  report({ work: 'start to /api/health', unit: 'ms', ...middleRound(rounds), aim: atMost(aimMs) })
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function startOf(file: URL): Promise<number> {
  const program = await startServerProgram(file, { dataDir })
  const begunMs = performance.now()
  await program.end()
  detail(
    `${file.pathname.split('/').at(-1)}: ${program.startMs.toFixed(0)} ms, ended in ${(performance.now() - begunMs).toFixed(0)} ms`,
  )
  return program.startMs
}
