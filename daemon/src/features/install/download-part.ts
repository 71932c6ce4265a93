// Fetches all bytes of a file into its part: again where it was cut off, never more than there is room for.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import { formatBytes, formatProgress } from '../../platform/logic/format-bytes.ts'
import { type FetchedAnswer, FetchRefused } from '../../platform/outgoing-http/outgoing-http.ts'
import { ActionFailed } from '../game-servers/logic/action.ts'
import { meaningOf, rangeHeaders, validatorOf } from './logic/resume-download.ts'
import type { PartFile } from './part-file.ts'
import { retry, StepFailed } from './retry.ts'
import type { StepDeps } from './step-deps.ts'

export function downloadPart(url: string, part: PartFile, deps: StepDeps): Promise<void> {
  return retry(deps, () => fetchRest(url, part, deps))
}

async function fetchRest(url: string, part: PartFile, deps: StepDeps): Promise<void> {
  const answer = await ask(url, rangeHeaders(part.bytes, part.notes), deps)
  const meaning = meaningOf(answer.status, answer.headers, part.bytes)
  if (typeof meaning === 'string' || 'problem' in meaning) {
    answer.body.on('error', () => {}).destroy()
    if (meaning === 'complete') return
    if (meaning === 'start_over') {
      if (part.bytes === 0) throw new ActionFailed(`${answer.url.host} answers with a part of the file only`)
      await part.remove()
      return fetchRest(url, part, deps)
    }
    const text = `${answer.url.host}: ${meaning.problem}`
    const facts = { httpStatus: answer.status, subject: answer.url.host }
    throw meaning.mayHelpToTryAgain ? new StepFailed(text, facts) : new ActionFailed(text, null, facts)
  }
  if (meaning.begins === 0) await part.begin(validatorOf(answer.headers), meaning.sizeBytes)
  else deps.say(`going on after ${formatBytes(meaning.begins)}`)
  await receive(answer, part, meaning.sizeBytes, deps)
}

async function ask(url: string, headers: Record<string, string>, deps: StepDeps): Promise<FetchedAnswer> {
  try {
    return await deps.http.get(url, { headers, signal: deps.canceled })
  } catch (error) {
    const host = URL.parse(url)?.host ?? url
    const refusal = [error, (error as Error).cause].find(found => found instanceof FetchRefused)
    if (refusal) throw new ActionFailed(refusal.message, null, { reason: 'address', subject: host })
    throw new StepFailed(
      reasonOf('hostUnreachable', { host, error: errorCodeOf(error) }),
      { subject: host },
      { cause: error },
    )
  }
}

async function receive(
  answer: FetchedAnswer,
  part: PartFile,
  sizeBytes: number | null,
  deps: StepDeps,
): Promise<void> {
  const { host } = answer.url
  const room = await roomFor(part, deps)
  const checkRoom = (bytes: number) => {
    const excess = room(bytes)
    if (excess !== null) throw new ActionFailed(excess.problem, null, { reason: excess.reason })
  }
  try {
    checkRoom(sizeBytes ?? 0)
    await part.append(
      answer.body,
      bytes => {
        checkRoom(bytes)
        deps.progress(sizeBytes === null ? null : bytes / sizeBytes, formatProgress(bytes, sizeBytes))
      },
      deps.canceled,
    )
  } catch (error) {
    answer.body.on('error', () => {}).destroy()
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
    if (error instanceof ActionFailed || isFull) await part.remove()
    if (isFull) {
      throw new ActionFailed(reasonOf('noSpace'), null, {
        reason: 'no-space',
      })
    }
    if (error instanceof ActionFailed) throw error
    const text = reasonOf('hostCutOff', { host, error: errorCodeOf(error) })
    throw new StepFailed(text, { errorCode: 'ECONNRESET', subject: host }, { cause: error })
  }
  if (sizeBytes !== null && part.bytes !== sizeBytes) {
    throw new StepFailed(reasonOf('hostSentTooLittle', { host }), { errorCode: 'ECONNRESET', subject: host })
  }
}

interface Excess {
  reason: 'download-limit' | 'no-space'
  problem: string
}

/** Why so many bytes in all are too many, or null. */
async function roomFor(part: PartFile, deps: StepDeps): Promise<(bytes: number) => Excess | null> {
  const room = part.bytes + (await deps.context.root.freeBytes())
  const { downloadLimitBytes } = deps
  return bytes => {
    if (bytes > downloadLimitBytes) {
      const problem = reasonOf('downloadLimit', { limit: formatBytes(downloadLimitBytes) })
      return { reason: 'download-limit', problem }
    }
    if (bytes <= room) return null
    const problem = reasonOf('noSpaceFor', { needed: formatBytes(bytes), free: formatBytes(room) })
    return { reason: 'no-space', problem }
  }
}

function errorCodeOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (cause instanceof Error) return errorCodeOf(cause)
  return code ?? message
}
