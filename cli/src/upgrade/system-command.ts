// Runs commands of the system and of the installed program, and says in one error what one answered that failed.

import { spawn } from 'node:child_process'

export interface CommandOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  input?: string
  /** Where its output goes instead of back to the caller: an open file. */
  outputFile?: number
  owner?: { uid: number; gid: number } | null
  timeoutMs?: number
}

export interface CommandResult {
  status: number
  output: string
  complaints: string
}

type BytesResult = Omit<CommandResult, 'output'> & { output: Buffer }

/** In a session of its own: what ends this command at a terminal does not end a package manager at its work. */
export async function tryCommand(
  argv: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const result = await collect(argv, options)
  return { ...result, output: result.output.toString() }
}

function collect(argv: readonly string[], options: CommandOptions): Promise<BytesResult> {
  const [program = '', ...args] = argv
  const { env = process.env, cwd, input, outputFile, owner, timeoutMs } = options
  const child = spawn(program, args, {
    ...{ env: { ...env, LC_ALL: 'C.UTF-8' }, detached: true, ...owner },
    ...(cwd !== undefined && { cwd }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' as const }),
    stdio: ['pipe', outputFile ?? 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  const complaints: Buffer[] = []
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk))
  return new Promise(resolve => {
    child.on('error', error => resolve({ status: 127, output: Buffer.alloc(0), complaints: error.message }))
    child.on('close', code =>
      resolve({
        status: code ?? 1,
        output: Buffer.concat(output),
        complaints: Buffer.concat(complaints).toString().trim(),
      }),
    )
  })
}

/** Gives its output; throws when it fails. */
export async function runCommand(argv: readonly string[], options: CommandOptions = {}): Promise<string> {
  return (await runForBytes(argv, options)).toString()
}

export async function runForBytes(argv: readonly string[], options: CommandOptions = {}): Promise<Buffer> {
  const { status, output, complaints } = await collect(argv, options)
  if (status === 0) return output
  const last = (complaints || output.toString()).trim().split('\n').slice(-5).join('\n')
  throw new Error(`${argv.slice(0, 2).join(' ')} ended with ${status}: ${last || 'it said nothing'}`)
}
