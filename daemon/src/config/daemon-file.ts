// The fields of daemon.yaml: what each means, what it must look like and what it is when left out.

import { processManagerNames } from '@rookery/contracts/process-managers.ts'
import { parseDurationSeconds } from '@rookery/primitives/duration.ts'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'

export interface FieldNote {
  meaning: string
  /** As it stands in the file. */
  example: unknown
  /** For the reference page, where the value itself says too little. */
  defaultText?: string
}

/** What the reference page says about each field. */
export const fieldNotes = z.registry<FieldNote>()

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

const engineSocket = () =>
  z
    .union(
      [z.string().regex(/^\/./), z.literal(false)],
      'must be the path of a socket, or false to not use it',
    )
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
    panel: panelAddress.register(fieldNotes, {
      meaning: 'Where the panel listens for daemons: its name and `GRPC_PORT`',
      example: 'panel.example:31718',
    }),
    node_id: z
      .int('must be a whole number above 0')
      .positive('must be a whole number above 0')
      .register(fieldNotes, { meaning: 'The id of this node in the panel', example: 7 }),
    api_key: text('the key this node got at enrollment').register(fieldNotes, {
      meaning: 'The secret by which the panel knows this node, beside its certificate',
      example: 'Jx0…',
    }),
    certificate: text("the path of this node's certificate").register(fieldNotes, {
      meaning: 'The certificate of this node; renewed by the daemon before it runs out',
      example: '/var/lib/rookery/daemon/node-certificate.pem',
    }),
    certificate_key: text("the path of this node's private key").register(fieldNotes, {
      meaning: 'Its private key, which never leaves the machine',
      example: '/var/lib/rookery/daemon/node-key.pem',
    }),
    ca: text("the path of the panel's certificate authority").register(fieldNotes, {
      meaning: 'The certificate authority of the panel: no other panel is spoken to',
      example: '/var/lib/rookery/daemon/panel-ca.pem',
    }),
    connection_password: text('the password this node got at enrollment').register(fieldNotes, {
      meaning:
        'By what the node knows the panel again, beside its certificate: one that does not know it is not obeyed',
      example: 'Qm4…',
    }),
    work_path: text('the path of a folder').default('servers').register(fieldNotes, {
      meaning:
        'The folder of the games, one folder each. Enrollment writes it (`--games`); to move it, stop the games and the daemon, move the folder, and change this',
      example: '/var/lib/rookery/games',
    }),
    process_manager: z
      .looseObject(
        {
          name: z
            .enum(processManagerNames, `must be one of: ${processManagerNames.join(', ')}`)
            .register(fieldNotes, {
              meaning:
                'Which one this node is meant for: [what each can do](../architecture/process-managers.md). The daemon offers every one that it finds, and its log says why when this one is not among them',
              example: 'systemd',
              defaultText: '`process`',
            }),
          docker_socket: engineSocket().register(fieldNotes, {
            meaning: 'Where Docker answers; `false` does not use it',
            example: '/var/run/docker.sock',
            defaultText: 'the usual places are tried',
          }),
          podman_socket: engineSocket().register(fieldNotes, {
            meaning: 'Where Podman answers; `false` does not use it',
            example: false,
            defaultText: 'the usual places are tried',
          }),
        },
        'must hold a name, such as { name: process }',
      )
      .default({ name: 'process' }),
    metrics: z
      .object(
        {
          enabled: z.boolean('must be true or false').default(true).register(fieldNotes, {
            meaning: 'Whether this node measures itself and its games; without it charts are empty',
            example: true,
          }),
          collection_interval: durationSeconds.default(5).register(fieldNotes, {
            meaning: 'How often; from 1 s to 60 s, and what is beyond is brought within',
            example: '5s',
            defaultText: '`5s`',
          }),
          retention_duration: durationSeconds.default(600).register(fieldNotes, {
            meaning: 'How far charts go back; from 10 min to 1 h, and what is beyond is brought within',
            example: '30m',
            defaultText: '`10m`',
          }),
          history: z.boolean('must be true or false').default(false).register(fieldNotes, {
            meaning:
              'Whether this node stores metrics for longer, in `metrics-history.sqlite` beside its own store: a point per minute for 24 hours and one per ten minutes for 30 days. Enrollment writes `true` into a file that it creates',
            example: true,
          }),
        },
        'must hold enabled, collection_interval, retention_duration and history',
      )
      .prefault({}),
    if_list: list('a network interface')
      .default([])
      .register(fieldNotes, {
        meaning: 'The network interfaces whose traffic and addresses count',
        example: ['eth0'],
        defaultText: 'every interface that leads out of this machine',
      }),
    drives_list: list('a path on a drive')
      .default([])
      .register(fieldNotes, {
        meaning: 'The drives whose room is shown, each by a path on it',
        example: ['/', '/var/lib/rookery/games'],
        defaultText: 'the drive of `work_path`',
      }),
    downloads: z
      .object(
        {
          allow_private_addresses: allowedPrivate.default(false).register(fieldNotes, {
            meaning:
              'Whether installations of games may load from private addresses: `true` all of them, a list those in these networks. Addresses of cloud metadata are never allowed',
            example: ['10.1.0.0/16'],
          }),
          limit_bytes: z
            .int('must be a whole number of bytes')
            .positive('must be a whole number of bytes')
            .default(defaultDownloadLimitBytes)
            .register(fieldNotes, {
              meaning: 'The largest file that an installation may load',
              example: 20_000_000_000,
              defaultText: '`68719476736` (64 GiB)',
            }),
        },
        'must hold allow_private_addresses and limit_bytes',
      )
      .prefault({}),
    backups: z
      .object(
        {
          restic_path: text('a path').nullable().default(null).register(fieldNotes, {
            meaning:
              'The program restic, at least 0.18.0, that takes backups. The variable `BACKUP_RESTIC_PATH` wins over it',
            example: '/usr/local/bin/restic',
            defaultText: 'the one that comes with the daemon, else looked for in `PATH`',
          }),
          folder: text('the path of a folder').nullable().default(null).register(fieldNotes, {
            meaning:
              'The folder for what backups need on this machine: the cache of restic, and room for the weekly trial restore, as large as the largest game server',
            example: '/var/lib/rookery/backups',
            defaultText: '`backups` beside the daemon’s own store',
          }),
          upload_bytes_per_second: z
            .int('must be a whole number of bytes')
            .positive('must be a whole number of bytes')
            .nullable()
            .default(null)
            .register(fieldNotes, {
              meaning: 'How fast one backup or restore may go over the network',
              example: 12_500_000,
              defaultText: 'as fast as it goes',
            }),
        },
        'must hold restic_path, folder and upload_bytes_per_second',
      )
      .prefault({}),
    upgrades: z
      .object(
        {
          from_panel: z.boolean('must be true or false').default(false).register(fieldNotes, {
            meaning:
              'Whether the panel may replace this daemon by a newer one that it sends. Whoever controls the panel is root here then',
            example: true,
          }),
        },
        'must hold from_panel',
      )
      .prefault({}),
    steamcmd_path: text('a path').nullable().default(null).register(fieldNotes, {
      meaning: 'The program SteamCMD, for games that come from Steam',
      example: '/usr/games/steamcmd',
      defaultText: 'looked for in `PATH` and the usual folders',
    }),
    game_user_id_base: z
      .int('must be a whole number')
      .min(1000, 'must be at least 1000, above the system users')
      .max(2_000_000_000, 'must be at most 2000000000')
      .default(700_000)
      .register(fieldNotes, {
        meaning:
          'When the daemon is root, game server 12 runs as the user with this number plus 12. Enrollment draws one for each node; do not change it while there are games: their files belong to these users',
        example: 1_114_112,
      }),
  },
  'must hold fields such as panel: panel.example:31718',
)

export type DaemonFile = z.output<typeof daemonFile>
/** As written: only the fields without a default are needed. */
export type DaemonFileFields = z.input<typeof daemonFile>
