// The fields of daemon.yaml: what each must look like and what it is when left out.

import { parseDurationSeconds } from '@rookery/primitives/duration.ts'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'

export const processManagerNames = ['process', 'docker', 'podman', 'systemd'] as const

const text = (what: string) => z.string(`must be ${what}`).trim().min(1, `must be ${what}`)

const durationSeconds = z
  .union([z.string(), z.number()], 'must be a time such as 5s or 10m')
  .transform((written, context) => {
    const seconds = parseDurationSeconds(written)
    if (seconds !== null) return seconds
    context.addIssue({ code: 'custom', message: 'must be a time such as 5s or 10m' })
    return z.NEVER
  })

const addressPattern = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/

const panelAddress = text('host:port').refine(address => {
  const port = Number(addressPattern.exec(address)?.[1] ?? 0)
  return port >= 1 && port <= 65_535
}, 'must be host:port, such as panel.example:31718')

const engineSocket = z
  .union([z.string().regex(/^\/./), z.literal(false)], 'must be the path of a socket, or false to not use it')
  .optional()

const list = (what: string) => z.array(text(what), `must be a list, each ${what}`)

/** More than any game there is, and less than what fills a large drive by mistake. */
export const defaultDownloadLimitBytes = 64 * 1024 ** 3

const allowedText = 'must be true, false, or a list of networks such as 10.1.0.0/16'
const allowedPrivate = z.union(
  [
    z.boolean(),
    z.array(
      z.string().refine(text => ipaddr.isValidCIDR(text), allowedText),
      allowedText,
    ),
  ],
  allowedText,
)

export const daemonFile = z.object(
  {
    panel: panelAddress,
    node_id: z.int('must be a whole number above 0').positive('must be a whole number above 0'),
    api_key: text('the key this node got at enrollment'),
    certificate: text("the path of this node's certificate"),
    certificate_key: text("the path of this node's private key"),
    ca: text("the path of the panel's certificate authority"),
    connection_password: text('the password this node got at enrollment'),
    work_path: text('the path of a folder').default('servers'),
    process_manager: z
      .looseObject(
        {
          name: z.enum(processManagerNames, `must be one of: ${processManagerNames.join(', ')}`),
          docker_socket: engineSocket,
          podman_socket: engineSocket,
        },
        'must hold a name, such as { name: process }',
      )
      .default({ name: 'process' }),
    metrics: z
      .object(
        {
          enabled: z.boolean('must be true or false').default(true),
          collection_interval: durationSeconds.default(5),
          retention_duration: durationSeconds.default(600),
        },
        'must hold enabled, collection_interval and retention_duration',
      )
      .prefault({}),
    if_list: list('a network interface').default([]),
    drives_list: list('a path on a drive').default([]),
    downloads: z
      .object(
        {
          allow_private_addresses: allowedPrivate.default(false),
          limit_bytes: z
            .int('must be a whole number of bytes')
            .positive('must be a whole number of bytes')
            .default(defaultDownloadLimitBytes),
        },
        'must hold allow_private_addresses and limit_bytes',
      )
      .prefault({}),
    steamcmd_path: text('a path').nullable().default(null),
    game_user_id_base: z
      .int('must be a whole number')
      .min(1000, 'must be at least 1000, above the system users')
      .max(2_000_000_000, 'must be at most 2000000000')
      .default(700_000),
  },
  'must hold fields such as panel: panel.example:31718',
)

export type DaemonFile = z.output<typeof daemonFile>
/** As written: only the fields without a default are needed. */
export type DaemonFileFields = z.input<typeof daemonFile>
