// A certificate from an ACME directory for the panel's own name: self-made at first, ordered, and renewed in time.
//
// The certificate is a file like any that an operator brings, and is put to use by the same watch. An order that fails
// leaves it as it is; when the next try is, and what to do, is written down for `rookery doctor`.

import { createHash, type X509Certificate } from 'node:crypto'
import type { AcmeStatus, OrderFailure } from '@rookery/contracts/acme-status.ts'
import type { Log } from '../log.ts'
import { type AcmeFiles, openAcmeFiles } from './acme-files.ts'
import { type ChallengeListener, createChallengeListener } from './challenge-listener.ts'
import { OrderError, orderCertificate } from './directory-client.ts'
import { adviceFor } from './logic/order-problem.ts'
import { renewalTimeMs, retryTimeAfterStartMs, retryTimeMs } from './logic/order-times.ts'
import { createSelfMadeCertificate } from './self-made-certificate.ts'

export interface AcmeSettings {
  domain: string
  directory: string
  email: string | null
  folder: string
  bindIp: string
  httpPort: number
}

const checkMs = 60_000

/** Before the panel listens: there is a certificate afterwards, if only a self-made one. */
export function prepareCertificate({ folder, domain, directory }: AcmeSettings, log: Log): void {
  const files = openAcmeFiles(folder)
  if (files.readCertificate()) return
  const made = createSelfMadeCertificate(domain, Date.now())
  files.writeCertificate(made.keyPem, made.chainPem)
  const status = files.readStatus()
  if (status) files.writeStatus({ ...status, issuedAtMs: null })
  log.warn(
    { domain, directory },
    'the panel begins with a self-made certificate, which browsers warn of, until the directory has made out one',
  )
}

interface AcmeOptions {
  settings: AcmeSettings
  /** Of the panel itself: where plain HTTP is sent to. */
  origin: string
  /** The certificate was replaced. */
  changed(): void
  log: Log
}

/** Orders now where that is due, and from now on in time; ends with the process. */
export function startAcme({ settings, origin, changed, log }: AcmeOptions): void {
  const files = openAcmeFiles(settings.folder)
  const listener = createChallengeListener({ ...settings, port: settings.httpPort, origin })
  const order = createOrders({ settings, files, listener, changed, log })
  let isBusy = false
  let reported: string | null = null
  const check = async () => {
    if (isBusy) return
    isBusy = true
    try {
      const reason = await listener.listen().then(() => null, listenProblem(settings))
      // Also while nothing is to be ordered: the next renewal would fail.
      if (reason !== null && reason.detail !== reported)
        log.error({ ...reason }, `ACME: ${reason.detail}; ${reason.advice}`)
      reported = reason?.detail ?? null
      await order.ifDue(reason)
    } catch (error) {
      log.error({ err: error }, 'the certificate could not be looked after; it is tried again soon')
    } finally {
      isBusy = false
    }
  }
  setInterval(() => void check(), checkMs).unref()
  void check()
}

interface OrderDeps {
  settings: AcmeSettings
  files: AcmeFiles
  listener: ChallengeListener
  changed(): void
  log: Log
}

/** What this machine could not do for an order. */
interface OwnProblem {
  detail: string
  advice: string
}

function createOrders({ settings, files, listener, changed, log }: OrderDeps) {
  const { domain, directory } = settings
  let status = statusAtStart(files.readStatus(), settings)

  const dueAtMs = (certificate: X509Certificate | null): number => {
    if (status.failure) return status.failure.retryAtMs
    if (!certificate || status.issuedAtMs === null) return 0
    return renewalTimeMs(validityOf(certificate), status.issuedAtMs, spreadOf(certificate))
  }
  const write = (next: AcmeStatus) => {
    status = next
    files.writeStatus(next)
  }
  const succeed = (terms: string | null) => {
    write({ domain, directory, issuedAtMs: Date.now(), failure: null })
    changed()
    const certificate = files.readCertificate()
    log.info(
      { domain, directory, terms, valid_to: certificate?.validTo },
      'the directory made out a certificate; by TLS_ACME its terms are agreed to',
    )
  }
  const fail = ({ retryAfterMs, ...failed }: Failed) => {
    const times = (status.failure?.times ?? 0) + 1
    const atMs = Date.now()
    const retryAtMs = retryTimeMs({ kind: failed.kind, atMs, times, retryAfterMs }, Math.random())
    const { problem, detail, advice } = failed
    log.error(
      { domain, directory, problem, detail, next_try: new Date(retryAtMs).toISOString() },
      `no new certificate for ${domain}, the one before stays in use: ${advice}`,
    )
    write({ ...status, failure: { ...failed, atMs, times, retryAtMs } })
  }
  return {
    /** `obstacle` keeps this machine from doing its part. */
    async ifDue(obstacle: OwnProblem | null): Promise<void> {
      if (Date.now() < dueAtMs(files.readCertificate())) return
      if (obstacle) return fail(unable(obstacle))
      try {
        // What could not be stored must not be ordered: directories count certificates too.
        files.writeStatus(status)
        const { publish, withdraw } = listener
        const accountKeyPem = files.accountKey()
        const issued = await orderCertificate({ ...settings, accountKeyPem, publish, withdraw })
        files.writeCertificate(issued.keyPem, issued.chainPem)
        succeed(issued.terms)
      } catch (error) {
        fail(error instanceof OrderError ? refusal(error, settings) : unable(folderProblem(error, settings)))
      }
    },
  }
}

type Failed = Pick<OrderFailure, 'kind' | 'problem' | 'detail' | 'advice'> & { retryAfterMs: number | null }

const unable = (own: OwnProblem): Failed => ({ kind: 'unable', problem: null, retryAfterMs: null, ...own })

function refusal(error: OrderError, settings: AcmeSettings): Failed {
  const { kind, problem, message: detail, retryAfterMs } = error
  return { kind, problem, detail, retryAfterMs, advice: adviceFor(error, settings) }
}

/** What was written for another name or directory does not count for this one. */
function statusAtStart(stored: AcmeStatus | null, { domain, directory }: AcmeSettings): AcmeStatus {
  if (stored?.domain !== domain || stored.directory !== directory) {
    return { domain, directory, issuedAtMs: null, failure: null }
  }
  const { failure } = stored
  return { ...stored, failure: failure && { ...failure, retryAtMs: retryTimeAfterStartMs(failure) } }
}

const validityOf = ({ validFromDate, validToDate }: X509Certificate) => ({
  fromMs: validFromDate.getTime(),
  toMs: validToDate.getTime(),
})

/** From 0 to 1, the same for a certificate at every start. */
function spreadOf({ raw }: X509Certificate): number {
  return createHash('sha256').update(raw).digest().readUInt32BE(0) / 2 ** 32
}

const listenProblem =
  ({ bindIp, httpPort }: AcmeSettings) =>
  (error: unknown): OwnProblem => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    const place = `${bindIp} port ${httpPort}`
    if (code === 'EADDRINUSE') {
      return {
        detail: `cannot listen on ${place} for the challenges of the directory: another program uses it`,
        advice:
          'stop that program, or let it hand /.well-known/acme-challenge/ on to another TLS_ACME_HTTP_PORT of the panel',
      }
    }
    const advice =
      code === 'EACCES'
        ? 'ports below 1024 need special privileges: use the unit of the package, or lead port 80 to a higher TLS_ACME_HTTP_PORT'
        : 'correct HTTP_BIND_IP or TLS_ACME_HTTP_PORT'
    return { detail: `cannot listen on ${place} for the challenges of the directory (${code})`, advice }
  }

function folderProblem(error: unknown, { folder }: AcmeSettings): OwnProblem {
  const reason = error instanceof Error ? error.message : String(error)
  return { detail: reason, advice: `make sure that the panel can write ${folder}` }
}
