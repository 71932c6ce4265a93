// The second factor of section 5.5: enrollment, codes at sign-in, recovery codes, and the reminder of administrators.

import type { RecoveryCodes, SecondFactorSetup } from '@rookery/contracts/http/two-factor.ts'
import type { Kysely } from 'kysely'
import type { Cache } from '../../platform/cache/cache.ts'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event-rules.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOfUser } from '../people-activity/people-activity-rules.ts'
import type { Users } from '../users/users.ts'
import { disable, reissue } from './change-second-factor.ts'
import { confirm, setUp } from './enroll.ts'
import { createEnrollmentReminder, type EnrollmentReminder } from './enrollment-reminder.ts'
import type { EnrollmentPolicy } from './logic/enrollment-reminder.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { twoFactorRoutes } from './routes.ts'
import { type CodeVerdict, createSecondFactorCheck } from './second-factor-check.ts'
import { createTwoFactorStore } from './two-factor-store.ts'

interface TwoFactorDeps {
  db: Kysely<Schema>
  users: Users
  access: Access
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  cache: Cache
  boxes: {
    /** Seals the secrets of authenticators. */
    twoFactor: SecretBox
  }
  config: { mfa: EnrollmentPolicy; recoveryCodeWork: number }
  /** Done by a later feature: a restricted session ends when its owner has enrolled. */
  logOut(caller: LoginSessionCaller): Promise<void>
  now(): number
  random(bytes: number): Buffer
}

export interface TwoFactor extends EnrollmentReminder {
  /** Checks a code and uses it up when it is right. */
  checkCode(user: { id: number; login: string }, code: string): Promise<CodeVerdict>
  setUp(caller: LoginSessionCaller): Promise<SecondFactorSetup>
  confirm(caller: LoginSessionCaller, digits: string, request: RequestFacts): Promise<RecoveryCodes>
  disable(
    caller: LoginSessionCaller,
    proof: { password: string; code: string },
    request: RequestFacts,
  ): Promise<void>
  reissue(caller: LoginSessionCaller, password: string, request: RequestFacts): Promise<RecoveryCodes>
}

export function openTwoFactor(deps: TwoFactorDeps) {
  const twoFactor = createTwoFactor(deps)
  return { ...twoFactor, routes: twoFactorRoutes(twoFactor, deps.logOut) }
}

function createTwoFactor(given: TwoFactorDeps): TwoFactor {
  const own = {
    store: createTwoFactorStore(given.db),
    secretBox: given.boxes.twoFactor,
    policy: given.config.mfa,
  }
  const recoveryCodes = createRecoveryCodes(given.random, given.config.recoveryCodeWork)
  const check = createSecondFactorCheck({ ...given, ...own, recoveryCodes })
  const deps = { ...given, ...own, recoveryCodes, check }

  const alsoRecord =
    (user: { id: number; login: string }, event: NewPeopleEntry['event']): AlsoWrite =>
    transaction =>
      given.peopleActivity.write(transaction, authorOfUser(user), {
        event,
        subject: { type: 'user', id: user.id, name: user.login },
      })
  const ofCaller = ({ userId: id, login }: LoginSessionCaller, event: NewPeopleEntry['event']) =>
    alsoRecord({ id, login }, event)

  async function audited<T>(
    event: AuditEvent,
    request: RequestFacts,
    caller: LoginSessionCaller,
    work: Promise<T>,
  ) {
    const refuse = (error: unknown) => {
      const isLimited = error instanceof PanelError && error.status === 429
      if (isLimited) deps.audit.record({ event: 'auth.rate_limit', outcome: 'denied', request }, caller)
      else deps.audit.record({ event, outcome: 'failure', request }, caller)
      throw error
    }
    const result = await work.catch(refuse)
    deps.audit.record({ event, outcome: 'success', request }, caller)
    return result
  }

  return {
    ...createEnrollmentReminder(deps),
    checkCode: (user, code) => deps.check.checkCode(user.id, code, alsoRecord(user, 'recovery_code_used')),
    setUp: caller => setUp(deps, caller),
    confirm: (caller, digits, request) =>
      audited(
        'two_factor.enabled',
        request,
        caller,
        confirm(deps, caller, digits, ofCaller(caller, 'second_factor_on')),
      ),
    disable: (caller, proof, request) =>
      audited(
        'two_factor.disabled',
        request,
        caller,
        disable(deps, caller.userId, proof, ofCaller(caller, 'second_factor_off')),
      ),
    reissue: (caller, password, request) =>
      audited(
        'recovery_codes.reissued',
        request,
        caller,
        reissue(deps, caller.userId, password, ofCaller(caller, 'recovery_codes_renewed')),
      ),
  }
}
