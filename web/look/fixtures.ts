// A small fleet for looking at the interface: made-up answers that satisfy the contracts.

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import type { GameServer, GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import type { PersonalAccessToken } from '@rookery/contracts/http/tokens.ts'
import type { SecondFactorSetup } from '@rookery/contracts/http/two-factor.ts'
import type { UnknownServer } from '@rookery/contracts/http/unknown-servers.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { authenticatorQr } from './authenticator-qr.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

export const profile: Profile = {
  id: 1,
  login: 'admin',
  name: 'Mara',
  email: 'mara@example.org',
  roles: ['admin'],
  is_admin: true,
  sections: {
    node: ['create', 'view', 'edit', 'delete'],
    template: ['create', 'view', 'edit', 'delete'],
    plugin: ['create', 'view', 'edit', 'delete'],
    task: ['create', 'view', 'edit', 'delete'],
  },
  two_factor_enabled: false,
  language: 'en',
  created_at: ago(900_000),
}

export const mfaNudge: MfaNudge = {
  required: true,
  show_now: true,
  hard_fail: false,
  days_remaining: 23,
  hard_fail_at: ago(-23 * 86_400),
}

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const secondFactorSetup: SecondFactorSetup = {
  secret,
  otpauth_uri: `otpauth://totp/Rookery:admin?issuer=Rookery&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  qr_svg: authenticatorQr,
}

export const recoveryCodes = [
  'k7wqf-3bxzn',
  'm2rtc-9gvhd',
  'p4sdj-k8nwx',
  'z6bfh-2qctm',
  'g9xvr-5jpkd',
  'w3nmc-7tzbs',
  'd8qkg-4hrfv',
  'x5cjp-6wsnb',
  't2vzd-8mgqk',
  'h7fbr-3xctw',
]

export const accessTokens: PersonalAccessToken[] = [
  {
    id: 7,
    name: 'Nightly restart',
    abilities: ['server:list', 'server:restart'],
    last_used_at: ago(30_000),
    created_at: ago(4_000_000),
  },
  {
    id: 9,
    name: 'Discord bot',
    abilities: [
      'server:list',
      'server:start',
      'server:stop',
      'server:restart',
      'server:console',
      'server:rcon-players',
    ],
    last_used_at: ago(42),
    created_at: ago(900_000),
  },
  {
    id: 12,
    name: 'Terraform for the community servers in Frankfurt',
    abilities: ['admin:server:create', 'admin:gdaemon-task:read'],
    last_used_at: null,
    created_at: ago(3_600),
  },
]

const template = (
  id: number,
  slug: string,
  name: string,
  description: string,
  tags: string[] = [],
): TemplateSummary => ({
  id,
  slug,
  name,
  game: name,
  description,
  tags,
  process_managers: id === 1 ? ['process'] : ['docker', 'podman'],
  icon: null,
  source: id === 6 ? 'imported' : 'built-in',
})

export const templates = [
  template(
    1,
    'arena',
    'Text arena',
    'A small arena played over telnet. Ships with the panel, runs anywhere, ready in seconds.',
    ['demo', 'text'],
  ),
  template(2, 'minecraft-paper', 'Minecraft: Paper', 'Fast, plugin-friendly Minecraft Java server.', [
    'minecraft',
    'java',
  ]),
  template(3, 'valheim', 'Valheim', 'Explore and survive with up to ten friends.', ['steam', 'survival']),
  template(4, 'factorio', 'Factorio', 'Build a factory together. Saves are kept between updates.', [
    'building',
  ]),
  template(5, 'cs2', 'Counter-Strike 2', 'Competitive and casual play with RCON and map rotation.', [
    'steam',
    'shooter',
  ]),
  template(6, 'luanti', 'Luanti', 'Voxel worlds with hundreds of games and mods.', ['voxel']),
]

const node = (id: number, name: string, parts: Partial<Node>): Node => ({
  id,
  name,
  enabled: true,
  enrolled: true,
  online: true,
  last_seen_at: ago(4),
  version: '0.1.0',
  os: 'linux',
  arch: 'x64',
  runtimes: ['process', 'docker'],
  ips: ['192.0.2.7'],
  work_path: '/srv/rookery',
  limits: {},
  sftp: { enabled: false, port: 2022, listening: false, host_key_fingerprint: null, problem: null },
  created_at: ago(800_000),
  ...parts,
})

export const nodes = [
  node(1, 'basement', {}),
  node(2, 'frankfurt-1', {
    ips: ['198.51.100.20', '2001:db8::20'],
    runtimes: ['process', 'docker', 'podman'],
    sftp: {
      enabled: true,
      port: 2022,
      listening: true,
      host_key_fingerprint: 'SHA256:4pC1bK7mXw9Zk3vPq9sT1eRyuDhQ0nFz6aJ8LoV2cXs',
      problem: null,
    },
  }),
  node(3, 'attic', {
    online: false,
    last_seen_at: ago(1260),
    arch: 'arm64',
    ips: ['192.0.2.31'],
    runtimes: ['process'],
  }),
  node(4, 'garage', {
    online: false,
    enrolled: false,
    last_seen_at: null,
    version: null,
    os: null,
    arch: null,
    ips: [],
    runtimes: [],
  }),
]

const gameServer = (
  id: number,
  name: string,
  templateId: number,
  nodeId: number,
  state: RunState,
  since: number,
  reason: string | null = null,
): GameServer => {
  const ofTemplate = templates.find(each => each.id === templateId) ?? templates[0]
  const onNode = nodes.find(each => each.id === nodeId) ?? nodes[0]
  if (!ofTemplate || !onNode) throw new Error('the fixtures have no templates or nodes')
  return {
    id,
    uuid: `6f1c1d1e-5b0a-4c5e-9d57-0000000000${String(id).padStart(2, '0')}`,
    name,
    state,
    state_reason: reason,
    state_changed_at: ago(since),
    node_id: nodeId,
    node_name: onNode.name,
    node_online: onNode.online,
    template: { id: ofTemplate.id, slug: ofTemplate.slug, name: ofTemplate.name, game: ofTemplate.game },
    ip: onNode.ips[0] ?? '0.0.0.0',
    port: 25565 + id,
    query_port: 27000 + id,
    rcon_port: null,
    tags: id % 3 === 0 ? ['weekend'] : [],
    memory_limit_bytes: 4 * 1024 ** 3,
    cpu_limit_percent: null,
    disk_limit_bytes: null,
    process_manager: 'docker',
    limits_held: { memory: true, cpu: true, disk: 'start_and_panel', processes: true },
    installed_at: state === 'installing' ? null : ago(500_000),
    created_at: ago(600_000),
  }
}

export const gameServers = [
  gameServer(1, 'Wolfpack survival', 2, 2, 'running', 183_000),
  gameServer(2, 'Wolfpack creative', 2, 2, 'running', 9_400),
  gameServer(3, 'Weekend Valheim', 3, 1, 'crashed', 340, 'exit code 137: out of memory'),
  gameServer(4, 'Ascent to the mountain', 3, 1, 'stopped', 86_000),
  gameServer(5, 'Megafactory', 4, 2, 'starting', 6),
  gameServer(6, 'Megafactory staging', 4, 2, 'stopped', 400_000),
  gameServer(7, 'Retakes EU 1', 5, 2, 'running', 52_000),
  gameServer(8, 'Retakes EU 2', 5, 2, 'running', 52_000),
  gameServer(9, 'Retakes EU 3', 5, 2, 'updating', 75),
  gameServer(10, 'Deathmatch', 5, 2, 'paused', 1_900),
  gameServer(11, 'Sandbox for the kids', 6, 3, 'running', 7_000),
  gameServer(12, 'Luanti test bed', 6, 3, 'stopped', 70_000),
  gameServer(13, 'Arena', 1, 1, 'installing', 14),
  gameServer(14, 'Old world', 2, 1, 'install_failed', 7_300, 'the download has the wrong checksum'),
  gameServer(15, 'Anarchy', 2, 2, 'running', 260_000),
  gameServer(16, 'Skyblock', 2, 2, 'stopping', 3),
]

export const gameServerDetail = (id: number): GameServerDetail | undefined => {
  const found = gameServers.find(each => each.id === id)
  return (
    found && {
      ...found,
      variables: {},
      autostart: true,
      can_count_players: found.template.game !== 'Valheim',
      crash:
        found.state === 'crashed'
          ? {
              exit_code: 137,
              signal: null,
              out_of_memory: true,
              last_lines: ['Loading the world', 'Killed'],
              causes: [
                {
                  cause: 'out-of-memory' as const,
                  words: 'It wanted more than its 4 GiB. Raise the limit, or ask less of it.',
                  line: 'Killed',
                  repair: null,
                },
                {
                  cause: 'port-in-use' as const,
                  words: 'Another program already listens on port 2456.',
                  line: 'bind: address already in use',
                  repair: { do: 'choose-port' as const, port: 'game' as const },
                },
              ],
            }
          : null,
      directory: `/srv/rookery/servers/${id}`,
    }
  )
}

const task = (
  id: number,
  kind: Task['kind'],
  status: Task['status'],
  serverId: number,
  since: number,
  parts: Partial<Task> = {},
): Task => ({
  id,
  kind,
  status,
  node_id: gameServers.find(each => each.id === serverId)?.node_id ?? 1,
  server_id: serverId,
  requested_by: { id: 1, login: 'admin' },
  plugin: null,
  reason: null,
  message: null,
  progress: null,
  exit_code: status === 'success' ? 0 : null,
  created_at: ago(since),
  started_at: status === 'waiting' ? null : ago(since - 1),
  ended_at: status === 'waiting' || status === 'working' ? null : ago(since - 9),
  ...parts,
})

export const tasks = [
  task(412, 'install', 'working', 13, 14, { message: 'Downloading the arena server', progress: 0.62 }),
  task(411, 'update', 'working', 9, 75, {
    message: 'Checking files',
    progress: null,
    requested_by: { id: 3, login: 'jonas' },
  }),
  task(410, 'start', 'waiting', 12, 130, {
    reason: 'the node attic is away',
    requested_by: { id: 3, login: 'jonas' },
  }),
  task(409, 'start', 'success', 2, 9_420),
  task(408, 'install', 'error', 14, 7_400, { reason: 'the download has the wrong checksum', exit_code: 1 }),
  task(407, 'restart', 'success', 8, 52_100, { requested_by: null }),
  task(406, 'restart', 'success', 7, 52_200, { requested_by: null }),
  task(405, 'stop', 'success', 4, 86_100, { requested_by: { id: 4, login: 'priya' } }),
  task(404, 'kill', 'success', 6, 400_050),
  task(402, 'restart', 'success', 1, 183_000, { requested_by: { id: 4, login: 'priya' } }),
  task(401, 'update', 'success', 1, 183_400, { requested_by: { id: 4, login: 'priya' } }),
  task(400, 'start', 'success', 1, 300_000),
  task(403, 'update', 'canceled', 15, 430_000),
]

export const installOutput = [
  '\u001b[36m==>\u001b[0m Reading the template arena',
  '==> Making the folder /srv/rookery/servers/13',
  '==> Downloading arena-server.tar.zst',
  ' 18 %\r 41 %\r 62 %  3.1 MB of 5.0 MB',
].join('\r\n')

export const consoleOutput = [
  '\u001b[2m[12:00:01]\u001b[0m \u001b[36mINFO\u001b[0m  Loading libraries, please wait...',
  '\u001b[2m[12:00:04]\u001b[0m \u001b[36mINFO\u001b[0m  Starting minecraft server version 1.21.4',
  '\u001b[2m[12:00:04]\u001b[0m \u001b[33mWARN\u001b[0m  The view distance of 32 is more than this machine can hold',
  '\u001b[2m[12:00:05]\u001b[0m \u001b[36mINFO\u001b[0m  Preparing level "world"',
  '\u001b[2m[12:00:09]\u001b[0m \u001b[32mDONE\u001b[0m  Ready in 5.128 s. For help, type "help"',
  '\u001b[2m[12:03:40]\u001b[0m \u001b[36mINFO\u001b[0m  mara joined the game',
  '\u001b[2m[12:04:12]\u001b[0m \u001b[36mINFO\u001b[0m  <mara> hello from 192.0.2.44, see https://example.org/map',
  '\u001b[2m[12:05:55]\u001b[0m \u001b[31mERROR\u001b[0m Could not pass event PlayerMove to Homes 2.4',
  '',
].join('\r\n')

/** Seconds ago, and what was printed then. */
export const timedLines: [secondsAgo: number, line: string][] = [
  [180, 'mara joined the game'],
  [141, 'Saving chunks for level "world"'],
  [140, "Can't keep up! Is the server overloaded? Running 2,140 ms behind"],
  [140, 'Skipping 42 ticks'],
  [96, 'Saved the game'],
  [12, '<mara> that was a long second'],
]

export const unknownServers: UnknownServer[] = [
  {
    uuid: '0b7c6a52-6a55-4f6e-9a3b-2f3c1c0f4d11',
    name: 'Weekend survival',
    template: 'arena',
    state: 'running',
    installed: true,
    port: 25_570,
    query_port: 25_571,
    rcon_port: null,
    removed_at: null,
  },
  {
    uuid: '5d3f0f8e-0c7e-4b1c-8f7a-91f4c8a7e622',
    name: 'Old creative world',
    template: null,
    state: null,
    installed: true,
    port: 25_565,
    query_port: null,
    rcon_port: null,
    removed_at: '2026-11-15T09:30:00.000Z',
  },
]
