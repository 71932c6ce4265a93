// How large a test is: short before a change lands, long in `npm run prove`, which runs the same file.

import { type TestAPI, type TestFunction, test } from 'vitest'

/** Set by the project `prove` in vitest.config.ts. */
const isProof = process.env.ROOKERY_PROOF === 'true'

export function proofSize<Size>(sizes: { short: Size; proof: Size }): Size {
  return isProof ? sizes.proof : sizes.short
}

interface ProofTest extends Pick<TestAPI, 'each'> {
  (name: string, work: TestFunction, timeoutMs?: number): void
}

const unregistered: ProofTest = Object.assign(() => {}, { each: () => () => {} })

/** A test beyond the short case of a story: only `npm run prove` has it, where a proof imports the story. */
export const proofTest: ProofTest = isProof ? test : unregistered
