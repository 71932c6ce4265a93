// How a download that was cut off goes on: what is asked of the server, and what its answer means for what is there.

import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'

/** What is kept beside the first bytes of a file. */
export const partNotes = z.object({
  url: z.string(),
  /** A strong entity tag, or a date: the server compares it with what it has now. */
  validator: z.string(),
  sizeBytes: z.int().nullable(),
})
export type PartNotes = z.output<typeof partNotes>

export function rangeHeaders(haveBytes: number, notes: PartNotes | null): Record<string, string> {
  if (haveBytes === 0 || notes === null || notes.validator === '') return {}
  return { range: `bytes=${haveBytes}-`, 'if-range': notes.validator }
}

/** Weak tags say only that two answers mean the same, which is not enough to put them together. */
export function validatorOf(headers: IncomingHttpHeaders): string {
  const { etag, 'last-modified': lastModified } = headers
  if (etag !== undefined && !etag.startsWith('W/')) return etag
  return typeof lastModified === 'string' ? lastModified : ''
}

export type AnswerMeaning =
  /** The body begins at this byte; `sizeBytes` null: not told. */
  | { begins: number; sizeBytes: number | null }
  /** All of it is there already. */
  | 'complete'
  /** What is there is of no use: ask for all of it. */
  | 'start_over'
  | { problem: string; mayHelpToTryAgain: boolean }

export function meaningOf(status: number, headers: IncomingHttpHeaders, haveBytes: number): AnswerMeaning {
  if (status === 200) return { begins: 0, sizeBytes: readLength(headers['content-length']) }
  const range = readRange(headers['content-range'])
  if (status === 206) {
    return range?.begins === haveBytes ? { begins: haveBytes, sizeBytes: range.sizeBytes } : 'start_over'
  }
  if (status === 416) return range?.sizeBytes === haveBytes && haveBytes > 0 ? 'complete' : 'start_over'
  const mayHelpToTryAgain = status >= 500 || status === 408 || status === 425 || status === 429
  return { problem: `the server answers ${status}${statusText[status] ?? ''}`, mayHelpToTryAgain }
}

const statusText: Record<number, string> = {
  401: ' (it wants a login)',
  403: ' (it does not give this away)',
  404: ' (there is nothing at this address)',
  410: ' (this was removed permanently)',
  429: ' (too many requests)',
  500: ' (it has a fault)',
  503: ' (it is overloaded or being worked on)',
}

function readLength(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function readRange(text: string | undefined): { begins: number | null; sizeBytes: number | null } | null {
  const match = /^bytes (?:(\d{1,15})-\d{1,15}|\*)\/(\d{1,15}|\*)$/.exec(text ?? '')
  if (!match) return null
  return { begins: match[1] === undefined ? null : Number(match[1]), sizeBytes: readLength(match[2]) }
}
