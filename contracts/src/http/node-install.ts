// How a machine becomes a node: the script and the archives that the panel serves, and what the script reports.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const readInstallScript = endpoint({
  method: 'GET',
  path: '/install/daemon',
  summary: 'The shell script that makes a machine a node of this panel',
  bytes: { answer: 'text/x-shellscript' },
  status: 200,
})

export const downloadDaemon = endpoint({
  method: 'GET',
  path: '/install/daemon/{file}',
  summary: 'The archive of the daemon for one architecture, or its SHA-256 (.sha256)',
  params: z.object({ file: z.string().max(128) }),
  bytes: { answer: 'application/gzip' },
  status: 200,
})

/** How far the script has come; that the node is online the panel sees by itself. */
export const installStep = z.enum(['started', 'downloaded', 'installed', 'enrolled', 'failed'])
export type InstallStep = z.output<typeof installStep>

export const reportInstallStep = endpoint({
  method: 'POST',
  path: '/api/nodes/install/progress',
  idempotencyKey: 'ignored',
  summary: 'What the install script reports, so that the page in the panel can follow it',
  body: z.object({
    /** Made from the enrollment key; known to nobody else. */
    id: z.string().regex(/^[0-9a-f]{64}$/),
    step: installStep,
    /** Why it has failed. */
    problem: z.string().max(500).default(''),
  }),
  bodyLimitBytes: 4096,
  refuses: ['not_found'],
})

/** `local_name`: HTTP_HOST means this machine; the others: HTTP_BIND_IP and GRPC_BIND_IP let only this machine in. */
export const installObstacle = z.enum(['local_name', 'http_loopback', 'grpc_loopback'])
export type InstallObstacle = z.output<typeof installObstacle>

export const readNodeInstall = endpoint({
  method: 'GET',
  path: '/api/nodes/install',
  summary: 'Where a new machine gets the install script, its SHA-256, and what is still missing',
  answer: z.object({
    script_url: z.string(),
    script_sha256: z.string(),
    over_tls: z.boolean(),
    obstacles: z.array(installObstacle),
    /** Why there is no daemon for an architecture. */
    missing: z.array(z.object({ architecture: z.string(), reason: z.string() })),
  }),
})
export type NodeInstall = z.output<typeof readNodeInstall.answer>
