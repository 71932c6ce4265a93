// How large a test is: short before a change lands, long in `npm run prove`, which runs the same one.

/** Set by the project `prove` in vitest.config.ts. */
const isProof = process.env.ROOKERY_PROOF === 'true'

export function proofSize<Size>(sizes: { short: Size; proof: Size }): Size {
  return isProof ? sizes.proof : sizes.short
}
