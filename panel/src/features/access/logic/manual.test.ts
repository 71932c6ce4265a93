// The truth tables of the manual, read from it and run against the decision.

import { readFileSync } from 'node:fs'
import {
  administratorPermission,
  gameServerPermissionNames,
  generalPermissions,
  type ObjectType,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import { noEffectReason } from '@rookery/contracts/permission-scopes.ts'
import { describe, expect, test } from 'vitest'
import { decide, decideOnGameServer, ownerEntries, type PermissionEntry, type Target } from './decide.ts'
import { suspensionEntries } from './suspension.ts'

const manual = readFileSync(
  new URL('../../../../../docs/architecture/access-control.md', import.meta.url),
  'utf8',
)

/** The rows of the table under this head, cell by cell. */
function tableUnder(head: string): string[][] {
  const lines = manual.split('\n')
  const start = lines.indexOf(head)
  if (start === -1) throw new Error(`the manual has no table ${head}`)
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines.slice(start + 2, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

const permissionOfWord: Record<string, Permission> = {
  common: 'game-server-common',
  start: 'game-server-start',
  admin: administratorPermission,
}

/** `allow`, `deny start on servers`, `allow on node 1`. */
function entryOf(message: string): PermissionEntry {
  const match = /^(allow|deny)(?: (common|start|admin))?(?: on (server|node)(?:s| (\d+)))?$/.exec(message)
  if (!match) throw new Error(`the manual says ${message}, which is no entry`)
  const [, effect, permission = 'start', objectType = '', objectId = '0'] = match
  return {
    permission: permissionOfWord[permission] ?? 'game-server-start',
    effect: effect as PermissionEntry['effect'],
    objectType: objectType as PermissionEntry['objectType'],
    objectId: Number(objectId),
  }
}

const serverIn = (part: string) => Number(/server (\d+)/.exec(part)?.[1])

/** What follows from owning, and from suspensions, stands behind the entries, as it is read. */
function entriesOf(cell: string): PermissionEntry[] {
  const parts = cell === 'nothing' ? [] : cell.split(', ')
  const owned = parts.filter(part => part.startsWith('owner of server '))
  const suspended = parts.filter(part => part.endsWith(' is suspended'))
  const stored = parts.filter(part => ![...owned, ...suspended].includes(part) && part !== 'nothing')
  const held = [...stored.map(entryOf), ...owned.flatMap(part => ownerEntries(serverIn(part)))]
  return [...held, ...suspensionEntries(held, suspended.map(serverIn))]
}
const yesOrNo = (allowed: boolean) => (allowed ? 'yes' : 'no')

const scopes = tableUnder('| The person holds | globally | server 1 | server 2 | node 1 |')
const targets: Target[] = [
  'global',
  { objectType: 'server', objectId: 1 },
  { objectType: 'server', objectId: 2 },
  { objectType: 'node', objectId: 1 },
]
const onServer = tableUnder('| The person holds | may start | reason |')

const effects = tableUnder(
  '| Permission | everywhere | server | node | template | plugin | task | user | role |',
)
/** The first row stands for all 14. */
const permissionsIn = (cell: string): readonly Permission[] =>
  cell.includes('each of the 14') ? gameServerPermissionNames : [cell.replaceAll('`', '') as Permission]
const effectCell = (permission: Permission, objectType: ObjectType) =>
  [
    noEffectReason(permission, { objectType, objectId: null }) === null ? 'all' : '',
    noEffectReason(permission, { objectType, objectId: 1 }) === null ? 'one' : '',
  ]
    .filter(Boolean)
    .join(', ') || 'no'

describe('5.6 docs/architecture/access-control.md', () => {
  test.each(scopes.map(([held = '', ...answers]) => [held, answers] as const))(
    '5.6 who holds %s',
    (held, answers) => {
      const entries = entriesOf(held)
      for (const order of [entries, entries.toReversed()]) {
        const decided = targets.map(target => yesOrNo(decide(order, 'game-server-start', target).allowed))
        expect(decided).toEqual(answers)
      }
    },
  )

  test.each(effects.map(([cell = '', ...cells]) => [cell, cells] as const))(
    '5.6.4 where %s takes effect',
    (cell, cells) => {
      const types = ['server', 'node', 'template', 'plugin', 'task', 'user', 'role'] as const
      for (const permission of permissionsIn(cell)) {
        const everywhere = noEffectReason(permission, { objectType: null, objectId: null })
        const expected = [
          everywhere === null ? 'yes' : 'no',
          ...types.map(type => effectCell(permission, type)),
        ]
        expect(cells, permission).toEqual(expected)
      }
    },
  )

  test('5.6.4 every permission has its row', () => {
    const rows = effects.flatMap(([cell = '']) => permissionsIn(cell))
    const all = [...gameServerPermissionNames, ...generalPermissions, administratorPermission]
    expect(rows.toSorted()).toEqual(all.toSorted())
  })

  test('5.6 every allow meets every deny of the scopes that reach a game server', () => {
    const reaching = ['', ' on servers', ' on server 1']
    const pairs = reaching.flatMap(allowed => reaching.map(denied => `allow${allowed}, deny${denied}`))
    const singles = reaching.flatMap(scope => [`allow${scope}`, `deny${scope}`])
    const rows = scopes.map(([held]) => held)
    expect(['nothing', ...singles, ...pairs].filter(held => !rows.includes(held))).toEqual([])
  })

  test.each(onServer.map(([held = '', answer, reason]) => [held, answer, reason] as const))(
    '5.6 on a game server, who holds %s',
    (held, answer, reason) => {
      const decision = decideOnGameServer(entriesOf(held), 'game-server-start', 1)
      expect([yesOrNo(decision.allowed), `\`${decision.reason}\``]).toEqual([answer, reason])
    },
  )
})
