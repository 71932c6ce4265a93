// Signing in: sends the password, begins the login session and goes back to where the person was.

import { logIn } from '@rookery/contracts/http/auth.ts'
import { readPublicConfig } from '@rookery/contracts/http/public-config.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { loginSession } from '../../platform/login-session.ts'
import { useTexts } from '../../ui/texts/texts.ts'
import { type FurtherStep, FurtherStepView } from './further-step-view.tsx'
import { safeReturnPath, signInProblem } from './logic/sign-in-problem.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignInView, type SignInWish } from './sign-in-view.tsx'

export function SignInPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { to, ended } = useSearch({ from: '/sign-in' })
  const [step, setStep] = useState<FurtherStep | null>(null)
  const publicConfig = useQuery(apiQuery(readPublicConfig, {}))

  const signIn = useMutation({
    mutationFn: (wish: SignInWish) => api(logIn, { body: wish }),
    onSuccess: async (answer, wish) => {
      if ('two_factor_required' in answer) return setStep('second-factor')
      if (answer.mfa_enrollment_required) return setStep('enrolment')
      queryClient.clear()
      loginSession.begin(answer.token, wish.remember)
      await navigate({ href: safeReturnPath(to), replace: true })
    },
  })

  const refusal = signIn.error instanceof ApiError ? signInProblem(signIn.error) : null
  const backToPassword = () => {
    setStep(null)
    signIn.reset()
  }

  return (
    <SignInFrame panelName={publicConfig.data?.name ?? t('product.name')}>
      {step ? (
        <FurtherStepView step={step} onBack={backToPassword} />
      ) : (
        <SignInView
          isBusy={signIn.isPending}
          hasEnded={ended}
          problem={refusal}
          onSubmit={wish => signIn.mutate(wish)}
        />
      )}
    </SignInFrame>
  )
}
