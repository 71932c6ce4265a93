// Signing in: the password, then whatever the panel asks for, then back to where the person was.

import { logIn, type SecondFactorWanted, type SignedIn } from '@rookery/contracts/http/auth.ts'
import { readPublicConfig } from '@rookery/contracts/http/public-config.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { apiAs } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { arriving } from '../../platform/lazy-loading.ts'
import { loginSession } from '../../platform/login-session.ts'
import { useIsSignedIn } from '../../platform/use-login-session.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingForm } from '../../ui/feedback/loading-rows.tsx'
import { type CaptchaControls, UnsolvedCaptcha } from './captcha-controls.ts'
import { CaptchaRoom } from './captcha-room.tsx'
import { type NextStep, nextStep } from './logic/next-step.ts'
import { type SignInProblem, safeReturnPath, signInProblem } from './logic/sign-in-problem.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { type SignInHint, type SignInInput, SignInView } from './sign-in-view.tsx'

// Most sign-ins need a password only: the rest is loaded when the panel asks for it.
const SecondFactorPage = lazy(async () => ({
  default: (await arriving(() => import('./second-factor-page.tsx'))).SecondFactorPage,
}))
const EnrollmentPage = lazy(async () => ({
  default: (await arriving(() => import('./enrollment-page.tsx'))).EnrollmentPage,
}))
const CaptchaPage = lazy(async () => ({
  default: (await arriving(() => import('./captcha-page.tsx'))).CaptchaPage,
}))

type Step = { at: 'password'; hint: SignInHint | null } | Exclude<NextStep, { at: 'inside' }>

function problemOf(error: unknown): SignInProblem | null {
  if (error instanceof UnsolvedCaptcha) return { kind: 'captchaNeeded' }
  return error instanceof ApiError ? signInProblem(error, Date.now()) : null
}

function useGoInside() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { to } = useSearch({ from: '/sign-in' })
  return async () => {
    queryClient.clear()
    await navigate({ href: safeReturnPath(to), replace: true })
  }
}

/** A sign-in in another tab is one here too, unless this one is on its way to something of its own. */
function useFollowOtherTabs(isIdle: boolean, goInside: () => Promise<void>) {
  const { ended } = useSearch({ from: '/sign-in' })
  const isSignedIn = useIsSignedIn()
  // Whoever comes here signed in is about to sign out, or to sign in as somebody else.
  const mayEnter = useRef(ended === true)
  const enter = useRef(goInside)
  enter.current = goInside
  useEffect(() => {
    if (!isSignedIn) mayEnter.current = true
    else if (mayEnter.current && isIdle) void enter.current()
  }, [isSignedIn, isIdle])
}

/** The steps of one sign-in: who tries, how far it is, and what the panel said last. */
function useSignIn(captcha: RefObject<CaptchaControls | null>, hasCaptcha: boolean) {
  const goInside = useGoInside()
  const { ended } = useSearch({ from: '/sign-in' })
  const [step, setStep] = useState<Step>({ at: 'password', hint: ended ? 'ended' : null })
  const [earlier, setEarlier] = useState<Pick<SignInInput, 'login' | 'remember'>>()

  async function goOn(answer: SignedIn | SecondFactorWanted, remember: boolean) {
    const next = nextStep(answer, Date.now())
    if (next.at !== 'inside') return setStep(next)
    loginSession.begin(next.sessionToken, remember)
    await goInside()
  }

  const password = useMutation({
    mutationFn: async (input: SignInInput) =>
      apiAs(null, logIn, { body: { ...input, captcha: await captcha.current?.answer() } }),
    onMutate: ({ login, remember }) => setEarlier({ login, remember }),
    onSuccess: (answer, input) => goOn(answer, input.remember),
    onError: error => error instanceof ApiError && captcha.current?.reset(),
  })
  useFollowOtherTabs(step.at === 'password' && !password.isPending, goInside)
  const { reset } = password
  const [hasEnrolled, setHasEnrolled] = useState(false)
  const lastInput = password.variables
  const signInAgain = password.mutate
  const backToPassword = useCallback(
    (hint: SignInHint | null) => {
      setStep({ at: 'password', hint })
      reset()
      // The login session for enrolling ends with it (5.5.4), so there has to be another: of what it takes only a code is left to ask.
      const goesOn = hint === 'enrolled' && !hasCaptcha && lastInput !== undefined
      setHasEnrolled(goesOn)
      if (goesOn) signInAgain(lastInput)
    },
    [reset, hasCaptcha, lastInput, signInAgain],
  )
  const onSignedIn = (answer: SignedIn) => void goOn(answer, earlier?.remember ?? false)
  return { step, earlier, password, hasEnrolled, backToPassword, onSignedIn }
}

export function SignInPage() {
  const t = useTexts()
  const captcha = useRef<CaptchaControls>(null)
  const publicConfig = useQuery(apiQuery(readPublicConfig, {}))
  const panelName = publicConfig.data?.name ?? t('product.name')
  const choice = publicConfig.data?.captcha
  const { step, earlier, password, hasEnrolled, backToPassword, onSignedIn } = useSignIn(
    captcha,
    Boolean(choice),
  )
  const problem = useMemo(() => problemOf(password.error), [password.error])
  // Whether there is a CAPTCHA decides how high the form is; without an answer it is asked for without one.
  const isFormKnown = !publicConfig.isLoading || publicConfig.failureCount > 0
  return (
    <SignInFrame panelName={panelName} isWide={step.at === 'enrollment'}>
      <Suspense fallback={<LoadingForm fields={step.at === 'enrollment' ? 4 : 2} />}>
        {step.at === 'second-factor' && (
          <SecondFactorPage
            challenge={step}
            hasEnrolled={hasEnrolled}
            onSignedIn={onSignedIn}
            onBack={backToPassword}
          />
        )}
        {step.at === 'enrollment' && (
          <EnrollmentPage enrollment={step} panelName={panelName} onBack={backToPassword} />
        )}
        {step.at === 'password' && !isFormKnown && <LoadingForm fields={2} />}
        {step.at === 'password' && isFormKnown && (
          <SignInView
            isBusy={password.isPending}
            hint={step.hint}
            problem={problem}
            earlier={earlier}
            captcha={
              choice && (
                <Suspense fallback={<CaptchaRoom provider={choice.provider} />}>
                  <CaptchaPage choice={choice} controls={captcha} />
                </Suspense>
              )
            }
            onSubmit={password.mutate}
          />
        )}
      </Suspense>
    </SignInFrame>
  )
}
