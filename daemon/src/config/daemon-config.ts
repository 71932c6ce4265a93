// Turns the text of daemon.yaml into the daemon's frozen configuration, or into the list of everything wrong.

import { resolve } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import type * as z from 'zod'
import { type DaemonFile, daemonFile } from './daemon-file.ts'

const retentionSeconds = { least: 600, most: 3600 }
const intervalSeconds = { least: 1, most: 60 }

export interface DaemonConfig {
  readonly panelAddress: string
  readonly nodeId: number
  readonly apiKey: string
  readonly certificateFile: string
  readonly certificateKeyFile: string
  readonly caFile: string
  readonly connectionPassword: string
  readonly workPath: string
  readonly processManager: {
    readonly name: DaemonFile['process_manager']['name']
    /** Left out: the usual places are tried; false: not used. */
    readonly docker_socket?: string | false | undefined
    readonly podman_socket?: string | false | undefined
    readonly [option: string]: unknown
  }
  readonly metrics: {
    readonly enabled: boolean
    readonly intervalSeconds: number
    readonly retentionSeconds: number
    /** Metrics are stored for 30 days. */
    readonly history?: boolean
  }
  /** Empty: every interface that leads out of this machine. */
  readonly networkInterfaces: readonly string[]
  /** Empty: the drive of the work path. */
  readonly drives: readonly string[]
  readonly downloads: {
    /** True: all private addresses; a list: those in these networks. */
    readonly allowedPrivate: boolean | readonly string[]
    readonly limitBytes: number
  }
  readonly backups: {
    /** Null: the one that comes with the daemon, or the one that is found. */
    readonly resticPath: string | null
    /** Null: beside the daemon's own store. */
    readonly folder: string | null
    /** Null: no limit. */
    readonly uploadBytesPerSecond: number | null
  }
  /** Administrators of the panel may replace this daemon, which makes them its user on this machine. */
  readonly upgradesFromPanel: boolean
  readonly steamcmdPath: string | null
  /** A game server runs as this plus its id, when the daemon is root. */
  readonly gameUserIdBase: number
}

export type DaemonConfigReading = { config: DaemonConfig; warnings: string[] } | { problems: string[] }

/** Relative paths in the file start in its folder. */
export function readDaemonConfig(fileText: string, folder: string): DaemonConfigReading {
  const parsed = parseYaml(fileText)
  if ('problems' in parsed) return parsed
  const checked = daemonFile.safeParse(parsed.content)
  if (!checked.success)
    return { problems: checked.error.issues.map(issue => describeIssue(issue, parsed.content)) }
  const warnings = unknownFields(parsed.content)
  return { config: Object.freeze(arrange(checked.data, folder, warnings)), warnings }
}

/** The reader's own messages are not passed on: they quote the file, which holds secrets. */
function parseYaml(fileText: string): { content: unknown } | { problems: string[] } {
  const lines = new LineCounter()
  const document = parseDocument(fileText, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map(error => {
        const { line, col } = lines.linePos(error.pos[0])
        const reason = error.code.toLowerCase().replaceAll('_', ' ')
        return `daemon.yaml line ${line}, column ${col}: not valid YAML (${reason})`
      }),
    }
  }
  try {
    return { content: document.toJS() }
  } catch {
    return { problems: ['daemon.yaml: not valid YAML (too many or unknown aliases)'] }
  }
}

function describeIssue(issue: z.core.$ZodIssue, content: unknown): string {
  const field = issue.path.map(String).join('.')
  if (field === '') return `daemon.yaml ${issue.message}`
  const isMissing = fieldAt(content, issue.path) === undefined
  return `daemon.yaml: ${field} ${isMissing ? 'is missing; it ' : ''}${issue.message}`
}

function fieldAt(content: unknown, path: PropertyKey[]): unknown {
  let found: unknown = content
  for (const step of path) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined
  }
  return found
}

function unknownFields(content: unknown): string[] {
  const found = [
    ...namesBeyond(content, Object.keys(daemonFile.shape), ''),
    ...namesBeyond(
      (content as { metrics?: unknown }).metrics,
      ['enabled', 'collection_interval', 'retention_duration', 'history'],
      'metrics.',
    ),
    ...namesBeyond(
      (content as { downloads?: unknown }).downloads,
      ['allow_private_addresses', 'limit_bytes'],
      'downloads.',
    ),
    ...namesBeyond(
      (content as { backups?: unknown }).backups,
      ['restic_path', 'folder', 'upload_bytes_per_second'],
      'backups.',
    ),
    ...namesBeyond((content as { upgrades?: unknown }).upgrades, ['from_panel'], 'upgrades.'),
  ]
  return found.map(name => `daemon.yaml: ${name} is not a field of the daemon and is ignored`)
}

function namesBeyond(content: unknown, known: string[], prefix: string): string[] {
  if (typeof content !== 'object' || content === null) return []
  return Object.keys(content)
    .filter(name => !known.includes(name))
    .map(name => prefix + name)
}

function pathIn(folder: string, path: string | null): string | null {
  return path === null ? null : resolve(folder, path)
}

function arrange(file: DaemonFile, folder: string, warnings: string[]): DaemonConfig {
  const clamp = (field: string, value: number, range: { least: number; most: number }) => {
    const used = Math.min(Math.max(value, range.least), range.most)
    if (used !== value) {
      warnings.push(
        `daemon.yaml: metrics.${field} is ${value} s; allowed: ${range.least} to ${range.most} s; ${used} s is used`,
      )
    }
    return used
  }
  return {
    panelAddress: file.panel,
    nodeId: file.node_id,
    apiKey: file.api_key,
    certificateFile: resolve(folder, file.certificate),
    certificateKeyFile: resolve(folder, file.certificate_key),
    caFile: resolve(folder, file.ca),
    connectionPassword: file.connection_password,
    workPath: resolve(folder, file.work_path),
    processManager: file.process_manager,
    metrics: {
      enabled: file.metrics.enabled,
      intervalSeconds: clamp('collection_interval', file.metrics.collection_interval, intervalSeconds),
      retentionSeconds: clamp('retention_duration', file.metrics.retention_duration, retentionSeconds),
      history: file.metrics.history,
    },
    networkInterfaces: file.if_list,
    drives: file.drives_list,
    downloads: {
      allowedPrivate: file.downloads.allow_private_addresses,
      limitBytes: file.downloads.limit_bytes,
    },
    backups: {
      resticPath: pathIn(folder, file.backups.restic_path),
      folder: pathIn(folder, file.backups.folder),
      uploadBytesPerSecond: file.backups.upload_bytes_per_second,
    },
    upgradesFromPanel: file.upgrades.from_panel,
    steamcmdPath: pathIn(folder, file.steamcmd_path),
    gameUserIdBase: file.game_user_id_base,
  }
}
