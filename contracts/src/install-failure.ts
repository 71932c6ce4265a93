// Why an installation failed: the facts that a node reports, what they mean, and what may repair it.

import * as z from 'zod'
import { lastLineBytes, lastLinesLimit } from './crash-report.ts'
import { crashRepairs } from './template/crash-hints.ts'

export const installActions = ['install', 'reinstall', 'update', 'clone'] as const
export type InstallAction = (typeof installActions)[number]

/** What the node knows without reading any output; the panel ignores what it does not know. */
export const installFailureReasons = [
  'checksum',
  'download-limit',
  'disk-limit',
  'no-space',
  'address',
  'missing-program',
  'engine',
  'image',
  'port',
  'archive',
  'canceled',
  'interrupted',
] as const
export type InstallFailureReason = (typeof installFailureReasons)[number]

const line = z.string().max(lastLineBytes)

/** As a node reports it and the panel stores it. */
export const installFailureFacts = z.object({
  action: z.enum(installActions).catch('install'),
  /** What the step that failed says it does; empty: it failed outside of every step. */
  step: z.string(),
  reason: z.enum(installFailureReasons).nullable().catch(null),
  /** Of the system or of the HTTP client: ENOTFOUND, ENOSPC, UND_ERR_CONNECT_TIMEOUT. */
  error_code: z.string(),
  http_status: z.int().nullable(),
  /** What it is about: a host, a program or an image. */
  subject: z.string(),
  exit_code: z.int().nullable(),
  out_of_memory: z.boolean(),
  /** Of the step that failed: the last that was printed, masked. */
  last_lines: z.array(line).max(lastLinesLimit),
})
export type InstallFailureFacts = z.output<typeof installFailureFacts>

export const installFailureKinds = [
  'no-dns',
  'no-internet',
  'refused',
  'proxy',
  'tls',
  'not-found',
  'denied',
  'host-broken',
  'cut-off',
  'timeout',
  'not-allowed',
  'checksum',
  'archive-damaged',
  'no-space',
  'quota',
  'port-in-use',
  'eula',
  'wrong-java',
  'missing-program',
  'out-of-memory',
  'image-missing',
  'image-denied',
  'engine-down',
  'script-failed',
  'interrupted',
  'canceled',
  'unknown',
] as const
export type InstallFailureKind = (typeof installFailureKinds)[number]

export const installFailure = z.object({
  kind: z.enum(installFailureKinds),
  action: z.enum(installActions),
  /** What the step that failed says it does, in the words of the template; null: it failed outside of every step. */
  step: z.string().nullable(),
  /** What it is about: a host, a program, an image or a port. */
  subject: z.string().nullable(),
  /** An error code of the system, an HTTP status or an exit code. */
  code: z.string().nullable(),
  /** The line of the output that tells it. */
  line: z.string().nullable(),
})
export type InstallFailure = z.output<typeof installFailure>

export const offeredInstallFailure = installFailure.extend({
  /** What `POST …/repair` takes from the caller: it changes this, then installs again and starts. */
  repairs: z.array(
    z.discriminatedUnion('do', [crashRepairs.setVariable, crashRepairs.choosePort, crashRepairs.useImage]),
  ),
  /** What the caller may ask for to try the same again; null: nothing. `start`: a start was asked for with it. */
  retry: z.object({ action: z.enum(['install', 'update']), start: z.boolean() }).nullable(),
})
export type OfferedInstallFailure = z.output<typeof offeredInstallFailure>
