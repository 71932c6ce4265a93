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
  /** Never shown in a console: values that are masked in its output. */
  secrets: z.array(z.string()),
})
export type GameServerDefinition = z.output<typeof gameServerDefinition>
