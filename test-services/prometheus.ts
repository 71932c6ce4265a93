// A real Prometheus for tests, with a configuration of the test's own, and its answers to queries.

import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, type RunningComponent, startComponent } from './running-component.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

export interface QueryResult {
  labels: Record<string, string>
  value: number
}

export interface RunningPrometheus extends RunningComponent {
  /** The values of now; throws with the words of Prometheus where it refuses the expression. */
  query(expression: string): Promise<QueryResult[]>
  /** What it says of each address that it scrapes: its health, and the last error in words. */
  targets(): Promise<{ health: string; lastError: string; lastScrapeDuration: number }[]>
}

/** Why Prometheus cannot be started here, or null. */
export function missingPrometheus(): string | null {
  const missing = ['prometheus', 'promtool'].find(program => findProgram(program) === null)
  return missing === undefined ? null : `${missing} is not installed (Debian package prometheus)`
}

/** `configuration` is the whole file. */
export async function startPrometheus(configuration: string): Promise<RunningPrometheus> {
  const program = findProgram('prometheus')
  if (program === null) throw new Error(missingPrometheus() ?? '')
  return startComponent<RunningPrometheus>({
    name: 'prometheus',
    systemUser: 'prometheus',
    start: async plan => {
      const file = join(plan.folder, 'prometheus.yml')
      await writeFile(file, configuration, { mode: 0o644 })
      return plan.start(program, [
        `--config.file=${file}`,
        `--storage.tsdb.path=${plan.folder}/series`,
        `--web.listen-address=127.0.0.1:${plan.port}`,
      ])
    },
    isReady: async ({ port }) => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok,
    describe: ({ port }, stop) => {
      const url = `http://127.0.0.1:${port}`
      const ask = (path: string) => askPrometheus(`${url}${path}`)
      return {
        ...{ url, port, stop },
        async query(expression) {
          const data = (await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)) as QueryData
          return data.result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) }))
        },
        async targets() {
          const data = (await ask('/api/v1/targets?state=active')) as TargetData
          return data.activeTargets
        },
      }
    },
  })
}

interface QueryData {
  result: { metric: Record<string, string>; value: [atSeconds: number, value: string] }[]
}

interface TargetData {
  activeTargets: { health: string; lastError: string; lastScrapeDuration: number }[]
}

async function askPrometheus(address: string): Promise<unknown> {
  const answer = (await (await fetch(address)).json()) as { status: string; error?: string; data: unknown }
  if (answer.status !== 'success') throw new Error(`Prometheus refuses ${address}: ${answer.error}`)
  return answer.data
}

/** What its own linter finds in an exposition, line by line; nothing is the aim. */
export async function lintExposition(text: string): Promise<string[]> {
  const { output } = await runPromtool(['check', 'metrics'], text)
  return output.split('\n').filter(line => line !== '')
}

/** Whether it takes a file of rules, or of its configuration without looking for the files that it names. */
export async function checkFile(kind: 'rules' | 'config', text: string) {
  const folder = await createTemporaryFolder('promtool')
  try {
    const file = join(folder, `${kind}.yml`)
    await writeFile(file, text)
    return await runPromtool(['check', kind, ...(kind === 'config' ? ['--syntax-only'] : []), file])
  } finally {
    await rm(folder, { recursive: true })
  }
}

function runPromtool(args: string[], input = ''): Promise<{ isGood: boolean; output: string }> {
  const program = findProgram('promtool')
  if (program === null) throw new Error(missingPrometheus() ?? '')
  return new Promise(resolve => {
    const child = execFile(program, args, (error, out, errors) =>
      resolve({ isGood: error === null, output: `${out}${errors}` }),
    )
    child.stdin?.end(input)
  })
}
