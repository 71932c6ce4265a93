// What `rookery up` and the programs it starts say to each other: messages over the process channel, and check reports.
//
// The panel and the daemon are started with an IPC channel. When that channel closes, `up` is gone: a program that
// was started with one (`process.send` exists) then stops gracefully, so that nothing is left behind.

import * as z from 'zod'

/** From the panel to `up`. */
export type PanelMessage =
  | {
      kind: 'ready'
      /** Where browsers find the panel. */
      url: string
      grpcPort: number
      /** Only when this start made the database; null: the password is the one set in ADMIN_PASSWORD. */
      firstRun?: { login: string; password: string | null }
    }
  | { kind: 'local-enrollment'; key: string; panelUrl: string }
  /** The last request could not be fulfilled. */
  | { kind: 'failed'; message: string }

/** From the daemon to `up`: the panel has welcomed it; sent again whenever it reconnects. */
export interface DaemonMessage {
  kind: 'panel-connected'
}

/** From `up` to the panel. */
export type UpMessage = { kind: 'enroll-local-node' }

export function isPanelMessage(message: unknown): message is PanelMessage {
  return kindOf(message) !== undefined
}

export function isDaemonMessage(message: unknown): message is DaemonMessage {
  return kindOf(message) === 'panel-connected'
}

function kindOf(message: unknown): string | undefined {
  const hasKind = typeof message === 'object' && message !== null && 'kind' in message
  return hasKind && typeof message.kind === 'string' ? message.kind : undefined
}

/** What `panel --check-config --json` prints on standard output, as one JSON line. */
export const panelCheckReport = z.object({
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  /** Names of the changes of the database that this panel knows, in their order. */
  schema: z.array(z.string()),
  /** null while there are problems. */
  facts: z
    .object({
      dataDir: z.string(),
      configFile: z.string(),
      http: z.object({
        bindIp: z.string(),
        port: z.int(),
        tlsCertFile: z.string().nullable(),
        tlsKeyFile: z.string().nullable(),
        /** Where the certificate above comes from a directory. */
        acme: z
          .object({
            domain: z.string(),
            directory: z.string(),
            /** See acme-status.ts. */
            folder: z.string(),
            httpPort: z.int(),
          })
          .nullable(),
      }),
      grpc: z.object({ bindIp: z.string(), port: z.int() }),
      database: z.discriminatedUnion('driver', [
        z.object({ driver: z.literal('sqlite'), file: z.string() }),
        z.object({ driver: z.enum(['postgres', 'mysql']), host: z.string(), port: z.int() }),
      ]),
    })
    .nullable(),
})
export type PanelCheckReport = z.output<typeof panelCheckReport>

/** What `panel --check-services --json` prints on standard output, as one JSON line; nothing is changed by it. */
export const panelServicesReport = z.object({
  version: z.string(),
  database: z.object({
    /** null when it answers. */
    problem: z.string().nullable(),
    /** null when there is no database yet, or none that answers. */
    schema: z
      .object({
        pending: z.array(z.string()),
        unknown: z.array(z.string()),
        /** Those of the unknown ones that keep this version from working. */
        blocking: z.array(z.string()),
      })
      .nullable(),
    /** How far its clock is ahead of this machine's; null where both are the same. */
    clockAheadMs: z.number().nullable(),
  }),
  cache: z.object({ name: z.string(), problem: z.string().nullable() }),
  nodes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      version: z.string().nullable(),
      lastSeenAtMs: z.number().nullable(),
      /** Null unless the panel has refused it since it was let in last. */
      refusal: z.object({ atMs: z.number(), reason: z.string() }).nullable(),
    }),
  ),
  /** Secrets of the database that the present keys do not open, one line each. */
  unreadableSecrets: z.array(z.string()),
})
export type PanelServicesReport = z.output<typeof panelServicesReport>

/** What `daemon --check-config --json --data DIR` prints on standard output, as one JSON line. */
export const daemonCheckReport = z.object({
  /** False while this machine is not enrolled; there is nothing else to check then. */
  isEnrolled: z.boolean(),
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type DaemonCheckReport = z.output<typeof daemonCheckReport>

/** The report is the last line: a library may have printed something before it. Null: there is none. */
export function parseReport<Report>(shape: z.ZodType<Report>, output: string): Report | null {
  try {
    return shape.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
  } catch {
    return null
  }
}
