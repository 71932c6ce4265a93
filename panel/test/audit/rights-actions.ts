// What administrators do to users, roles and settings, for the test that looks for the audit line of each.

import { expect } from 'vitest'
import type { AuditEvent } from '../../src/features/audit/audit-event-rules.ts'
import { addPerson } from '../sign-in/people.ts'
import type { TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import type { Line } from './audit-lines.ts'

export type Action = () => Promise<{ work(): Promise<unknown>; line: Line }>

interface Means {
  panel(): TestPanel
  /** As the administrator. */
  send(method: string, path: string, body?: unknown): Promise<{ json: unknown; status: number }>
  asAdministrator(): Line
}

export function rightsActions(means: Means): [AuditEvent, string, Action][] {
  return [
    ...userActions(means),
    ...serviceAccountActions(means),
    ...roleActions(means),
    ...storageActions(means),
    settingsAction(means),
  ]
}

function settingsAction({ send, asAdministrator }: Means): [AuditEvent, string, Action] {
  return [
    'settings.changed',
    'success',
    async () => ({
      work: () => send('PATCH', '/api/settings', { upload_archives: true }),
      line: {
        ...asAdministrator(),
        method: 'PATCH',
        path: '/api/settings',
        changed: '{"upload_archives":true}',
      },
    }),
  ]
}

function storageActions({ send, asAdministrator }: Means): [AuditEvent, string, Action][] {
  const base = '/api/backup-storages'
  const bodyOf = (name: string) => ({ name, place: { kind: 'folder', path: '/srv/backups' } })
  const ofPanel = '/api/panel-backup'
  const onStorage = (
    event: AuditEvent,
    method: string,
    name: string,
    body?: unknown,
  ): [AuditEvent, string, Action] => [
    event,
    'success',
    async () => {
      const { id } = (await send('POST', base, bodyOf(name))).json as { id: number }
      const path = `${base}/${id}`
      const line = { ...asAdministrator(), method, path, storage_id: id, storage_name: name }
      return { work: () => send(method, path, body), line }
    },
  ]
  const aWebhook = (name: string) => ({ name, url: 'https://hooks.example/', kinds: ['node.offline'] })
  const onWebhook = (
    event: AuditEvent,
    method: string,
    name: string,
    body?: unknown,
  ): [AuditEvent, string, Action] => [
    event,
    'success',
    async () => {
      const { id } = (await send('POST', '/api/webhooks', aWebhook(name))).json as { id: number }
      const path = `/api/webhooks/${id}`
      const line = { ...asAdministrator(), method, path, webhook_id: id, webhook_name: name }
      return { work: () => send(method, path, body), line }
    },
  ]
  const aHost = (name: string) => ({
    ...{ name, kind: 'mysql', address: 'db.test', port: 3306, user: 'root', password: 'secret' },
  })
  const hosts = '/api/database-hosts'
  const onHost = (
    event: AuditEvent,
    method: string,
    name: string,
    body?: unknown,
  ): [AuditEvent, string, Action] => [
    event,
    'success',
    async () => {
      const { id } = (await send('POST', hosts, aHost(name))).json as { id: number }
      const path = `${hosts}/${id}`
      const line = { ...asAdministrator(), method, path, host_id: id, host_name: name }
      return { work: () => send(method, path, body), line }
    },
  ]
  return [
    [
      'database_host.created',
      'success',
      async () => ({
        work: () => send('POST', hosts, aHost('East')),
        line: { ...asAdministrator(), method: 'POST', path: hosts, host_name: 'East' },
      }),
    ],
    onHost('database_host.changed', 'PUT', 'West', aHost('West')),
    onHost('database_host.deleted', 'DELETE', 'North'),
    [
      'backup_storage.created',
      'success',
      async () => ({
        work: () => send('POST', base, bodyOf('Cellar')),
        line: { ...asAdministrator(), method: 'POST', path: base, storage_name: 'Cellar' },
      }),
    ],
    onStorage('backup_storage.changed', 'PUT', 'Attic', bodyOf('Attic')),
    onStorage('backup_storage.deleted', 'DELETE', 'Barn'),
    [
      'webhook.created',
      'success',
      async () => ({
        work: () => send('POST', '/api/webhooks', aWebhook('First')),
        line: { ...asAdministrator(), method: 'POST', path: '/api/webhooks', webhook_name: 'First' },
      }),
    ],
    onWebhook('webhook.changed', 'PUT', 'Second', aWebhook('Second')),
    onWebhook('webhook.deleted', 'DELETE', 'Third'),
    [
      'backup_storage.searched',
      'failure',
      async () => {
        const { id } = (await send('POST', base, bodyOf('Shed'))).json as { id: number }
        const path = `${base}/${id}/found-servers`
        const line = { ...asAdministrator(), method: 'POST', path, storage_id: id }
        return { work: () => send('POST', path, { node_id: 4_711 }), line }
      },
    ],
    [
      'panel_backup.changed',
      'success',
      async () => ({
        work: () => send('PUT', ofPanel, { storage_id: null, hour: 4 }),
        line: { ...asAdministrator(), method: 'PUT', path: ofPanel, storage_id: 'none', hour: 4 },
      }),
    ],
    [
      'panel_backup.started',
      'success',
      async () => {
        const { id } = (await send('POST', base, bodyOf('Loft'))).json as { id: number }
        await send('PUT', ofPanel, { storage_id: id })
        // Choosing it begins one.
        const isRunning = async () =>
          ((await send('GET', ofPanel)).json as { is_running: boolean }).is_running
        await expect.poll(isRunning, { timeout: 60_000 }).toBe(false)
        const path = `${ofPanel}/run`
        return { work: () => send('POST', path), line: { ...asAdministrator(), method: 'POST', path } }
      },
    ],
  ]
}

function serviceAccountActions({ send, asAdministrator }: Means): [AuditEvent, string, Action][] {
  const base = '/api/service-accounts'
  let made = 0
  const create = async () => {
    made += 1
    return (await send('POST', base, { login: `program-${made}` })).json as { id: number; login: string }
  }
  const onAccount = (event: AuditEvent, method: string, rest = '', body?: unknown) =>
    [
      event,
      'success',
      async () => {
        const { id, login } = await create()
        const keys = `${base}/${id}/keys`
        const key = (await send('POST', keys, { name: 'old' })).json as { id: number }
        const path = `${base}/${id}${rest.replace('{key}', String(key.id))}`
        const line = { ...asAdministrator(), method, path, user_id: id, user_login: login }
        return { work: () => send(method, path, body), line }
      },
    ] as [AuditEvent, string, Action]
  return [
    [
      'service_account.created',
      'success',
      async () => ({
        work: () => send('POST', base, { login: 'a-program', roles: ['user'] }),
        line: { ...asAdministrator(), method: 'POST', path: base, user_login: 'a-program', roles: 'user' },
      }),
    ],
    onAccount('service_account.changed', 'PUT', '', { disabled: true }),
    onAccount('service_account.deleted', 'DELETE'),
    onAccount('service_account.key_created', 'POST', '/keys', { name: 'new' }),
    onAccount('service_account.key_rotated', 'POST', '/keys/{key}/rotate', {}),
    onAccount('service_account.key_revoked', 'DELETE', '/keys/{key}'),
  ]
}

function userActions({ panel, send, asAdministrator }: Means): [AuditEvent, string, Action][] {
  /** The administrator's own, who offers it as its owner. */
  const ownServer = async () => {
    const server = await addGameServer(panel(), 'offered')
    await send('PUT', `/api/servers/${server}`, { owner_id: 1 })
    return server
  }
  const onPerson = (
    event: AuditEvent,
    method: string,
    body: unknown,
    more: Line = {},
    rest = '',
  ): [AuditEvent, string, Action] => [
    event,
    'success',
    async () => {
      const { id } = await addPerson(panel())
      const path = `/api/users/${id}${rest}`
      return {
        work: () => send(method, path, body),
        line: { ...asAdministrator(), method, path, user_id: id, ...more },
      }
    },
  ]
  return [
    [
      'user.created',
      'success',
      async () => ({
        work: () => send('POST', '/api/users', { login: 'new-person', password: 'a good long password' }),
        line: {
          ...asAdministrator(),
          method: 'POST',
          path: '/api/users',
          user_login: 'new-person',
          roles: 'user',
        },
      }),
    ],
    [
      'preset.changed',
      'success',
      async () => {
        const path = '/api/permission-presets/viewer'
        return {
          work: () => send('PUT', path, { permissions: ['game-server-common'] }),
          line: {
            ...asAdministrator(),
            method: 'PUT',
            path,
            preset: 'viewer',
            permissions: 'game-server-common',
          },
        }
      },
    ],
    onPerson('user.changed', 'PUT', { name: 'Other', email: '' }, { fields: 'name,email' }),
    onPerson('user.password_changed', 'PUT', { password: 'another good long password' }),
    onPerson('user.roles_changed', 'PUT', { roles: ['user', 'admin'] }, { roles: 'user,admin' }),
    onPerson(
      'user.permissions_changed',
      'PUT',
      [{ permission: 'view', effect: 'allow' }],
      {},
      '/permissions',
    ),
    onPerson('user.deleted', 'DELETE', undefined),
    onPerson('access.user_suspended', 'PUT', { reason: 'spam' }, { reason: 'spam' }, '/suspension'),
    [
      'access.user_unsuspended',
      'success',
      async () => {
        const { id } = await addPerson(panel())
        const path = `/api/users/${id}/suspension`
        await send('PUT', path, { reason: 'spam' })
        return {
          work: () => send('DELETE', path),
          line: { ...asAdministrator(), method: 'DELETE', path, user_id: id },
        }
      },
    ],
    [
      'access.server_suspended',
      'success',
      async () => {
        const server = await addGameServer(panel(), 'suspended')
        const path = `/api/servers/${server}/suspension`
        return {
          work: () => send('PUT', path, { reason: 'not paid' }),
          line: { ...asAdministrator(), method: 'PUT', path, server_id: server, reason: 'not paid' },
        }
      },
    ],
    [
      'access.server_unsuspended',
      'success',
      async () => {
        const server = await addGameServer(panel(), 'suspended')
        const path = `/api/servers/${server}/suspension`
        await send('PUT', path, { reason: 'not paid' })
        return {
          work: () => send('DELETE', path),
          line: { ...asAdministrator(), method: 'DELETE', path, server_id: server },
        }
      },
    ],
    [
      'user.permissions_changed',
      'success',
      async () => {
        const { id } = await addPerson(panel())
        const server = await addGameServer(panel(), 'audited')
        const path = `/api/users/${id}/servers/${server}/permissions`
        return {
          work: () => send('PUT', path, [{ permission: 'game-server-common', value: true }]),
          line: { ...asAdministrator(), method: 'PUT', path, user_id: id, server_id: server },
        }
      },
    ],
    [
      'user.ownership_offered',
      'success',
      async () => {
        const { id, login } = await addPerson(panel())
        const path = `/api/servers/${await ownServer()}/ownership-offer`
        return {
          work: () => send('PUT', path, { login }),
          line: { ...asAdministrator(), method: 'PUT', path, user_id: id },
        }
      },
    ],
    [
      'user.ownership_offer_ended',
      'success',
      async () => {
        const { id, login } = await addPerson(panel())
        const path = `/api/servers/${await ownServer()}/ownership-offer`
        await send('PUT', path, { login })
        return {
          work: () => send('DELETE', path),
          line: { ...asAdministrator(), method: 'DELETE', path, user_id: id, ended_by: 'withdrawn' },
        }
      },
    ],
    [
      'user.server_owner_changed',
      'success',
      async () => {
        const { id } = await addPerson(panel())
        const server = await addGameServer(panel(), 'owned')
        const path = `/api/servers/${server}`
        return {
          work: () => send('PUT', path, { owner_id: id }),
          line: { ...asAdministrator(), method: 'PUT', path, owner_id: id, server_id: server },
        }
      },
    ],
  ]
}

function roleActions({ panel, send, asAdministrator }: Means): [AuditEvent, string, Action][] {
  const create = async (path: string, body: object) => (await send('POST', path, body)).json as { id: number }
  const on =
    (what: 'role' | 'plan') =>
    (event: AuditEvent, method: string, name: string, body?: unknown): [AuditEvent, string, Action] => [
      event,
      'success',
      async () => {
        const { id } = await create(`/api/${what}s`, { name })
        const path = `/api/${what}s/${id}`
        return {
          work: () => send(method, path, body),
          line: { ...asAdministrator(), method, path, [`${what}_id`]: id, [`${what}_name`]: name },
        }
      },
    ]
  const creating = (what: 'role' | 'plan', name: string): [AuditEvent, string, Action] => [
    `${what}.created`,
    'success',
    async () => ({
      work: () => send('POST', `/api/${what}s`, { name }),
      line: { ...asAdministrator(), method: 'POST', path: `/api/${what}s`, [`${what}_name`]: name },
    }),
  ]
  const givingPlan = (holder: 'user' | 'role'): [AuditEvent, string, Action] => [
    `${holder}.plan_changed`,
    'success',
    async () => {
      const { id: plan_id } = await create('/api/plans', { name: `for a ${holder}` })
      const { id } =
        holder === 'user' ? await addPerson(panel()) : await create('/api/roles', { name: 'with-a-plan' })
      const path = `/api/${holder}s/${id}/plan`
      return {
        work: () => send('PUT', path, { plan_id }),
        line: { ...asAdministrator(), method: 'PUT', path, [`${holder}_id`]: id, plan_id },
      }
    },
  ]
  return [
    creating('role', 'moderators'),
    on('role')('role.changed', 'PUT', 'helpers-one', { title: 'Helpers' }),
    on('role')('role.deleted', 'DELETE', 'helpers-two'),
    creating('plan', 'Starter'),
    on('plan')('plan.changed', 'PUT', 'Medium', { limits: { servers: 3 } }),
    on('plan')('plan.deleted', 'DELETE', 'Large'),
    givingPlan('user'),
    givingPlan('role'),
  ]
}
