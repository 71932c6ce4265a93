import { describe, expect, test } from 'vitest'
import {
  type AccessRule,
  administrator,
  administratorInPerson,
  administratorInSection,
  inSection,
  loginSession,
  onGameServer,
  signedIn,
} from '../../../platform/http/access-rule.ts'
import { missingMessage } from '../../../platform/lacking.ts'
import { missingRight } from './missing-right.ts'

const nobody = {
  carried: 'everything',
  isProgram: false,
  isAdministrator: false,
  isHeld: () => false,
} as const
const settingsAndStart = onGameServer(['game-server-settings', 'game-server-start'])
const administration = { permission: 'admin roles & permissions' }

describe('what a refused caller lacks', () => {
  test.each<[AccessRule, Partial<Parameters<typeof missingRight>[0]>, object | null]>([
    [
      onGameServer('game-server-start', 'server:start'),
      { carried: ['server:list'] },
      { ability: 'server:start' },
    ],
    [administrator(), { carried: ['server:list'] }, { credential: 'session_or_service_account' }],
    [signedIn('refused'), { carried: [] }, { credential: 'session_or_service_account' }],
    [administrator(), {}, administration],
    [administratorInPerson(), {}, administration],
    [administratorInPerson(), { isProgram: true, isAdministrator: true }, { credential: 'session' }],
    [inSection('node', 'edit'), {}, { permission: 'edit', object_type: 'node' }],
    [administratorInSection('node', 'edit'), {}, administration],
    [
      administratorInSection('node', 'edit'),
      { isAdministrator: true },
      { permission: 'edit', object_type: 'node' },
    ],
    [settingsAndStart, {}, { permission: 'game-server-settings', object_type: 'server' }],
    [
      settingsAndStart,
      { isHeld: name => name === 'game-server-settings' },
      { permission: 'game-server-start', object_type: 'server' },
    ],
    [loginSession(), {}, null],
  ])('%j %j: %j', ({ demand }, caller, missing) => {
    const found = missingRight({ ...nobody, ...caller, demand })
    expect(found).toEqual(missing)
    if (found && !('credential' in found)) expect(missingMessage(found)).toContain(Object.values(found)[0])
  })
})
