// What `rookery up` and the programs it starts say to each other: messages over the process channel, and check reports.
//
// The panel and the daemon are started with an IPC channel. When that channel closes, `up` is gone: a program that
// was started with one (`process.send` exists) then stops gracefully, so that nothing is left behind.

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
export interface PanelCheckReport {
  problems: string[]
  warnings: string[]
  /** Names of the changes of the database that this panel knows, in their order. */
  schema: string[]
  /** null while there are problems. */
  facts: {
    dataDir: string
    configFile: string
    http: { bindIp: string; port: number; tlsCertFile: string | null; tlsKeyFile: string | null }
    grpc: { bindIp: string; port: number }
    database:
      | { driver: 'sqlite'; file: string }
      | { driver: 'postgres' | 'mysql'; host: string; port: number }
  } | null
}

/** What `panel --check-services --json` prints on standard output, as one JSON line; nothing is changed by it. */
export interface PanelServicesReport {
  version: string
  database: {
    /** null when it answers. */
    problem: string | null
    /** null when there is no database yet, or none that answers. */
    schema: { pending: string[]; unknown: string[] } | null
    /** How far its clock is ahead of this machine's; null where both are the same. */
    clockAheadMs: number | null
  }
  cache: { name: string; problem: string | null }
  nodes: { name: string; version: string | null; lastSeenAtMs: number | null }[]
  /** Secrets of the database that the present keys do not open, one line each. */
  unreadableSecrets: string[]
}

/** What `daemon --check-config --json --data DIR` prints on standard output, as one JSON line. */
export interface DaemonCheckReport {
  /** False while this machine is not enrolled; there is nothing else to check then. */
  isEnrolled: boolean
  problems: string[]
  warnings: string[]
}
