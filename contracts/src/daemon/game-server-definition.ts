// What a daemon must know to run one game server: the panel renders it from the template, the daemon obeys it.

import * as z from 'zod'
import { templateBackup } from '../backups.ts'
import { processManagerNames } from '../process-managers.ts'
import { schedule } from '../schedule.ts'
import { suspension } from '../suspension.ts'
import { configFile } from '../template/config-files.ts'
import { playerControl, queryControl, rconControl } from '../template/control.ts'
import { installStep } from '../template/install-steps.ts'
import { definedSource, definedStorage } from './backup-request.ts'
import { stopMethod } from './stop-method.ts'

/** Started again after `delay_ms`, then after twice as long, at most `attempts` times within `window_ms`. */
export const crashPolicy = z.object({
  restart: z.boolean(),
  attempts: z.int().min(1).max(100),
  window_ms: z.int().min(1_000),
  delay_ms: z.int().min(0),
})
export type CrashPolicy = z.output<typeof crashPolicy>

export const defaultCrashPolicy: CrashPolicy = {
  restart: true,
  attempts: 5,
  window_ms: 10 * 60_000,
  delay_ms: 2_000,
}

/** What the panel made the definition of: with it a panel that has lost the game server can take it up again. */
export const definitionOrigin = z.object({
  /** The template's slug. */
  template: z.string(),
  /** Changes with everything in the template that acts on files or on the run; empty: an earlier panel (L26). */
  template_version: z.string().default(''),
  ip: z.string(),
  port: z.int(),
  query_port: z.int().nullable(),
  rcon_port: z.int().nullable(),
  rcon_password: z.string(),
  tags: z.array(z.string()),
  variables: z.record(z.string(), z.string()),
  image: z.string().nullable(),
})
export type DefinitionOrigin = z.output<typeof definitionOrigin>

/** What has a default may be missing in a definition that an older panel or daemon has written. */
export const gameServerDefinition = z.object({
  uuid: z.uuid(),
  name: z.string(),
  /** Counts up when the game server is given to a node anew: the higher one is right. */
  placement_epoch: z.int().min(1).default(1),
  /** Null in a definition of an earlier panel. */
  origin: definitionOrigin.nullable().default(null),
  process_manager: z.enum(processManagerNames),
  /** Arguments, never shell text. The first may be `{runtime.node}`, the daemon's own Node. */
  command: z.array(z.string()).min(1),
  environment: z.record(z.string(), z.string()),
  install: z.array(installStep),
  /** Null: an update takes the steps of an installation. */
  update: z.array(installStep).nullable().default(null),
  /** Adjusted before each start. */
  config_files: z.array(configFile).default([]),
  ready: z.object({ pattern: z.string().nullable(), grace_ms: z.int() }),
  stop: z.object({ method: stopMethod, grace_ms: z.int() }),
  autostart: z.boolean(),
  /** It is stopped and started by nothing until this is null again (L29). */
  suspended: suspension.nullable().default(null),
  /** Every start that a person or a schedule asks for begins with an update. */
  update_before_start: z.boolean().default(false),
  limits: z
    .object({
      memory_bytes: z.int().positive().nullable(),
      /** 100 is one whole processor core. */
      cpu_percent: z.number().positive().nullable(),
      /** What its folder may hold, as far as it is filled through the panel or SFTP. */
      disk_bytes: z.int().positive().nullable().default(null),
    })
    .default({ memory_bytes: null, cpu_percent: null, disk_bytes: null }),
  /** The ports that the game listens on, for managers that must open them. */
  ports: z
    .array(z.object({ ip: z.string(), port: z.int().min(1).max(65535), protocol: z.enum(['tcp', 'udp']) }))
    .default([]),
  /** How it runs in a container; null when the template does not say. */
  container: z
    .object({
      image: z.string(),
      /** Whether the image may be fetched when the node does not have it. */
      pull: z.boolean().default(false),
      read_only_root: z.boolean(),
      /** Where the server's folder is mounted and where the game starts; null: `/game`. */
      folder: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** What happens after an exit that nobody asked for. */
  crash_policy: crashPolicy.default(defaultCrashPolicy),
  /** Null where the game does not have it. */
  rcon: rconControl.extend({ port: z.int(), password: z.string() }).nullable().default(null),
  query: queryControl.omit({ game_plus: true }).extend({ port: z.int() }).nullable().default(null),
  /** Where RCON and query reach the game from its own node. */
  query_address: z.string().default('127.0.0.1'),
  players: playerControl.nullable().default(null),
  schedules: z.array(schedule).default([]),
  /** Apart from the others, so that a daemon that knows no steps does nothing instead of something else (L22). */
  step_schedules: z.array(schedule.required({ steps: true })).default([]),
  /** Where its backups go, the usual place first; none: nothing is backed up (L25). */
  backup_storages: z.array(definedStorage).default([]),
  backup_sources: z.array(definedSource).default([]),
  /** Null where the template does not say. */
  backup: templateBackup.nullable().default(null),
  /** Closed to everybody but administrators, in the manner of gitignore; the node's own tasks and the game are free. */
  protected_files: z.array(z.string()).default([]),
  /** Never shown in a console: values that are masked in its output. */
  secrets: z.array(z.string()),
})
export type GameServerDefinition = z.output<typeof gameServerDefinition>
