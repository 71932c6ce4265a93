// Runs the command that the panel shows for a new node, as it is pasted into a shell, and watches what others can see of it.

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proofSize } from '../test-services/proof-size.ts'
import { programFile } from '../test-services/start-program.ts'

/** The command shows what it shows for as long as it runs: a proof would also see what comes and goes. */
export const watchEveryMs = proofSize({ short: 50, proof: 5 })

export type Shell = 'sh' | 'bash' | 'dash'

export interface Joined {
  code: number | null
  output: string
  /** Command lines and environments of any process in which the secret stood. */
  seen: string[]
}

/** A `secret` is looked for in the process list for as long as the command runs. */
export async function pasteCommand(
  command: string,
  { dataDir, shell = 'sh', secret }: { dataDir: string; shell?: Shell; secret?: string },
): Promise<Joined> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-path-'))
  const shim = join(folder, 'rookery')
  writeFileSync(
    shim,
    `#!/bin/sh\nexec '${process.execPath}' --no-warnings '${programFile('rookery')}' "$@"\n`,
  )
  chmodSync(shim, 0o755)
  try {
    // As a person does it: the shell reads the command from its own input, not from its arguments.
    const child = spawn(shell, ['-s'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: `${folder}:${process.env.PATH}`, DATA_DIR: dataDir },
    })
    child.stdin.end(`${command}\n`)
    return await watch(child, secret)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function watch(child: ChildProcess, secret?: string): Promise<Joined> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      output += chunk
    })
  }
  const seen = new Set<string>()
  const look = setInterval(() => {
    if (secret) for (const found of processesThatShow(secret)) seen.add(found)
  }, watchEveryMs)
  return new Promise(resolve =>
    child.on('close', code => {
      clearInterval(look)
      resolve({ code, output, seen: [...seen] })
    }),
  )
}

/** What any user can read of a command line, and the same user of an environment. */
export function processesThatShow(secret: string): string[] {
  const files = readdirSync('/proc')
    .filter(name => /^[0-9]+$/.test(name))
    .flatMap(pid => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])
  return files.flatMap(file => {
    try {
      const text = readFileSync(file, 'latin1')
      return text.includes(secret) ? [text.replaceAll('\0', ' ')] : []
    } catch {
      return []
    }
  })
}
