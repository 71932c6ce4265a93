// Orders a certificate from an ACME directory, which proves over HTTP-01 that the name leads to this panel.

import { X509Certificate } from 'node:crypto'
import type { OrderFailure } from '@rookery/contracts/acme-status.ts'
import { keyPem, newKeyPair } from './acme-files.ts'
import { type DirectoryProblem, oneLine, problemIn, retryAfterMs } from './logic/order-problem.ts'

export interface CertificateOrder {
  domain: string
  directory: string
  /** Where the authority may write to; null for nowhere. */
  email: string | null
  accountKeyPem: string
  /** Answers a challenge until it is withdrawn. */
  publish(token: string, text: string): void
  withdraw(token: string): void
}

export interface IssuedCertificate {
  keyPem: string
  chainPem: string
  /** What the account has agreed to. */
  terms: string | null
}

export class OrderError extends Error {
  readonly kind: OrderFailure['kind']
  readonly problem: string | null
  readonly retryAfterMs: number | null

  constructor(kind: OrderFailure['kind'], problem: DirectoryProblem, askedToWaitMs: number | null = null) {
    super(problem.detail)
    this.name = 'OrderError'
    this.kind = kind
    this.problem = problem.type || null
    this.retryAfterMs = askedToWaitMs
  }
}

const requestLimitMs = 30_000
const largestAnswer = 1024 * 1024
/** Two minutes in all, while the directory looks or signs. */
const polling = { backoffAttempts: 13, backoffMin: 1_000, backoffMax: 15_000 }

/** Throws OrderError. */
export async function orderCertificate(order: CertificateOrder): Promise<IssuedCertificate> {
  const library = await loadLibrary()
  library.forgetAnswer()
  try {
    return await placeOrder(library, order)
  } catch (error) {
    if (error instanceof OrderError) throw error
    const { problem, askedToWaitMs } = library.lastAnswer()
    if (problem) throw new OrderError('refused', problem, askedToWaitMs)
    throw new OrderError('unreachable', { type: '', detail: unreachableReason(error) }, askedToWaitMs)
  }
}

type Library = Awaited<ReturnType<typeof loadLibrary>>

async function placeOrder(
  { Client, createCsr }: Library,
  order: CertificateOrder,
): Promise<IssuedCertificate> {
  const { domain, directory, email, accountKeyPem } = order
  const client = new Client({ directoryUrl: directory, accountKey: accountKeyPem, ...polling })
  const terms: string | null = await client.getTermsOfServiceUrl()
  // Gives the account that the key has already, where it has one.
  await client.createAccount({
    termsOfServiceAgreed: true,
    contact: email === null ? [] : [`mailto:${email}`],
  })
  const placed = await client.createOrder({ identifiers: [{ type: 'dns', value: domain }] })
  for (const authorization of await client.getAuthorizations(placed)) {
    // One that was proven lately counts on.
    if (authorization.status === 'valid') continue
    const challenge = authorization.challenges.find(({ type }) => type === 'http-01')
    if (!challenge) {
      const detail = 'the directory offers no HTTP-01 challenge for this name'
      throw new OrderError('refused', { type: '', detail })
    }
    order.publish(challenge.token, await client.getChallengeKeyAuthorization(challenge))
    try {
      await client.completeChallenge(challenge)
      await client.waitForValidStatus(authorization)
    } finally {
      order.withdraw(challenge.token)
    }
  }
  const key = keyPem(newKeyPair().privateKey)
  const [, request] = await createCsr({ altNames: [domain] }, key)
  const chainPem = await client.getCertificate(await client.finalizeOrder(placed, request))
  checkIssued(chainPem, domain)
  return { keyPem: key, chainPem, terms }
}

/** Whether the key fits is checked where the pair is put to use. */
function checkIssued(chainPem: string, domain: string): void {
  const certificate = new X509Certificate(chainPem)
  if (certificate.checkHost(domain)) return
  throw new OrderError('refused', {
    type: '',
    detail: `the directory made out a certificate for another name`,
  })
}

interface Answer {
  problem: DirectoryProblem | null
  askedToWaitMs: number | null
}
const noAnswer: Answer = { problem: null, askedToWaitMs: null }

let loaded: ReturnType<typeof load> | null = null

/** Only when something is ordered: it costs most of a second and 25 MB. */
function loadLibrary(): ReturnType<typeof load> {
  loaded ??= load()
  return loaded
}

async function load() {
  const { Client, crypto, axios } = await import('acme-client')
  let last = noAnswer
  // Its own way to repeat requests waits as long as a directory asks, up to days, and hides why none was answered. When
  // to try again is decided for the whole order instead.
  axios.interceptors.request.clear()
  axios.interceptors.response.clear()
  axios.defaults.timeout = requestLimitMs
  axios.defaults.maxContentLength = largestAnswer
  axios.interceptors.response.use(
    response => {
      const askedToWaitMs =
        response.status >= 400 ? retryAfterMs(response.headers['retry-after'], Date.now()) : null
      last = { problem: problemIn(response.data), askedToWaitMs }
      return response
    },
    error => {
      last = noAnswer
      return Promise.reject(error)
    },
  )
  return {
    Client,
    createCsr: crypto.createCsr,
    /** The library's errors say less than the answers that they come from. */
    lastAnswer: () => last,
    forgetAnswer() {
      last = noAnswer
    },
  }
}

function unreachableReason(error: unknown): string {
  if (!(error instanceof Error)) return 'for an unknown reason'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return oneLine([code, error.message].filter(part => part !== '').join(': ')) || 'it did not answer'
}
