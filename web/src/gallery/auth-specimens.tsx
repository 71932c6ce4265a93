// The steps of signing in.

import { recoveryCodes, secondFactorSetup } from '../../pictures/fixtures/fleet-fixtures.ts'
import { CaptchaView } from '../features/auth/captcha-view.tsx'
import { EnrollmentView } from '../features/auth/enrollment-view.tsx'
import type { CodeProblem } from '../features/auth/logic/code-problem.ts'
import type { SignInProblem } from '../features/auth/logic/sign-in-problem.ts'
import { SecondFactorView } from '../features/auth/second-factor-view.tsx'
import { SignInFrame } from '../features/auth/sign-in-frame.tsx'
import { type SignInHint, SignInView } from '../features/auth/sign-in-view.tsx'
import { AuthenticatorSetupView } from '../parts/second-factor/authenticator-setup-view.tsx'
import { RecoveryCodesView } from '../parts/second-factor/recovery-codes-view.tsx'
import { ignore, Specimen } from './specimen.tsx'

const problems: SignInProblem[] = [
  { kind: 'wrong' },
  { kind: 'tooMany', untilMs: Date.now() + 872_000 },
  { kind: 'unavailable' },
  { kind: 'unreachable' },
  { kind: 'captchaNeeded' },
  { kind: 'captchaRefused' },
  { kind: 'captchaUnavailable' },
  { kind: 'fields', fields: { login: ['is required'] } },
  { kind: 'refused' },
]
const hints: SignInHint[] = [
  'ended',
  'fiveWrong',
  'challengeEnded',
  'challengeOver',
  'enrolled',
  'enrollmentOver',
]
const codeProblems: CodeProblem[] = [
  { kind: 'codeWrong', triesLeft: 1 },
  { kind: 'tooMany', untilMs: Date.now() + 872_000 },
  { kind: 'unreachable' },
]
const quiet = { isBusy: false, problem: null, onSubmit: ignore }
const setting = {
  setup: secondFactorSetup,
  isBusy: false,
  codeProblem: null,
  problem: null,
  onSubmit: ignore,
  onRetry: ignore,
  onCancel: ignore,
}
const inFifteenMinutes = Date.now() + 900_000

export function AuthSpecimens() {
  return (
    <>
      <Specimen name="Sign-in">
        <SignInFrame panelName="Rookery">
          <SignInView {...quiet} />
        </SignInFrame>
      </Specimen>
      {hints.map(hint => (
        <Specimen key={hint} name={`Sign-in again: ${hint}`} isNarrow>
          <SignInView
            {...quiet}
            isBusy={hint === 'ended'}
            hint={hint}
            earlier={{ login: 'mara', remember: true }}
          />
        </Specimen>
      ))}
      {problems.map(problem => (
        <Specimen key={problem.kind} name={`Sign-in refused: ${problem.kind}`} isNarrow>
          <SignInView {...quiet} problem={problem} />
        </Specimen>
      ))}
      {(['loading', 'failed'] as const).map(status => (
        <Specimen key={status} name={`Sign-in, CAPTCHA ${status}`} isNarrow>
          <SignInView
            {...quiet}
            captcha={<CaptchaView provider="challenge" status={status} onRetry={ignore} />}
          />
        </Specimen>
      ))}
      <SecondFactorSpecimens />
    </>
  )
}

function SecondFactorSpecimens() {
  return (
    <>
      <Specimen name="Second factor" isNarrow>
        <SecondFactorView {...quiet} onBack={ignore} />
      </Specimen>
      <Specimen name="Second factor, recovery code" isNarrow>
        <SecondFactorView {...quiet} way="recovery" onBack={ignore} />
      </Specimen>
      {codeProblems.map(problem => (
        <Specimen key={problem.kind} name={`Second factor refused: ${problem.kind}`} isNarrow>
          <SecondFactorView {...quiet} problem={problem} onBack={ignore} />
        </Specimen>
      ))}
      <Specimen name="Enrollment needed">
        <SignInFrame panelName="Rookery" isWide>
          <EnrollmentView endsAtMs={inFifteenMinutes} isOn={false}>
            <AuthenticatorSetupView {...setting} />
          </EnrollmentView>
        </SignInFrame>
      </Specimen>
      <Specimen name="Set-up, waiting for the secret" isNarrow>
        <AuthenticatorSetupView {...setting} setup={null} />
      </Specimen>
      <Specimen name="Set-up, no secret" isNarrow>
        <AuthenticatorSetupView
          {...setting}
          setup={null}
          problem="Can’t reach the panel. Check your connection and try again."
        />
      </Specimen>
      <Specimen name="Set-up, wrong code" isNarrow>
        <AuthenticatorSetupView {...setting} codeProblem="This code is wrong or was already used." />
      </Specimen>
      <Specimen name="Recovery codes" isNarrow>
        <RecoveryCodesView
          codes={recoveryCodes}
          account={{ login: 'mara', panelName: 'Rookery' }}
          nowMs={Date.now()}
          doneText="Continue"
          onDone={ignore}
        />
      </Specimen>
    </>
  )
}
