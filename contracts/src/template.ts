// The template of a game: how it is installed, configured, started, watched and stopped. One readable file per game.

import * as z from 'zod'
import { templateBackup } from './backups.ts'
import { stopMethod } from './daemon/stop-method.ts'
import { processManagerNames } from './process-managers.ts'
import { configFile } from './template/config-files.ts'
import { playerControl, queryControl, rconControl } from './template/control.ts'
import { crashHint } from './template/crash-hints.ts'
import { templateDatabase } from './template/databases.ts'
import { installStep } from './template/install-steps.ts'
import { templateVariable } from './template/variables.ts'

export const templateSlug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits and dashes')

export const portNames = ['game', 'query', 'rcon'] as const
export type PortName = (typeof portNames)[number]

const protocol = z.enum(['tcp', 'udp', 'both'])
const templatePort = z.object({ protocol, default: z.int().min(1).max(65535) })

/** Further ports: a fixed step above the game's port, or the value of a variable. Filled in as `{port.NAME}`. */
const extraPort = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be lower-case letters, digits and underscores'),
  protocol,
  game_plus: z.int().min(-1000).max(1000).optional(),
  variable: z.string().optional(),
})

const containerImage = z.object({
  label: z.string().min(1),
  image: z.string().min(1),
  /** False for images that exist on the node alone. */
  pull: z.boolean().default(true),
})

export const templateContainer = z.object({
  /** The first is the usual one. */
  images: z.array(containerImage).min(1),
  read_only_root: z.boolean().default(false),
  /** Where the server's folder is mounted and where the command runs. */
  folder: z.string().startsWith('/').default('/home/container'),
})

/** What a node must have for it. Left out: it runs on any. */
export const templateNeeds = z.object({
  /** For one game server with its usual settings. */
  memory_mb: z.int().min(1).optional(),
  disk_mb: z.int().min(1).optional(),
  architectures: z
    .array(z.enum(['x64', 'arm64']))
    .min(1)
    .optional(),
  /** What must be installed on the node where it runs without a container, by the names that people know. */
  programs: z.array(z.string().min(1)).max(10).optional(),
})
export type TemplateNeeds = z.output<typeof templateNeeds>

export const template = z.object({
  slug: templateSlug,
  name: z.string().min(1),
  game: z.string().min(1),
  description: z.string(),
  author: z.string().default(''),
  tags: z.array(z.string()).default([]),
  /** A data URI of an image. */
  icon: z.string().startsWith('data:image/').optional(),
  process_managers: z.array(z.enum(processManagerNames)).min(1),
  needs: templateNeeds.optional(),
  /** Needed where docker or podman is among the process managers. */
  container: templateContainer.optional(),
  ports: z.object({ game: templatePort, query: templatePort.optional(), rcon: templatePort.optional() }),
  extra_ports: z.array(extraPort).max(20).default([]),
  variables: z.array(templateVariable).default([]),
  /** Made with each game server, on a host that its node may use. */
  databases: z.array(templateDatabase).max(5).optional(),
  /**
   * A list of arguments with placeholders; a value never splits and is never read again. Only an imported egg has shell
   * text, which runs by `sh -c` in its container with the values as environment variables.
   */
  command: z.union([z.array(z.string()).min(1), z.object({ shell: z.string().min(1) })]),
  environment: z.record(z.string(), z.string()).default({}),
  /** Hands every variable to the game as an environment variable of the same name, as eggs expect. */
  variables_in_environment: z.boolean().default(false),
  install: z.array(installStep),
  /** Left out: an update takes the steps of an installation. */
  update: z.array(installStep).optional(),
  config_files: z.array(configFile).default([]),
  ready: z.object({
    /** Plain text that a line holds, or an expression written `/like this/`. */
    pattern: z.string().nullable(),
    grace_ms: z.int().min(0).default(5_000),
  }),
  stop: z.object({ method: stopMethod, grace_ms: z.int().min(0).max(600_000).default(10_000) }),
  rcon: rconControl.optional(),
  query: queryControl.optional(),
  players: playerControl.optional(),
  backup: templateBackup.optional(),
  crash_hints: z.array(crashHint).default([]),
  /** Paths that people may not touch in the file manager, in the manner of gitignore. */
  protected_files: z.array(z.string()).default([]),
  /** By language (`de`, `pt-br`), then by English text: how the texts above read there. What is missing stays English. */
  translations: z
    .record(
      z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/, 'must be a language such as de or pt-br'),
      z.record(z.string(), z.string().min(1)),
    )
    .optional(),
})
export type Template = z.output<typeof template>
export type TemplateInput = z.input<typeof template>

/** What `{…}` may stand for beside `{port.NAME}`, `{var.NAME}` and, in install steps, `{found.NAME}`. */
export const templatePlaceholders = [
  'server.name',
  /** Without what games that read their arguments as a line of commands would take for another one. */
  'server.plain_name',
  'server.uuid',
  'server.ip',
  /** Where it listens: the same, but 0.0.0.0 in a container, which has an address of its own. */
  'server.bind_ip',
  /** Megabytes; 0 without a limit. */
  'server.memory_mb',
  'node.name',
  'rcon.password',
  /** The daemon's own Node. */
  'runtime.node',
] as const
