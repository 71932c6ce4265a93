// A call that works with a new personal access token, ready to paste into a shell.

import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'

interface ExampleCall {
  ability: TokenAbility
  path: string
  method?: 'POST'
  body?: string
}

/** The first that the abilities allow: reading before doing. */
const examples: ExampleCall[] = [
  { ability: 'server:list', path: '/api/servers' },
  { ability: 'admin:gdaemon-task:read', path: '/api/tasks' },
  { ability: 'server:console', path: '/api/servers/1/console' },
  { ability: 'server:rcon-players', path: '/api/servers/1/players' },
  { ability: 'server:settings-manage', path: '/api/servers/1/settings' },
  { ability: 'server:tasks-manage', path: '/api/servers/1/tasks' },
  { ability: 'server:rcon-console', path: '/api/servers/1/rcon/features' },
  { ability: 'server:start', path: '/api/servers/1/start', method: 'POST' },
  { ability: 'server:restart', path: '/api/servers/1/restart', method: 'POST' },
  { ability: 'server:stop', path: '/api/servers/1/stop', method: 'POST' },
  { ability: 'server:update', path: '/api/servers/1/update', method: 'POST' },
  {
    ability: 'admin:server:create',
    path: '/api/servers',
    method: 'POST',
    body: '{"name":"Arena","node_id":1,"template_id":1}',
  },
]

/** In single quotes nothing is special to a shell, `|` included; a quote itself is written around. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function curlExample(origin: string, accessToken: string, abilities: readonly TokenAbility[]): string {
  const example = examples.find(({ ability }) => abilities.includes(ability)) ?? { path: '/api/servers' }
  const { path, method, body } = example as ExampleCall
  return [
    'curl',
    method && `-X ${method}`,
    `-H ${quoted(`Authorization: Bearer ${accessToken}`)}`,
    body && `-H ${quoted('Content-Type: application/json')} -d ${quoted(body)}`,
    quoted(origin + path),
  ]
    .filter(Boolean)
    .join(' ')
}
