// What a daemon must know to run one game server: the panel renders it from the template, the daemon obeys it.

import * as z from 'zod'

/** Where a step's file comes from or goes to is relative to the game server's own folder. */
export const installStep = z.discriminatedUnion('do', [
  /** A game that ships with the daemon, by name. */
  z.object({ do: z.literal('copy-shipped'), game: z.enum(['arena']), to: z.string(), words: z.string() }),
  z.object({ do: z.literal('write-file'), path: z.string(), content: z.string(), words: z.string() }),
])
export type InstallStep = z.output<typeof installStep>

export const stopMethod = z.discriminatedUnion('by', [
  z.object({ by: z.literal('command'), command: z.string() }),
  z.object({ by: z.literal('signal'), signal: z.enum(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) }),
])

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

/** What has a default may be missing in a definition that an older panel or daemon has written. */
export const gameServerDefinition = z.object({
  uuid: z.uuid(),
  name: z.string(),
  process_manager: z.enum(['process', 'docker', 'podman', 'systemd']),
  /** Arguments, never shell text. The first may be `{runtime.node}`, the daemon's own Node. */
  command: z.array(z.string()).min(1),
  environment: z.record(z.string(), z.string()),
  install: z.array(installStep),
  ready: z.object({ pattern: z.string().nullable(), grace_ms: z.int() }),
  stop: z.object({ method: stopMethod, grace_ms: z.int() }),
  autostart: z.boolean(),
  limits: z
    .object({
      memory_bytes: z.int().positive().nullable(),
      /** 100 is one whole processor core. */
      cpu_percent: z.number().positive().nullable(),
    })
    .default({ memory_bytes: null, cpu_percent: null }),
  /** The ports that the game listens on, for managers that must open them. */
  ports: z
    .array(z.object({ ip: z.string(), port: z.int().min(1).max(65535), protocol: z.enum(['tcp', 'udp']) }))
    .default([]),
  /** How it runs in a container; null when the template does not say. */
  container: z.object({ image: z.string(), read_only_root: z.boolean() }).nullable().default(null),
  /** What happens after an exit that nobody asked for. */
  crash_policy: crashPolicy.default(defaultCrashPolicy),
  /** Never shown in a console: values that are masked in its output. */
  secrets: z.array(z.string()),
})
export type GameServerDefinition = z.output<typeof gameServerDefinition>
