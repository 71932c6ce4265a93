// How large a story is: short in `npm test`, long in `npm run prove`, which runs the same story.

/** Set by the project `prove` in vitest.config.ts. */
const isProof = process.env.ROOKERY_PROOF === 'true'

export function proofSize<Size>(sizes: { short: Size; proof: Size }): Size {
  return isProof ? sizes.proof : sizes.short
}
