import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { runProgram } from '../../../test-services/start-program.ts'
import { readConfig } from '../../src/config/config.ts'
import { variables } from '../../src/config/variables.ts'
import { loginSessionSeconds } from '../../src/features/auth/login-sessions.ts'
import { passwordLimits } from '../../src/features/users/logic/password-policy.ts'

function configOf(environment: Record<string, string>) {
  const secret = { AUTH_SECRET: '0123456789abcdef0123456789abcdef' }
  const reading = readConfig({
    environment: { ...secret, ...environment },
    fileText: null,
    workingDirectory: '/',
  })
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  return reading.config
}

describe('constants', () => {
  test('8.2 (C320) lives and lengths are fixed in code', () => {
    expect(loginSessionSeconds).toEqual({ normal: 86_400, remembered: 604_800 })
    expect(passwordLimits).toEqual({ minBytes: 12, maxBytes: 128 })
    const named = Object.keys(variables).filter(name =>
      /PASSWORD_(MIN|MAX|LENGTH)|SESSION_(TTL|LIFE)|TOKEN_LIFE|PAT_/.test(name),
    )
    expect(named).toEqual([])
  })

  test('8.2 (C320) what a variable may change has the stated default and bounds', () => {
    const { auth, securityHeaders } = configOf({})
    expect(auth.bcryptCost).toBe(13)
    expect(auth.recoveryCodeWork).toBe(4_096)
    expect(auth.allowWeakPasswords).toBe(false)
    expect(auth.mfa.enrollmentTokenTtlSeconds).toBe(900)
    expect(auth.shortLivedTokenTtlSeconds).toBe(10)
    expect(configOf({ AUTH_SHORT_LIVED_TOKEN_TTL: '1h' }).auth.shortLivedTokenTtlSeconds).toBe(10)
    expect(JSON.stringify(securityHeaders)).toContain('31536000')
  })

  // What else is refused: config.test.ts.
  test.each(['9'])(
    '5.7 (C199) with AUTH_BCRYPT_COST=%s the panel does not start and says why',
    async cost => {
      const dataDir = mkdtempSync(join(tmpdir(), 'rookery-panel-'))
      const variables = { DATA_DIR: dataDir, AUTH_SECRET: 'x'.repeat(32), AUTH_BCRYPT_COST: cost }
      const { status, errors } = await runProgram('panel', [], variables)
      expect(status).toBe(1)
      expect(errors).toContain('AUTH_BCRYPT_COST')
      rmSync(dataDir, { recursive: true, force: true })
    },
  )
})
