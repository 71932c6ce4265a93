// What the panel writes down about its certificate from an ACME directory, and `rookery doctor` reads.

import * as z from 'zod'

/** In the folder `acme` of DATA_DIR, for their owner alone. */
export const acmeFileNames = {
  /** Key and chain. */
  certificate: 'certificate.pem',
  accountKey: 'account.pem',
  status: 'status.json',
} as const

/**
 * `refused`: the directory said no. `unreachable`: it did not answer, or not as a directory does. `unable`: this
 * machine could not do its part.
 */
export const orderFailureKinds = ['refused', 'unreachable', 'unable'] as const

const orderFailure = z.object({
  kind: z.enum(orderFailureKinds),
  atMs: z.number(),
  /** How many orders have failed in a row. */
  times: z.int().positive(),
  /** Type of the directory's problem document without its prefix, such as rateLimited. */
  problem: z.string().nullable(),
  detail: z.string(),
  /** What to do. */
  advice: z.string(),
  retryAtMs: z.number(),
})
export type OrderFailure = z.output<typeof orderFailure>

export const acmeStatus = z.object({
  domain: z.string(),
  directory: z.string(),
  /** null: no order for this name from this directory has succeeded yet. */
  issuedAtMs: z.number().nullable(),
  /** null when the last order succeeded, or there was none. */
  failure: orderFailure.nullable(),
})
export type AcmeStatus = z.output<typeof acmeStatus>
