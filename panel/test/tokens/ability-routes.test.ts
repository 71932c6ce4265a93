import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { callByName, nameOf, withIds } from '../harmless-calls.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { tellingSets } from '../telling-sets.ts'
import { createToken } from './people.ts'

const abilities = Object.keys(tokenAbilities) as TokenAbility[]

/**
 * What a personal access token of an administrator meets on each route: one ability opens it, any token does (A13),
 * no token does (403), it wants a login session (401, A02), or it is open to everybody.
 */
type Opening = TokenAbility | 'any token' | 'no token' | 'login session' | 'everybody'

const openings: Record<string, Opening> = {
  'GET /api/config/public': 'everybody',
  'GET /api/health': 'everybody',
  'GET /api/ready': 'everybody',
  'POST /api/auth/login': 'everybody',
  'POST /api/auth/2fa/verify': 'everybody',
  'POST /api/auth/logout': 'login session',
  'POST /api/auth/short-lived-token': 'login session',
  'GET /api/profile': 'no token',
  'PUT /api/profile': 'no token',
  'POST /api/profile/2fa/setup': 'login session',
  'POST /api/profile/2fa/confirm': 'login session',
  'DELETE /api/profile/2fa': 'login session',
  'POST /api/profile/2fa/recovery-codes': 'login session',
  'POST /api/profile/2fa/snooze': 'login session',
  'GET /api/profile/ssh-keys': 'no token',
  'POST /api/profile/ssh-keys': 'no token',
  'DELETE /api/profile/ssh-keys/{id}': 'no token',
  'GET /api/profile/sftp-password': 'no token',
  'POST /api/profile/sftp-password': 'no token',
  'DELETE /api/profile/sftp-password': 'no token',
  'GET /api/profile/sessions': 'no token',
  'DELETE /api/profile/sessions/{id}': 'no token',
  'POST /api/profile/sessions/sign-out-others': 'no token',
  'POST /api/tokens': 'login session',
  'GET /api/tokens': 'any token',
  'GET /api/tokens/abilities': 'any token',
  'DELETE /api/tokens/{id}': 'any token',
  'GET /api/users': 'no token',
  'POST /api/users': 'no token',
  'GET /api/users/{id}': 'no token',
  'PUT /api/users/{id}': 'no token',
  'DELETE /api/users/{id}': 'no token',
  'GET /api/users/{id}/servers': 'no token',
  'GET /api/users/{id}/servers/{server}/permissions': 'no token',
  'PUT /api/users/{id}/servers/{server}/permissions': 'no token',
  'GET /api/users/{id}/permissions': 'no token',
  'PUT /api/users/{id}/permissions': 'no token',
  'GET /api/users/{id}/access': 'no token',
  'GET /api/users/{id}/sessions': 'no token',
  'POST /api/users/{id}/sign-out': 'no token',
  'GET /api/roles': 'no token',
  'POST /api/roles': 'no token',
  'GET /api/roles/{id}': 'no token',
  'PUT /api/roles/{id}': 'no token',
  'DELETE /api/roles/{id}': 'no token',
  'GET /api/service-accounts': 'no token',
  'POST /api/service-accounts': 'no token',
  'GET /api/service-accounts/{id}': 'no token',
  'PUT /api/service-accounts/{id}': 'no token',
  'DELETE /api/service-accounts/{id}': 'no token',
  'GET /api/service-accounts/{id}/keys': 'no token',
  'POST /api/service-accounts/{id}/keys': 'no token',
  'POST /api/service-accounts/{id}/keys/{key}/rotate': 'no token',
  'DELETE /api/service-accounts/{id}/keys/{key}': 'no token',
  'GET /api/settings': 'no token',
  'PATCH /api/settings': 'no token',
  'GET /api/permissions': 'no token',
  'GET /api/permissions/explain': 'no token',
  'GET /api/permission-presets': 'no token',
  'GET /api/permission-presets/{preset}': 'no token',
  'PUT /api/permission-presets/{preset}': 'no token',
  'DELETE /api/permission-presets/{preset}': 'no token',
  'POST /api/servers/{server}/invitations': 'no token',
  'PUT /api/servers/{server}/suspension': 'no token',
  'DELETE /api/servers/{server}/suspension': 'no token',
  'PUT /api/users/{id}/suspension': 'no token',
  'DELETE /api/users/{id}/suspension': 'no token',
  'GET /api/plans': 'no token',
  'POST /api/plans': 'no token',
  'GET /api/plans/{id}': 'no token',
  'PUT /api/plans/{id}': 'no token',
  'DELETE /api/plans/{id}': 'no token',
  'GET /api/users/{id}/plan': 'no token',
  'PUT /api/users/{id}/plan': 'no token',
  'GET /api/roles/{id}/plan': 'no token',
  'PUT /api/roles/{id}/plan': 'no token',
  'GET /api/profile/plan': 'no token',
  'GET /api/profile/plan/offer': 'no token',
  'GET /api/profile/plan/templates/{id}': 'no token',
  'PUT /api/servers/{server}/ownership-offer': 'no token',
  'DELETE /api/servers/{server}/ownership-offer': 'no token',
  'GET /api/profile/ownership-offers': 'no token',
  'POST /api/profile/ownership-offers/{server}/accept': 'no token',
  'DELETE /api/profile/ownership-offers/{server}': 'no token',
  'GET /api/servers/{server}/access': 'no token',
  'POST /api/servers/{server}/access': 'no token',
  'PUT /api/servers/{server}/access/{user}': 'no token',
  'DELETE /api/servers/{server}/access/{user}': 'no token',
  'GET /api/nodes': 'no token',
  'POST /api/nodes': 'no token',
  'GET /api/nodes/{id}': 'no token',
  'PUT /api/nodes/{id}': 'no token',
  'DELETE /api/nodes/{id}': 'no token',
  'GET /api/nodes/{id}/ports': 'no token',
  'GET /api/nodes/{id}/port-proposal': 'no token',
  'GET /api/nodes/{id}/logs': 'no token',
  'GET /api/nodes/{id}/unknown-servers': 'no token',
  'POST /api/nodes/{id}/unknown-servers/{uuid}/adopt': 'no token',
  'DELETE /api/nodes/{id}/unknown-servers/{uuid}': 'no token',
  'POST /api/servers/abilities': 'no token',
  'POST /api/servers/power-options': 'no token',
  'POST /api/bulk-actions': 'no token',
  'GET /api/bulk-actions': 'no token',
  'GET /api/bulk-actions/{id}': 'no token',
  'POST /api/bulk-actions/{id}/cancel': 'no token',
  'GET /api/deleted-servers': 'no token',
  'POST /api/deleted-servers/{uuid}/restore': 'no token',
  'DELETE /api/deleted-servers/{uuid}': 'no token',
  'POST /api/nodes/{id}/enrollment': 'no token',
  'POST /api/nodes/{id}/upgrade': 'no token',
  'POST /api/nodes/upgrade': 'no token',
  'GET /api/nodes/link': 'everybody',
  'GET /api/nodes/install': 'no token',
  'POST /api/nodes/install/progress': 'everybody',
  'GET /install/daemon': 'everybody',
  'GET /install/daemon/{file}': 'everybody',
  'GET /api/templates': 'no token',
  'POST /api/templates': 'no token',
  'GET /api/templates/{id}': 'no token',
  'PUT /api/templates/{id}': 'no token',
  'DELETE /api/templates/{id}': 'no token',
  'GET /api/games': 'no token',
  'POST /api/templates/import': 'no token',
  'GET /api/templates/{id}/export': 'no token',
  'GET /api/plugins': 'no token',
  'POST /api/plugins': 'no token',
  'GET /api/shipped-plugins': 'no token',
  'POST /api/shipped-plugins': 'no token',
  'GET /api/plugins/{id}': 'no token',
  'PUT /api/plugins/{id}': 'no token',
  'DELETE /api/plugins/{id}': 'no token',
  'GET /api/plugins/{id}/log': 'no token',
  'GET /api/plugin-pages': 'no token',
  'GET /api/plugins/{id}/frontend.js': 'no token',
  'GET /api/plugins/{id}/http/*': 'everybody',
  'POST /api/plugins/{id}/http/*': 'everybody',
  'PUT /api/plugins/{id}/http/*': 'everybody',
  'DELETE /api/plugins/{id}/http/*': 'everybody',
  'GET /api/activity': 'no token',
  'GET /api/activity/export': 'no token',
  'GET /api/servers/{server}/activity': 'no token',
  'GET /api/tasks': 'admin:gdaemon-task:read',
  'GET /api/tasks/{id}': 'admin:gdaemon-task:read',
  'GET /api/tasks/{id}/output': 'admin:gdaemon-task:read',
  'POST /api/tasks/{id}/cancel': 'no token',
  'GET /api/servers': 'server:list',
  'POST /api/servers': 'admin:server:create',
  'GET /api/servers/{server}': 'server:list',
  'PUT /api/servers/{server}': 'no token',
  'DELETE /api/servers/{server}': 'no token',
  'POST /api/servers/{server}/clone': 'no token',
  'GET /api/servers/{server}/settings': 'server:settings-manage',
  'PUT /api/servers/{server}/settings': 'server:settings-manage',
  'POST /api/servers/{server}/repair': 'no token',
  'GET /api/servers/{server}/port-check': 'no token',
  'GET /api/servers/{server}/abilities': 'any token',
  'POST /api/servers/{server}/start': 'server:start',
  'POST /api/servers/{server}/stop': 'server:stop',
  'POST /api/servers/{server}/kill': 'server:stop',
  'POST /api/servers/{server}/restart': 'server:restart',
  'POST /api/servers/{server}/install': 'server:update',
  'POST /api/servers/{server}/update': 'server:update',
  'POST /api/servers/{server}/reinstall': 'no token',
  'GET /api/servers/{server}/power': 'no token',
  'POST /api/servers/{server}/power': 'no token',
  'POST /api/servers/{server}/pause': 'no token',
  'POST /api/servers/{server}/resume': 'no token',
  'GET /api/servers/{server}/console': 'server:console',
  'POST /api/servers/{server}/console': 'server:console',
  'POST /api/servers/{server}/rcon': 'server:rcon-console',
  'GET /api/servers/{server}/rcon/features': 'server:rcon-console',
  'GET /api/servers/{server}/players': 'server:rcon-players',
  'GET /api/servers/{server}/players/recent': 'no token',
  'GET /api/servers/{server}/players/bans': 'no token',
  'POST /api/servers/{server}/players/unban': 'no token',
  'POST /api/servers/{server}/players/kick': 'server:rcon-players',
  'POST /api/servers/{server}/players/ban': 'server:rcon-players',
  'POST /api/servers/{server}/players/message': 'server:rcon-players',
  'GET /api/servers/{server}/query': 'server:list',
  'GET /api/servers/{server}/tasks': 'server:tasks-manage',
  'GET /api/servers/{server}/task-options': 'no token',
  'GET /api/servers/{server}/tasks/{id}': 'no token',
  'GET /api/servers/{server}/task-runs': 'no token',
  'POST /api/servers/{server}/tasks': 'server:tasks-manage',
  'PUT /api/servers/{server}/tasks/{id}': 'server:tasks-manage',
  'DELETE /api/servers/{server}/tasks/{id}': 'server:tasks-manage',
  'GET /api/servers/{server}/tasks/{id}/runs': 'server:tasks-manage',
  'POST /api/servers/{server}/tasks/{id}/run': 'no token',
  'POST /api/servers/{server}/tasks/{id}/runs/{run}/cancel': 'no token',
  'GET /api/servers/{server}/files': 'no token',
  'GET /api/servers/{server}/files/content': 'no token',
  'PUT /api/servers/{server}/files/content': 'no token',
  'POST /api/servers/{server}/files/upload': 'no token',
  'GET /api/servers/{server}/files/download': 'no token',
  'POST /api/servers/{server}/files/mkdir': 'no token',
  'POST /api/servers/{server}/files/rename': 'no token',
  'POST /api/servers/{server}/files/copy': 'no token',
  'POST /api/servers/{server}/files/delete': 'no token',
  'POST /api/servers/{server}/files/chmod': 'no token',
  'POST /api/servers/{server}/files/archive': 'no token',
  'POST /api/servers/{server}/files/extract': 'no token',
  'GET /api/servers/{server}/files/hash': 'no token',
  'GET /api/servers/{server}/files/search': 'no token',
  'GET /api/servers/{server}/files/usage': 'no token',
  'GET /api/servers/{server}/files/upload-rules': 'no token',
  'OPTIONS /api/servers/{server}/files/uploads': 'no token',
  'POST /api/servers/{server}/files/uploads': 'no token',
  'HEAD /api/servers/{server}/files/uploads/{upload}': 'no token',
  'PATCH /api/servers/{server}/files/uploads/{upload}': 'no token',
  'DELETE /api/servers/{server}/files/uploads/{upload}': 'no token',
  'OPTIONS /api/servers/{server}/files/transfers': 'no token',
  'POST /api/servers/{server}/files/transfers': 'no token',
  'HEAD /api/servers/{server}/files/transfers/{upload}': 'no token',
  'PATCH /api/servers/{server}/files/transfers/{upload}': 'no token',
  'DELETE /api/servers/{server}/files/transfers/{upload}': 'no token',
  'GET /api/backups/attention': 'no token',
  'GET /api/servers/{server}/backups/state': 'no token',
  'GET /api/servers/{server}/backups': 'no token',
  'POST /api/servers/{server}/backups': 'no token',
  'PATCH /api/servers/{server}/backups/{backup}': 'no token',
  'DELETE /api/servers/{server}/backups/{backup}': 'no token',
  'POST /api/servers/{server}/backups/{backup}/restore': 'no token',
  'POST /api/servers/{server}/backups/{backup}/new-server': 'no token',
  'GET /api/servers/{server}/backups/{backup}/files': 'no token',
  'GET /api/servers/{server}/backups/{backup}/files/search': 'no token',
  'GET /api/servers/{server}/backups/{backup}/files/content': 'no token',
  'GET /api/servers/{server}/backups/{backup}/download': 'no token',
  'GET /api/servers/{server}/backups/{backup}/compare': 'no token',
  'GET /api/servers/{server}/backups/rollback': 'no token',
  'POST /api/servers/{server}/backups/rollback': 'no token',
  'GET /api/servers/{server}/backups/settings': 'no token',
  'PUT /api/servers/{server}/backups/settings': 'no token',
  'GET /api/panel-backup': 'no token',
  'PUT /api/panel-backup': 'no token',
  'POST /api/panel-backup/run': 'no token',
  'GET /api/webhooks': 'no token',
  'POST /api/webhooks': 'no token',
  'GET /api/webhooks/{id}': 'no token',
  'PUT /api/webhooks/{id}': 'no token',
  'DELETE /api/webhooks/{id}': 'no token',
  'POST /api/webhooks/{id}/secret': 'no token',
  'POST /api/webhooks/{id}/test': 'no token',
  'GET /api/webhooks/{id}/deliveries': 'no token',
  'POST /api/webhooks/{id}/deliveries/{delivery}/replay': 'no token',
  'GET /api/servers/{server}/databases': 'no token',
  'GET /api/servers/{server}/databases/hosts': 'no token',
  'GET /api/servers/{server}/databases/sizes': 'no token',
  'POST /api/servers/{server}/databases': 'no token',
  'GET /api/servers/{server}/databases/{database}/connection': 'no token',
  'POST /api/servers/{server}/databases/{database}/password': 'no token',
  'DELETE /api/servers/{server}/databases/{database}': 'no token',
  'GET /api/database-hosts': 'no token',
  'GET /api/database-hosts/{id}': 'no token',
  'POST /api/database-hosts': 'no token',
  'PUT /api/database-hosts/{id}': 'no token',
  'DELETE /api/database-hosts/{id}': 'no token',
  'POST /api/database-hosts/test': 'no token',
  'GET /api/backup-storages': 'no token',
  'GET /api/placement': 'no token',
  'GET /api/backup-storages/{id}': 'no token',
  'GET /api/backup-storages/{id}/contents': 'no token',
  'POST /api/backup-storages': 'no token',
  'PUT /api/backup-storages/{id}': 'no token',
  'DELETE /api/backup-storages/{id}': 'no token',
  'POST /api/backup-storages/test': 'no token',
  'POST /api/backup-storages/sftp-host-key': 'no token',
  'POST /api/backup-storages/{id}/found-servers': 'no token',
  'POST /api/backup-storages/{id}/found-servers/{uuid}/bring-back': 'no token',
  'GET /api/servers/{server}/sftp': 'no token',
  'GET /api/servers/{server}/metrics': 'no token',
  'GET /api/nodes/{id}/metrics': 'no token',
  'GET /api/servers/{server}/metrics/history': 'no token',
  'GET /api/nodes/{id}/metrics/history': 'no token',
}

let panel: TestPanel
const sets = proofSize({ short: tellingSets(abilities), proof: abilities.map(ability => [ability]) })
const tokens = new Map<TokenAbility[], string>()
beforeAll(async () => {
  panel = await startTestPanel()
  const sessionToken = await panel.signIn()
  for (const set of sets) tokens.set(set, await createToken(panel, sessionToken, set))
})
afterAll(() => panel.stop())

async function isOpened(set: TokenAbility[], name: string): Promise<'opened' | 401 | 403> {
  const { status, text } = await callByName(panel, name, tokens.get(set) ?? '')
  expect(status, `${name}: ${text}`).toBeLessThan(500)
  return status === 401 || status === 403 ? status : 'opened'
}

function expected(opening: Opening, set: readonly string[]): 'opened' | 401 | 403 {
  if (opening === 'login session') return 401
  if (opening === 'everybody' || opening === 'any token') return 'opened'
  return set.includes(opening) ? 'opened' : 403
}

describe('abilities and routes', () => {
  test('5.2 (C345) every route of the panel has its row in the table', () => {
    const unlisted = panel.app.routes.map(nameOf).filter(name => !(name in openings))
    expect(unlisted).toEqual([])
  })

  test.each(sets.map(set => [set.join(', '), set] as const))(
    '5.2 (C345, T-053) %s open exactly their routes, in the hands of an administrator',
    async (_, set) => {
      const names = panel.app.routes.map(nameOf)
      const met: Record<string, string | number> = {}
      for (const name of names) met[name] = await isOpened(set, name)
      const wanted = names.map(name => [name, expected(openings[name] ?? 'no token', set)])
      expect(met).toEqual(Object.fromEntries(wanted))
    },
  )

  test('5.2.8 (C109) no ability opens a channel, in the address or in the header', async () => {
    for (const [, token] of tokens) {
      for (const { path } of panel.app.channels) {
        const address = withIds(path)
        const inHeader = await panel.request('GET', address, { sessionToken: token })
        const inAddress = await panel.request('GET', `${address}?token=${encodeURIComponent(token)}`)
        expect([inHeader.status, inAddress.status], path).toEqual([401, 401])
      }
    }
  })

  test('4.3 (C078) no token of an administrator opens the list of users', async () => {
    for (const [, token] of tokens) {
      const { status } = await panel.request('GET', '/api/users', { sessionToken: token })
      expect(status).toBe(403)
    }
  })
})
