// Switching the own second factor off, and new recovery codes for it: both need the password again.

import type { RecoveryCodes } from '@rookery/contracts/http/two-factor.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import type { Users } from '../users/users.ts'
import { showRecoveryCode } from './logic/code-form.ts'
import type { RecoveryCodeSets } from './recovery-codes.ts'
import {
  notOn,
  type SecondFactorCheck,
  tooManyWrongCodes,
  wrongCode,
  wrongPassword,
} from './second-factor-check.ts'
import type { TwoFactorStore } from './two-factor-store.ts'

interface ChangeDeps {
  store: TwoFactorStore
  users: Users
  check: SecondFactorCheck
  recoveryCodes: RecoveryCodeSets
}

/** The password is checked first: a wrong one spends no code. */
export async function disable(
  deps: ChangeDeps,
  userId: number,
  proof: { password: string; code: string },
  also: AlsoWrite,
): Promise<void> {
  await demandPassword(deps, userId, proof.password)
  const verdict = await deps.check.checkCode(userId, proof.code)
  if (verdict === 'too many') throw tooManyWrongCodes()
  if (verdict === 'wrong') throw wrongCode()
  if (!(await deps.store.disable(userId, also))) throw notOn()
}

export async function reissue(
  deps: ChangeDeps,
  userId: number,
  password: string,
  also: AlsoWrite,
): Promise<RecoveryCodes> {
  await demandPassword(deps, userId, password)
  const { plainCodes, hashes } = await deps.recoveryCodes.createSet()
  if (!(await deps.store.replaceRecoveryCodes(userId, hashes, also))) throw notOn()
  return { recovery_codes: plainCodes.map(showRecoveryCode) }
}

async function demandPassword({ users }: ChangeDeps, userId: number, password: string): Promise<void> {
  const user = await users.findById(userId)
  if (!user?.twoFactorEnabled) throw notOn()
  if (!(await users.isPasswordRight(user, password))) throw wrongPassword()
}
