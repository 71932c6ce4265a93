// The steps of signing in.

import { FurtherStepView } from '../features/auth/further-step-view.tsx'
import type { SignInProblem } from '../features/auth/logic/sign-in-problem.ts'
import { SignInFrame } from '../features/auth/sign-in-frame.tsx'
import { SignInView } from '../features/auth/sign-in-view.tsx'
import { ignore, Specimen } from './specimen.tsx'

const problems: SignInProblem[] = [
  { kind: 'wrong' },
  { kind: 'tooMany', minutes: 15 },
  { kind: 'unavailable' },
  { kind: 'unreachable' },
  { kind: 'captchaUnavailable' },
  { kind: 'fields', fields: { login: ['is required'] } },
  { kind: 'other', message: 'the CAPTCHA is missing' },
]

export function AuthSpecimens() {
  return (
    <>
      <Specimen name="Sign-in">
        <SignInFrame panelName="Rookery">
          <SignInView isBusy={false} problem={null} onSubmit={ignore} />
        </SignInFrame>
      </Specimen>
      <Specimen name="Sign-in, busy, after the login session has ended" isNarrow>
        <SignInView isBusy hasEnded problem={null} onSubmit={ignore} />
      </Specimen>
      {problems.map(problem => (
        <Specimen key={problem.kind} name={`Sign-in refused: ${problem.kind}`} isNarrow>
          <SignInView isBusy={false} problem={problem} onSubmit={ignore} />
        </Specimen>
      ))}
      <Specimen name="Second factor" isNarrow>
        <FurtherStepView step="second-factor" onBack={ignore} />
      </Specimen>
      <Specimen name="Enrolment needed" isNarrow>
        <FurtherStepView step="enrolment" onBack={ignore} />
      </Specimen>
    </>
  )
}
