// How large a test is: short before a change lands, long in `npm run prove`, which runs the same file.

import { describe, type TestAPI, type TestFunction, test } from 'vitest'

/** Set by the project `prove` in vitest.config.ts. */
const isProof = process.env.ROOKERY_PROOF === 'true'

export function proofSize<Size>(sizes: { short: Size; proof: Size }): Size {
  return isProof ? sizes.proof : sizes.short
}

/** For a property of fast-check: a fifth of the rounds is enough to find what somebody breaks, the proof looks for the rare. */
export const propertyRuns = (rounds: number): { numRuns: number } => ({
  numRuns: isProof ? rounds : Math.ceil(rounds / 5),
})

interface ProofTest extends Pick<TestAPI, 'each'> {
  (name: string, work: TestFunction, timeoutMs?: number): void
  skipIf(reason: unknown): (name: string, work: TestFunction, timeoutMs?: number) => void
}

const unregistered: ProofTest = Object.assign(() => {}, { each: () => () => {}, skipIf: () => () => {} })

/** A test beyond the short case of a story: only `npm run prove` has it, where a proof imports the story. */
export const proofTest: ProofTest = isProof ? test : unregistered

interface ProofDescribe {
  (name: string, work: () => void): void
  skipIf(reason: unknown): (name: string, work: () => void) => void
}

const unregisteredChapter: ProofDescribe = Object.assign(() => {}, { skipIf: () => () => {} })

/** A chapter of such tests, with hooks of its own. */
export const proofDescribe: ProofDescribe = isProof ? describe : unregisteredChapter
