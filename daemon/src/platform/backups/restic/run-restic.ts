// One run of restic: its lines as they come, its end as a result or a BackupError, and an end for one that hangs.

import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { BackupError, type BackupStorageKind } from '../backup-engine.ts'
import { explain, explainFailure } from '../logic/explain-failure.ts'
import { parseLine, type ResticLine } from './logic/messages.ts'
import { type SandboxOptions, type SandboxPlan, startInSandbox } from './sandbox/sandbox.ts'

export interface ResticRun {
  sandbox: SandboxOptions
  plan: SandboxPlan
  /** Completes "Can't …". */
  action: string
  storageKind: BackupStorageKind
  /** Nothing that is in here is ever told. */
  secrets: readonly string[]
  signal?: AbortSignal | undefined
  /** Exit codes that are no failure. */
  acceptable?: readonly number[]
  /** `false` ends the run, as one that has told enough. */
  onLine?: (line: ResticLine) => boolean | undefined
  /** It is ended when it has not moved for so long. */
  silenceLimitMs: number
  /** Restic cleans up after SIGINT; one that does not come to an end is killed after so long. */
  patienceMs: number
  /** It is ended after so long, whatever it does. */
  limitMs?: number
}

export interface ResticResult {
  exitCode: number
  /** Everything on standard output that is no known line, unless it was read as a stream. */
  output: string
  /** The exit error, and what else was printed as text. */
  texts: string[]
}

const outputLimit = 64 * 1024 * 1024
const textLimit = 100
/** A run that only tries again moves less than this. */
const movingBytes = 64 * 1024

type EndReason = 'canceled' | 'silent' | 'too long' | 'enough'

export async function runRestic(run: ResticRun): Promise<ResticResult> {
  const started = await start(run)
  return finish(run, started, collectOutput(run, started))
}

/** For a run whose standard output is the result: resolves with its first bytes; a later failure destroys the stream. */
export async function streamRestic(run: ResticRun): Promise<Readable> {
  const started = await start(run)
  const ended = finish(run, started, { output: () => '' })
  ended.catch(() => {})
  const chunks = (started.child.stdout as Readable)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await chunks.next()
  // An empty result and a failure look the same until the program has ended.
  if (first.done) await ended
  const stream = Readable.from(streamOf(started, first, chunks, ended), { objectMode: false })
  // Whoever stops reading, even before the first byte, ends the run; what it has still to say is not waited for.
  stream.once('close', () => {
    if (hasEnded(started.child)) return
    started.end('enough')
    started.child.stdout?.destroy()
  })
  return stream
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function* streamOf(
  { moved }: Started,
  first: IteratorResult<Buffer>,
  chunks: AsyncIterator<Buffer>,
  ended: Promise<unknown>,
): AsyncGenerator<Buffer> {
  for (let next = first; !next.done; next = await chunks.next()) {
    moved()
    yield next.value
  }
  await ended
}

interface Started {
  child: ChildProcess
  leave: () => Promise<void>
  texts: string[]
  end(reason: EndReason): void
  endReason(): EndReason | null
  /** Said whenever something shows that the run goes on. */
  moved(): void
}

async function start(run: ResticRun): Promise<Started> {
  if (run.signal?.aborted) throw failure(run, 'canceled')
  const { child, leave } = await startInSandbox(run.sandbox, run.plan)
  let reason: EndReason | null = null
  let killer: NodeJS.Timeout | undefined
  let lastMove = performance.now()
  let lastBytes = 0
  const end = (why: EndReason) => {
    reason ??= why
    child.kill('SIGINT')
    killer ??= setTimeout(() => child.kill('SIGKILL'), run.patienceMs)
  }
  const cancel = () => end('canceled')
  run.signal?.addEventListener('abort', cancel, { once: true })
  const moved = () => {
    lastMove = performance.now()
  }
  const watchdog = setInterval(
    () => {
      const bytes = bytesMovedBy(child.pid)
      if (bytes - lastBytes >= movingBytes) moved()
      lastBytes = Math.max(lastBytes, bytes)
      if (performance.now() - lastMove > run.silenceLimitMs) end('silent')
    },
    Math.min(5_000, run.silenceLimitMs / 4),
  )
  const limit = run.limitMs === undefined ? undefined : setTimeout(() => end('too long'), run.limitMs)
  child.once('close', () => {
    clearInterval(watchdog)
    clearTimeout(limit)
    clearTimeout(killer)
    run.signal?.removeEventListener('abort', cancel)
  })
  const texts: string[] = []
  const note = (text: string) => {
    if (texts.length < textLimit) texts.push(text)
  }
  splitLines(child.stderr as Readable, line => {
    const parsed = parseLine(line)
    if (parsed === null) note(line)
    else if (parsed.message_type === 'exit_error') texts.unshift(parsed.message)
    else if (run.onLine?.(parsed) === false) end('enough')
    if (parsed?.message_type === 'error') note(`${parsed.item}: ${parsed.error.message || parsed.message}`)
  })
  return { child, leave, texts, end, endReason: () => reason, moved }
}

function collectOutput(run: ResticRun, { child, end, moved }: Started): { output: () => string } {
  const other: string[] = []
  let length = 0
  let progress = ''
  splitLines(child.stdout as Readable, line => {
    const parsed = parseLine(line)
    if (parsed === null) {
      length += line.length
      if (length <= outputLimit) other.push(line)
      return
    }
    // The same figures again and again are no progress, though the time in them goes on.
    const figures = parsed.message_type === 'status' ? JSON.stringify(parsed) : ''
    if (figures === '' || figures !== progress) moved()
    progress = figures
    if (run.onLine?.(parsed) === false) end('enough')
  })
  return { output: () => other.join('\n') }
}

async function finish(
  run: ResticRun,
  { child, leave, texts, endReason }: Started,
  { output }: { output: () => string },
): Promise<ResticResult> {
  const ended = Promise.withResolvers<number | null>()
  child.once('error', ended.reject)
  child.once('close', code => ended.resolve(code))
  const exitCode = await ended.promise.catch(async (error: Error) => {
    await leave()
    throw failure(run, 'engine_missing', error.message)
  })
  await leave()
  const reason = endReason()
  const details = () => masked(texts.join('\n'), run.secrets)
  if (reason === 'canceled') throw failure(run, 'canceled', details())
  if (reason === 'silent' || reason === 'too long') throw endedFor(run, texts, details())
  const isFine = exitCode === 0 || reason === 'enough' || (run.acceptable ?? []).includes(exitCode ?? -1)
  if (isFine) return { exitCode: exitCode ?? 0, output: output(), texts }
  const { action, storageKind } = run
  const { code, message } = explainFailure({ action, storageKind, exitCode, texts })
  throw new BackupError(code, message, { details: details() })
}

/** What it said while it tried again tells more than that it took long; which password is right it never learned. */
function endedFor(run: ResticRun, texts: string[], details: string): BackupError {
  const { action, storageKind } = run
  const { code, message } = explainFailure({ action, storageKind, exitCode: null, texts })
  return code === 'unknown' || code === 'wrong_password'
    ? failure(run, 'unreachable', details)
    : new BackupError(code, message, { details })
}

function failure(
  { action, storageKind }: ResticRun,
  reason: 'canceled' | 'unreachable' | 'engine_missing',
  details = '',
): BackupError {
  const { code, message } = explain(reason, action, storageKind)
  return new BackupError(code, message, { details })
}

function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length > 0)
    .reduce((left, secret) => left.replaceAll(secret, '***'), text)
    .slice(0, 4_000)
}

function splitLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onLine(line)
  })
  stream.on('end', () => {
    rest += decoder.end()
    if (rest.trim() !== '') onLine(rest)
  })
}

/** Files and connections alike; 0 where the kernel does not say. */
function bytesMovedBy(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid ?? 0}/io`, 'latin1')
    return Number(/^rchar: (\d+)$/m.exec(text)?.[1] ?? 0) + Number(/^wchar: (\d+)$/m.exec(text)?.[1] ?? 0)
  } catch {
    return 0
  }
}
