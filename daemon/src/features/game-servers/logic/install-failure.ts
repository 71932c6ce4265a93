// What a node reports of an installation that failed: facts alone, because the panel says what they mean (L23).

import { lastLineBytes, lastLinesLimit } from '@rookery/contracts/crash-report.ts'
import type { InstallFailure } from '@rookery/contracts/daemon/generated/link.ts'
import type { InstallAction, InstallFailureReason } from '@rookery/contracts/install-failure.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'
import { ActionCanceled } from './action.ts'

/** What whoever failed knows about it. */
export interface FailureFacts {
  reason?: InstallFailureReason
  /** Where it is not the installation that was asked for. */
  action?: InstallAction
  step?: string
  errorCode?: string
  httpStatus?: number
  /** A host, a program or an image. */
  subject?: string
  outOfMemory?: boolean
  lastLines?: readonly string[]
}

const deepestCause = 8

export function installFailureOf(error: unknown, asked: InstallAction): InstallFailure {
  const chain = causesOf(error)
  const facts = Object.assign({}, ...chain.toReversed().map(each => each.facts ?? {})) as FailureFacts
  const exitCode = chain.find(each => typeof each.exitCode === 'number')?.exitCode
  return {
    action: facts.action ?? asked,
    step: beginning(facts.step ?? ''),
    reason: facts.reason ?? (error instanceof ActionCanceled ? 'canceled' : ''),
    errorCode: facts.errorCode ?? systemCodeIn(chain),
    httpStatus: facts.httpStatus,
    subject: beginning(facts.subject ?? ''),
    exitCode,
    outOfMemory: facts.outOfMemory ?? false,
    lastLines: (facts.lastLines ?? []).slice(-lastLinesLimit).map(beginning),
  }
}

/** The daemon came to its end during it. */
export const interruptedFailure = (action: InstallAction): InstallFailure => ({
  ...{ action, step: '', reason: 'interrupted', errorCode: '', subject: '' },
  ...{ outOfMemory: false, lastLines: [] },
})

export function maskFailure(failure: InstallFailure, mask: (text: string) => string): InstallFailure {
  return {
    ...failure,
    step: mask(failure.step),
    subject: mask(failure.subject),
    lastLines: failure.lastLines.map(mask),
  }
}

type Cause = Error & { facts?: FailureFacts; code?: unknown; exitCode?: unknown } & { exitCode?: number }

/** An error and what caused it, outermost first; of several that happened together, the first. */
function causesOf(error: unknown): Cause[] {
  const chain: Cause[] = []
  for (let next: unknown = error; next instanceof Error && chain.length < deepestCause; ) {
    chain.push(next as Cause)
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined)
  }
  return chain
}

/** Codes of the system and of its libraries are written in capitals; our own errors have codes of their own. */
function systemCodeIn(chain: readonly Cause[]): string {
  const codes = chain.map(({ code }) => code)
  const isOfSystem = (code: unknown): code is string =>
    typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code)
  return codes.findLast(isOfSystem) ?? ''
}

function beginning(text: string): string {
  const plain = plainString(Buffer.from(text))
  const bytes = Buffer.from(plain)
  return bytes.length <= lastLineBytes
    ? plain
    : bytes
        .subarray(0, lastLineBytes)
        .toString('utf8')
        .replace(/\uFFFD+$/, '')
}
