// The template of a game: how it is installed, started, watched and stopped. One readable file per game.

import * as z from 'zod'
import { installStep, stopMethod } from './daemon/game-server-definition.ts'

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits and dashes')

export const portNames = ['game', 'query', 'rcon'] as const
export type PortName = (typeof portNames)[number]

const templatePort = z.object({
  protocol: z.enum(['tcp', 'udp', 'both']),
  default: z.int().min(1).max(65535),
})

const templateVariable = z.object({
  name: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be upper-case letters, digits and underscores'),
  title: z.string(),
  description: z.string().default(''),
  default: z.string(),
  /** A regular expression that the whole value must match. */
  pattern: z.string(),
  /** What to write when the pattern does not match. */
  hint: z.string(),
})
export type TemplateVariable = z.output<typeof templateVariable>

export const template = z.object({
  slug,
  name: z.string().min(1),
  game: z.string().min(1),
  description: z.string(),
  tags: z.array(z.string()).default([]),
  process_managers: z.array(z.enum(['process', 'docker', 'podman', 'systemd'])).min(1),
  /** Needed where docker or podman is among the process managers. */
  container: z.object({ image: z.string().min(1), read_only_root: z.boolean().default(false) }).optional(),
  ports: z.object({ game: templatePort, query: templatePort.optional(), rcon: templatePort.optional() }),
  variables: z.array(templateVariable).default([]),
  /** A list of arguments. `{port.game}`, `{server.name}`, `{rcon.password}`, `{var.NAME}` and `{runtime.node}` are filled in. */
  command: z.array(z.string()).min(1),
  environment: z.record(z.string(), z.string()).default({}),
  install: z.array(installStep),
  ready: z.object({ pattern: z.string().nullable(), grace_ms: z.int().min(0).default(5_000) }),
  stop: z.object({ method: stopMethod, grace_ms: z.int().min(0).max(600_000).default(10_000) }),
})
export type Template = z.output<typeof template>
