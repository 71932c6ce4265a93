import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLinkHooks } from '../../src/daemon-link.ts'
import { createAudit } from '../../src/features/audit/audit.ts'
import { type AuditEvent, auditEvents } from '../../src/features/audit/audit-event-rules.ts'
import { createLog } from '../../src/platform/log.ts'
import { newKeyLine } from '../sftp/key-lines.ts'
import {
  addEnrolledPerson,
  addPerson,
  codeAt,
  logIn,
  openChallenge,
  setUp,
  verify,
} from '../sign-in/people.ts'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { createToken, idOf } from '../tokens/people.ts'
import { auditedBy, auditLinesOf, type Line } from './audit-lines.ts'
import { type Action, rightsActions } from './rights-actions.ts'

const fields = [
  'event',
  'category',
  'outcome',
  'actor_id',
  'actor_login',
  'auth_method',
  'ip',
  'user_agent',
  'method',
  'path',
  'request_id',
]
const headers = { 'user-agent': 'a test', 'x-request-id': 'asked-by-a-test' }
const nobody = { actor_id: null, actor_login: null, auth_method: 'none' }

let panel: TestPanel
let sessionToken: string
let asAdministrator: Line
beforeAll(async () => {
  panel = await startTestPanel()
  sessionToken = await panel.signIn()
  asAdministrator = { actor_id: 1, actor_login: administrator.login, auth_method: 'login-session' }
})
afterAll(() => panel.stop())

const send = (method: string, path: string, bearer: string, body?: unknown) =>
  panel.request(method, path, { sessionToken: bearer, headers, ...(body === undefined ? {} : { body }) })

/** What is audited, done with these headers, with what its line must hold beside the usual. */
const actions: [AuditEvent, string, Action][] = [
  [
    'auth.login',
    'success',
    async () => ({
      work: () => logIn(panel, administrator, { headers }),
      line: {
        ...asAdministrator,
        auth_method: 'password',
        method: 'POST',
        path: '/api/auth/login',
        restricted: false,
      },
    }),
  ],
  [
    'auth.login',
    'success',
    async () => {
      const person = await addEnrolledPerson(panel)
      const challenge = await openChallenge(panel, person)
      return {
        work: () => verify(panel, challenge, codeAt(person.secret, panel.clock.nowMs), headers),
        line: {
          actor_id: person.id,
          actor_login: person.login,
          auth_method: 'second-factor',
          method: 'POST',
          path: '/api/auth/2fa/verify',
        },
      }
    },
  ],
  [
    'auth.login',
    'failure',
    async () => {
      const { id, login } = await addPerson(panel)
      return {
        work: () => logIn(panel, { login, password: 'wrong' }, { headers }),
        line: { ...nobody, method: 'POST', path: '/api/auth/login', target_user_id: id },
      }
    },
  ],
  [
    'auth.rate_limit',
    'denied',
    async () => {
      const wrong = { login: 'nobody at all', password: 'wrong' }
      for (let count = 0; count < 5; count++) await logIn(panel, wrong)
      return {
        work: () => logIn(panel, wrong, { headers }),
        line: { ...nobody, method: 'POST', path: '/api/auth/login' },
      }
    },
  ],
  [
    'access.denied',
    'denied',
    async () => {
      const person = await addPerson(panel)
      const bearer = await panel.signIn(person)
      return {
        work: () => send('GET', '/api/nodes?page=1', bearer),
        line: {
          actor_id: person.id,
          actor_login: person.login,
          auth_method: 'login-session',
          method: 'GET',
          path: '/api/nodes',
        },
      }
    },
  ],
  [
    'access.denied',
    'denied',
    async () => {
      const token = await createToken(panel, sessionToken)
      return {
        work: () => send('GET', '/api/nodes', token),
        line: { ...asAdministrator, auth_method: 'personal-access-token', method: 'GET', path: '/api/nodes' },
      }
    },
  ],
  ...secondFactorActions(),
  ...rightsActions({
    panel: () => panel,
    send: (method, path, body) => send(method, path, sessionToken, body),
    asAdministrator: () => asAdministrator,
  }),
  [
    'user.changed',
    'success',
    async () => ({
      work: () => send('PUT', '/api/profile', sessionToken, { name: 'Another Name' }),
      line: { ...asAdministrator, method: 'PUT', path: '/api/profile', user_id: 1, fields: 'name' },
    }),
  ],
  [
    'user.password_changed',
    'success',
    async () => {
      const person = await addPerson(panel)
      const bearer = await panel.signIn(person)
      const body = { current_password: person.password, password: 'nine brown otters sleep' }
      return {
        work: () => send('PUT', '/api/profile', bearer, body),
        line: { actor_id: person.id, actor_login: person.login, method: 'PUT', user_id: person.id },
      }
    },
  ],
  [
    'token.created',
    'success',
    async () => ({
      work: () => send('POST', '/api/tokens', sessionToken, { name: 'script', abilities: ['server:list'] }),
      line: { ...asAdministrator, method: 'POST', path: '/api/tokens', abilities: 'server:list' },
    }),
  ],
  [
    'token.revoked',
    'success',
    async () => {
      const id = idOf(await createToken(panel, sessionToken))
      return {
        work: () => send('DELETE', `/api/tokens/${id}`, sessionToken),
        line: { ...asAdministrator, method: 'DELETE', path: `/api/tokens/${id}`, token_id: id },
      }
    },
  ],
  ...nodeActions(),
  ...templateActions(),
  ...sftpActions(),
]

function secondFactorActions(): typeof actions {
  const enrolled = async (
    work: (person: Awaited<ReturnType<typeof addEnrolledPerson>>) => Promise<unknown>,
  ) => {
    const person = await addEnrolledPerson(panel)
    const line = { actor_id: person.id, actor_login: person.login, auth_method: 'login-session' }
    return { work: () => work(person), line }
  }
  return [
    [
      'two_factor.enabled',
      'success',
      async () => {
        const person = await addPerson(panel)
        const bearer = await panel.signIn(person)
        const { secret } = (await setUp(panel, bearer)).json
        const body = { code: codeAt(secret, panel.clock.nowMs) }
        return {
          work: () => send('POST', '/api/profile/2fa/confirm', bearer, body),
          line: { actor_id: person.id, actor_login: person.login, path: '/api/profile/2fa/confirm' },
        }
      },
    ],
    [
      'two_factor.disabled',
      'failure',
      () =>
        enrolled(({ password, sessionToken: bearer }) =>
          send('DELETE', '/api/profile/2fa', bearer, { password, code: 'bbbbb-bbbbb' }),
        ),
    ],
    [
      'two_factor.disabled',
      'success',
      () =>
        enrolled(({ password, recoveryCodes, sessionToken: bearer }) =>
          send('DELETE', '/api/profile/2fa', bearer, { password, code: recoveryCodes[0] }),
        ),
    ],
    [
      'recovery_codes.reissued',
      'success',
      () =>
        enrolled(({ password, sessionToken: bearer }) =>
          send('POST', '/api/profile/2fa/recovery-codes', bearer, { password }),
        ),
    ],
  ]
}

function nodeActions(): typeof actions {
  const onNode = async (method: string, below: string, body?: unknown) => {
    const { id } = await panel.app.nodes.create(`node for ${method}${below}`)
    const path = `/api/nodes/${id}${below}`
    return {
      work: () => send(method, path, sessionToken, body),
      line: { ...asAdministrator, method, path, node_id: id },
    }
  }
  return [
    [
      'node.created',
      'success',
      async () => ({
        work: () => send('POST', '/api/nodes', sessionToken, { name: 'a node' }),
        line: { ...asAdministrator, method: 'POST', path: '/api/nodes', node_id: expect.any(Number) },
      }),
    ],
    ['node.enrollment_issued', 'success', () => onNode('POST', '/enrollment')],
    ['node.changed', 'success', () => onNode('PUT', '', { name: 'Renamed' })],
    ['node.deleted', 'success', () => onNode('DELETE', '')],
  ]
}

function templateActions(): typeof actions {
  const path = '/api/templates/import'
  const text = JSON.stringify({
    meta: { version: 'PTDL_v2' },
    name: 'An egg',
    startup: './game',
    docker_images: { Debian: 'debian:12' },
  })
  const own = (slug: string) =>
    JSON.stringify({
      slug,
      name: 'Own',
      game: 'Own',
      description: '',
      process_managers: ['process'],
      ports: { game: { protocol: 'tcp', default: 1000 } },
      command: ['./game'],
      install: [],
      ready: { pattern: null },
      stop: { method: { by: 'signal', signal: 'SIGINT' } },
    })
  const onTemplate = async (method: string, body?: unknown) => {
    const slug = `own-${method.toLowerCase()}`
    const made = await send('POST', '/api/templates', sessionToken, { text: own(slug) })
    const { id } = (made as { json: { id: number } }).json
    return {
      work: () => send(method, `/api/templates/${id}`, sessionToken, body),
      line: { ...asAdministrator, method, path: `/api/templates/${id}`, template_id: id },
    }
  }
  return [
    [
      'template.created',
      'success',
      async () => ({
        work: () => send('POST', '/api/templates', sessionToken, { text: own('own') }),
        line: { ...asAdministrator, method: 'POST', path: '/api/templates', template_id: expect.any(Number) },
      }),
    ],
    ['template.changed', 'success', () => onTemplate('PUT', { text: own('own-put') })],
    ['template.deleted', 'success', () => onTemplate('DELETE')],
    [
      'template.imported',
      'success',
      async () => ({
        work: () => send('POST', path, sessionToken, { text }),
        line: { ...asAdministrator, method: 'POST', path, template_name: 'An egg', replaced: false },
      }),
    ],
  ]
}

function sftpActions(): typeof actions {
  const keys = '/api/profile/ssh-keys'
  const password = '/api/profile/sftp-password'
  const add = (key: string) => send('POST', keys, sessionToken, { public_key: key })
  const action = (method: string, path: string, work: () => Promise<unknown>) => ({
    work,
    line: { ...asAdministrator, method, path },
  })
  return [
    ['sftp.key_added', 'success', async () => action('POST', keys, () => add(newKeyLine()))],
    [
      'sftp.key_removed',
      'success',
      async () => {
        const { id } = ((await add(newKeyLine())) as { json: { id: number } }).json
        return action('DELETE', `${keys}/${id}`, () => send('DELETE', `${keys}/${id}`, sessionToken))
      },
    ],
    [
      'sftp.password_made',
      'success',
      async () => action('POST', password, () => send('POST', password, sessionToken)),
    ],
    [
      'sftp.password_removed',
      'success',
      async () => action('DELETE', password, () => send('DELETE', password, sessionToken)),
    ],
  ]
}

/** Events that need more than a panel alone, and where their lines are shown. */
const visibleElsewhere: AuditEvent[] = [
  // panel/test/service-accounts.
  'service_account.key_refused',
  // e2e/files, e2e/link, e2e/sftp and e2e/operate, which have a node; panel/test/plugins.
  ...(['file.read', 'file.downloaded', 'file.written', 'file.uploaded', 'file.folder_created'] as const),
  ...(['file.renamed', 'file.copied', 'file.deleted', 'file.mode_changed', 'file.linked'] as const),
  ...(['file.archived', 'file.extracted', 'node.foreign_message', 'upload.refused'] as const),
  // e2e/backups, which has a node that answers.
  ...(Object.keys(auditEvents) as AuditEvent[]).filter(event => event.startsWith('backup.')),
  // panel/test/databases, which has a database host that answers.
  ...(Object.keys(auditEvents) as AuditEvent[]).filter(event => event.startsWith('database.')),
  // e2e/upgrade-node, which has an installed one.
  ...(['node.upgrade_started', 'node.upgraded'] as const),
  ...(['node.server_adopted', 'node.server_deleted', 'node.certificate_accepted', 'sftp.signed_in'] as const),
  // panel/test/local-commands: done on the machine itself, without a request.
  ...(['user.signed_out', 'installation.upgraded', 'installation.upgrade_undone'] as const),
  ...(Object.keys(auditEvents) as AuditEvent[]).filter(event => event.startsWith('plugin.')),
]

describe('6.4 every event and its fields', () => {
  test.each(actions)('6.4 (C274) %s, %s', async (event, outcome, action) => {
    const { work, line } = await action()
    const lines = await auditedBy(panel, work)
    expect(lines).toEqual([
      expect.objectContaining({
        component: 'audit',
        level: 'info',
        event,
        category: auditEvents[event],
        outcome,
        ip: '127.0.0.1',
        user_agent: headers['user-agent'],
        request_id: headers['x-request-id'],
        ...line,
      }),
    ])
    for (const field of fields) expect(lines[0]).toHaveProperty(field)
  })

  test('6.4 (C274) node.foreign_message: a program is the actor and there is no request', () => {
    const logLines: string[] = []
    const audit = createAudit(createLog('info', { write: line => logLines.push(line) }), true)
    const features = { audit } as Parameters<typeof createLinkHooks>[0] extends () => infer Features
      ? Features
      : never
    createLinkHooks(() => features).notOwned(3, { gameServerId: 8 }, 'foreign', 'gameServerState')
    const [line] = auditLinesOf({ logLines })
    expect(line).toMatchObject({
      event: 'node.foreign_message',
      category: 'node',
      outcome: 'denied',
      auth_method: 'node-certificate',
      node_id: 3,
      gameServerId: 8,
      ip: null,
      request_id: null,
    })
    for (const field of fields) expect(line).toHaveProperty(field)
  })

  test('6.4 (C274) no event of the list is without its line above', () => {
    const displayed = new Set<AuditEvent>([...actions.map(([event]) => event), ...visibleElsewhere])
    expect(Object.keys(auditEvents).filter(event => !displayed.has(event as AuditEvent))).toEqual([])
  })
})
