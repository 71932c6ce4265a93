// What a personal access token opens, copied from the decisions on the API rather than from the panel: the tests compare
// the panel with this. A route that stands nowhere in here is closed to every token (A13).

import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'

const byAbility: Record<TokenAbility, readonly string[]> = {
  'server:list': ['GET /api/servers', 'GET /api/servers/{server}', 'GET /api/servers/{server}/query'],
  'server:start': ['POST /api/servers/{server}/start'],
  'server:stop': ['POST /api/servers/{server}/stop', 'POST /api/servers/{server}/kill'],
  'server:restart': ['POST /api/servers/{server}/restart'],
  'server:update': ['POST /api/servers/{server}/update', 'POST /api/servers/{server}/install'],
  'server:console': ['GET /api/servers/{server}/console', 'POST /api/servers/{server}/console'],
  'server:rcon-console': ['POST /api/servers/{server}/rcon', 'GET /api/servers/{server}/rcon/features'],
  'server:rcon-players': [
    'GET /api/servers/{server}/players',
    'POST /api/servers/{server}/players/kick',
    'POST /api/servers/{server}/players/ban',
    'POST /api/servers/{server}/players/message',
  ],
  'server:tasks-manage': [
    'GET /api/servers/{server}/tasks',
    'POST /api/servers/{server}/tasks',
    'PUT /api/servers/{server}/tasks/{id}',
    'DELETE /api/servers/{server}/tasks/{id}',
    'GET /api/servers/{server}/tasks/{id}/runs',
  ],
  'server:settings-manage': ['GET /api/servers/{server}/settings', 'PUT /api/servers/{server}/settings'],
  'admin:server:create': ['POST /api/servers'],
  'admin:gdaemon-task:read': ['GET /api/tasks', 'GET /api/tasks/{id}', 'GET /api/tasks/{id}/output'],
}

/** A06, A07 and A13: any token, whatever it can. */
const byAnyToken = [
  'GET /api/tokens',
  'GET /api/tokens/abilities',
  'DELETE /api/tokens/{id}',
  'GET /api/servers/{server}/abilities',
]

/** A02: a token of another kind is no token at all there. */
const bySession = [
  'POST /api/tokens',
  'POST /api/auth/logout',
  'POST /api/auth/short-lived-token',
  'POST /api/profile/2fa/setup',
  'POST /api/profile/2fa/confirm',
  'DELETE /api/profile/2fa',
  'POST /api/profile/2fa/recovery-codes',
  'POST /api/profile/2fa/snooze',
]

/** A task may also be followed by a token that may start one of its kind; the table's task is a start. */
const ofStartedTask = ['GET /api/tasks/{id}', 'GET /api/tasks/{id}/output']

export const decidedNames = [...Object.values(byAbility).flat(), ...byAnyToken, ...bySession]

/** What a token with these abilities meets on a route, where somebody without any token meets `nobody`. */
export function metByToken(name: string, abilities: readonly TokenAbility[], nobody: string): string {
  if (nobody !== '401') return 'ok'
  if (bySession.includes(name)) return '401'
  const isStarted = ofStartedTask.includes(name) && abilities.includes('server:start')
  const isNamed = abilities.some(ability => byAbility[ability].includes(name))
  return isNamed || isStarted || byAnyToken.includes(name) ? 'ok' : '403'
}

/** A02: what belongs to a person and their sign-in knows no service account. */
const ofPeople = /^\S+ \/api\/(profile|tokens)(\/|$)|^POST \/api\/auth\/logout$/
/** Left to people, so that no key makes another one. */
const inPerson = /^(POST|PUT|DELETE) \/api\/service-accounts(\/|$)/

/** What a service account meets where a person with the same rights meets `person`. */
export function metByServiceAccount(name: string, person: string): string {
  if (ofPeople.test(name)) return '401'
  return inPerson.test(name) ? '403' : person
}
