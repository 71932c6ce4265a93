// What the facts of a failed installation mean: by what its node knows for certain, and only then by what was printed.

import { lastLineBytes, lastLinesLimit } from '@rookery/contracts/crash-report.ts'
import type { InstallFailure as ReportedFailure } from '@rookery/contracts/daemon/generated/link.ts'
import {
  type InstallAction,
  type InstallFailure,
  type InstallFailureFacts,
  type InstallFailureKind,
  type InstallFailureReason,
  installFailureFacts,
} from '@rookery/contracts/install-failure.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'
import { troublePatterns } from './trouble-pattern-rules.ts'

/** A node's report is bounded here once more. */
export function factsOf(reported: ReportedFailure): InstallFailureFacts {
  return installFailureFacts.parse({
    action: reported.action,
    step: bounded(reported.step),
    reason: reported.reason || null,
    error_code: bounded(reported.errorCode),
    http_status: reported.httpStatus ?? null,
    subject: bounded(reported.subject),
    exit_code: reported.exitCode ?? null,
    out_of_memory: reported.outOfMemory,
    last_lines: reported.lastLines.slice(-lastLinesLimit).map(bounded),
  })
}

export const readFacts = (stored: string | null): InstallFailureFacts | null =>
  stored === null ? null : parseJsonOrNull(installFailureFacts, stored)

/** Without facts, as from an older daemon, its message is all there is. */
export function installFailureOf(
  facts: InstallFailureFacts | null,
  message: string,
  action: InstallAction = 'install',
): InstallFailure {
  const known = facts ?? { ...noFacts, action }
  const { kind, line } = kindOf(known, bounded(message))
  const code = known.http_status ?? (known.error_code || known.exit_code)
  return {
    kind,
    action: known.action,
    step: known.step || null,
    subject: known.subject || (line === null ? null : subjectIn(kind, line)),
    code: code === null ? null : String(code),
    line,
  }
}

interface Found {
  kind: InstallFailureKind
  /** The line that tells it. */
  line: string | null
}

const noFacts: InstallFailureFacts = {
  ...{ action: 'install', step: '', reason: null, error_code: '', http_status: null, subject: '' },
  ...{ exit_code: null, out_of_memory: false, last_lines: [] },
}

const byReason: Record<Exclude<InstallFailureReason, 'image'>, InstallFailureKind> = {
  checksum: 'checksum',
  'download-limit': 'quota',
  'disk-limit': 'quota',
  'no-space': 'no-space',
  address: 'not-allowed',
  'missing-program': 'missing-program',
  engine: 'engine-down',
  port: 'port-in-use',
  archive: 'archive-damaged',
  canceled: 'canceled',
  interrupted: 'interrupted',
}

function kindOf(facts: InstallFailureFacts, message: string): Found {
  const { reason, http_status, error_code, exit_code, out_of_memory, last_lines } = facts
  const certain = (kind: InstallFailureKind): Found => ({ kind, line: null })
  // The system calls a full quota a lack of space as well.
  if (error_code === 'EDQUOT') return certain('quota')
  if (reason === 'image') return certain(imageKind(message))
  if (reason !== null) return certain(byReason[reason])
  if (http_status !== null) return certain(httpKind(http_status))
  const ofCode = codeKind(error_code)
  if (ofCode !== null) return certain(ofCode)
  const printed = firstTrouble(last_lines)
  if (out_of_memory) return { kind: 'out-of-memory', line: printed?.line ?? null }
  if (printed) return printed
  if (exit_code === 127) return { kind: 'missing-program', line: last_lines.at(-1) ?? null }
  const said = textKind(message)
  if (said !== null) return certain(said)
  return exit_code === null ? certain('unknown') : { kind: 'script-failed', line: last_lines.at(-1) ?? null }
}

function httpKind(status: number): InstallFailureKind {
  if (status === 404 || status === 410) return 'not-found'
  if (status === 401 || status === 403 || status === 451) return 'denied'
  if (status === 407) return 'proxy'
  return status === 408 || status === 504 ? 'timeout' : 'host-broken'
}

const codes: Partial<Record<string, InstallFailureKind>> = {
  ENOTFOUND: 'no-dns',
  ENODATA: 'no-dns',
  ENETUNREACH: 'no-internet',
  EHOSTUNREACH: 'no-internet',
  ENETDOWN: 'no-internet',
  EADDRNOTAVAIL: 'no-internet',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'cut-off',
  EPIPE: 'cut-off',
  UND_ERR_SOCKET: 'cut-off',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  EPROTO: 'tls',
  ENOSPC: 'no-space',
  EADDRINUSE: 'port-in-use',
}
const tlsCode =
  /^(?:CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_|HOSTNAME_MISMATCH)/

function codeKind(code: string): InstallFailureKind | null {
  if (code.startsWith('EAI_')) return 'no-dns'
  return tlsCode.test(code) ? 'tls' : (codes[code] ?? null)
}

/** In the order in which they are looked for: what is more particular comes first. */
const texts: readonly (readonly [InstallFailureKind, RegExp])[] = [
  ['interrupted', /\bthe daemon was restarted (?:during|while)\b/],
  ['canceled', /\b(?:installation|copy) was canceled\b/],
  ['proxy', /\bproxy authentication required\b|\bcould not resolve proxy\b|\bproxy connect aborted\b/i],
  [
    'no-dns',
    /\bcould not resolve host\b|\btemporary failure (?:in name resolution|resolving)\b|\bname or service not known\b|\bunable to resolve host\b|\bENOTFOUND\b|\bEAI_AGAIN\b|\bno such host\b|\bbad address '/i,
  ],
  [
    'tls',
    /\bcertificate verify failed\b|\bSSL certificate problem\b|\bself[- ]signed certificate\b|\bunable to get local issuer\b|\bx509: |\bcertificate has expired\b|\bcertificate is not trusted\b/i,
  ],
  ['engine-down', troublePatterns['engine-down']],
  ['image-missing', troublePatterns['image-missing']],
  ['image-denied', /\bno basic auth credentials\b|\bunauthorized: authentication required\b/i],
  ['refused', /\bconnection refused\b|\bECONNREFUSED\b/i],
  ['no-internet', /\bnetwork is unreachable\b|\bno route to host\b|\bE(?:NET|HOST)UNREACH\b/i],
  [
    'timeout',
    /\b(?:connection|operation|request) timed out\b|\bE?TIMEDOUT\b|\bi\/o timeout\b|\b[A-Z_]{1,40}TIMEOUT\b/i,
  ],
  ['not-found', /\b404:? not found\b|\b(?:error:?|answers|status) 404\b|\berror: 404\b/i],
  ['denied', /\b403:? forbidden\b|\b401:? unauthorized\b|\b(?:error:?|answers|status) 40[13]\b/i],
  [
    'host-broken',
    /\b(?:error:?|answers|status) (?:5\d\d|429)\b|\btoomanyrequests\b|\b50[0234] (?:internal|bad|service|gateway)/i,
  ],
  ['quota', troublePatterns.quota],
  ['no-space', troublePatterns['no-space']],
  [
    'checksum',
    /\bchecksum (?:differs|mismatch|failed|did not match)\b|\bcomputed checksums? did not match\b|\bhash (?:sum )?mismatch\b/i,
  ],
  [
    'archive-damaged',
    /\bnot in gzip format\b|\bunexpected end of (?:file|archive)\b|\bend-of-central-directory signature not found\b|\bis not a tar archive\b/i,
  ],
  ['eula', troublePatterns.eula],
  ['port-in-use', troublePatterns['port-in-use']],
  ['wrong-java', troublePatterns['wrong-java']],
  ['out-of-memory', troublePatterns['out-of-memory']],
  ['missing-program', troublePatterns['missing-program']],
  [
    'cut-off',
    /\bconnection reset by peer\b|\bECONNRESET\b|\bhas cut off the download\b|\bsent too little\b/i,
  ],
]

function textKind(text: string): InstallFailureKind | null {
  return texts.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** The first is the cause; those after it follow from it. */
function firstTrouble(lines: readonly string[]): Found | null {
  for (const line of lines) {
    const kind = textKind(line)
    if (kind !== null) return { kind, line }
  }
  return null
}

/** An engine passes on what its registry or its network said. */
function imageKind(message: string): InstallFailureKind {
  const said = textKind(message)
  if (said === 'missing-program' || said === 'not-found' || said === null) return 'image-missing'
  return said === 'denied' ? 'image-denied' : said
}

/** The number or name that the line is about. */
function subjectIn(kind: InstallFailureKind, line: string): string | null {
  if (kind === 'port-in-use') return /[: ](\d{2,5})\b/.exec(line)?.[1] ?? null
  if (kind === 'no-dns') return /\b([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})\b/i.exec(line)?.[1] ?? null
  if (kind === 'missing-program') return /([\w.+-]{1,64}): (?:command )?not found$/.exec(line)?.[1] ?? null
  return null
}

function bounded(text: string): string {
  return plainString(Buffer.from(text).subarray(0, lastLineBytes)).replace(/\uFFFD+$/, '')
}
