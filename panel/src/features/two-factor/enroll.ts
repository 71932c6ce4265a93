// Switching the own second factor on: a pending secret, then a code that proves that the authenticator has it.

import type { RecoveryCodes, SecondFactorSetup } from '@rookery/contracts/http/two-factor.ts'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { showRecoveryCode } from './logic/code-form.ts'
import type { RecoveryCodeSets } from './recovery-codes.ts'
import { type SecondFactorCheck, tooManyWrongCodes, wrongCode } from './second-factor-check.ts'
import { describeTotp, matchingStep, totpSecretBytes, totpSecretFrom } from './totp.ts'
import type { TwoFactorStore } from './two-factor-store.ts'

interface EnrollDeps {
  store: TwoFactorStore
  secretBox: SecretBox
  check: SecondFactorCheck
  recoveryCodes: RecoveryCodeSets
  now(): number
  random(bytes: number): Buffer
}

/** A second call replaces the pending secret. */
export async function setUp(deps: EnrollDeps, caller: LoginSessionCaller): Promise<SecondFactorSetup> {
  const secret = totpSecretFrom(new Uint8Array(deps.random(totpSecretBytes)))
  const isRetained = await deps.store.keepPendingSecret(caller.userId, deps.secretBox.seal(secret))
  if (!isRetained) throw alreadyOn()
  const { uri, qrSvg } = describeTotp(secret, caller.login)
  return { secret, otpauth_uri: uri, qr_svg: qrSvg }
}

/** Of any number of confirmations at once one gets the recovery codes; the code that confirms counts as used. */
export async function confirm(
  deps: EnrollDeps,
  caller: LoginSessionCaller,
  digits: string,
  also: AlsoWrite,
): Promise<RecoveryCodes> {
  const { store, secretBox, check, now } = deps
  const stored = await store.read(caller.userId)
  if (stored?.isEnabled) throw alreadyOn()
  const sealedSecret = stored?.sealedPendingSecret ?? null
  const secret = sealedSecret === null ? null : secretBox.open(sealedSecret)
  if (sealedSecret === null || secret === null) {
    throw new PanelError('conflict', {
      message: 'no two-factor setup is waiting for confirmation: start one first',
    })
  }
  const usedStep = await check.underLimit(caller.userId, async () => matchingStep(secret, digits, now()))
  if (usedStep === 'too many') throw tooManyWrongCodes()
  if (usedStep === 'wrong') throw wrongCode()
  const { plainCodes, hashes } = await deps.recoveryCodes.createSet()
  const enrollment = { sealedSecret, usedStep, recoveryHashes: hashes }
  const isEnabled = await store.enable(caller.userId, enrollment, also)
  if (!isEnabled)
    throw new PanelError('conflict', { message: 'two-factor authentication was changed in the meantime' })
  return { recovery_codes: plainCodes.map(showRecoveryCode) }
}

function alreadyOn(): PanelError {
  return new PanelError('conflict', { message: 'two-factor authentication is already on: turn it off first' })
}
