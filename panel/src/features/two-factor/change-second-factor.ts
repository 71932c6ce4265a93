// Switching the own second factor off, and new recovery codes for it: both need the password again.

import type { RecoveryCodes } from '@rookery/contracts/http/two-factor.ts'
import type { Users } from '../users/users.ts'
import { showRecoveryCode } from './logic/code-form.ts'
import type { RecoveryCodeSets } from './recovery-codes.ts'
import type { SecondFactorCheck } from './second-factor-check.ts'
import { notOn, tooManyWrongCodes, wrongCode, wrongPassword } from './second-factor-errors.ts'
import type { TwoFactorStore } from './two-factor-store.ts'

interface ChangeDeps {
  store: TwoFactorStore
  users: Users
  check: SecondFactorCheck
  recoveryCodes: RecoveryCodeSets
}

/** The password is judged first: a wrong one spends no code. */
export async function disable(
  parts: ChangeDeps,
  userId: number,
  proof: { password: string; code: string },
): Promise<void> {
  await demandPassword(parts, userId, proof.password)
  const verdict = await parts.check.judge(userId, proof.code)
  if (verdict === 'too many') throw tooManyWrongCodes()
  if (verdict === 'wrong') throw wrongCode()
  if (!(await parts.store.disable(userId))) throw notOn()
}

export async function reissue(parts: ChangeDeps, userId: number, password: string): Promise<RecoveryCodes> {
  await demandPassword(parts, userId, password)
  const { plainCodes, hashes } = await parts.recoveryCodes.makeSet()
  if (!(await parts.store.replaceRecoveryCodes(userId, hashes))) throw notOn()
  return { recovery_codes: plainCodes.map(showRecoveryCode) }
}

async function demandPassword({ users }: ChangeDeps, userId: number, password: string): Promise<void> {
  const user = await users.findById(userId)
  if (!user?.twoFactorEnabled) throw notOn()
  if (!(await users.isPasswordRight(user, password))) throw wrongPassword()
}
