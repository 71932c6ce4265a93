// Finishes a sign-in with a code; a challenge that is used up or over leads back to the password.

import { type SignedIn, verifySecondFactor } from '@rookery/contracts/http/auth.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { apiAs } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { useIsPast } from '../../ui/time/live-time.tsx'
import { codeProblem, endsChallenge } from './logic/code-problem.ts'
import { SecondFactorView } from './second-factor-view.tsx'
import type { SignInHint } from './sign-in-view.tsx'

export interface Challenge {
  challengeToken: string
  endsAtMs: number
}

interface SecondFactorPageProps {
  challenge: Challenge
  hasEnrolled: boolean
  onSignedIn: (answer: SignedIn) => void
  onBack: (hint: SignInHint | null) => void
}

export function SecondFactorPage({ challenge, hasEnrolled, onSignedIn, onBack }: SecondFactorPageProps) {
  const wrongEntries = useRef(0)
  const isOver = useIsPast(challenge.endsAtMs)
  const verify = useMutation({
    mutationFn: (code: string) =>
      apiAs(null, verifySecondFactor, { body: { challenge_token: challenge.challengeToken, code } }),
    onSuccess: onSignedIn,
    onError: error => {
      if (!(error instanceof ApiError)) return
      if (error.code === 'wrong_second_factor') wrongEntries.current += 1
      const problem = codeProblem(error, wrongEntries.current, Date.now())
      if (endsChallenge(problem)) onBack(problem.kind)
    },
  })

  useEffect(() => {
    if (isOver && !verify.isPending) onBack('challengeOver')
  }, [isOver, verify.isPending, onBack])

  const { error } = verify
  const problem = useMemo(
    () => (error instanceof ApiError ? codeProblem(error, wrongEntries.current, Date.now()) : null),
    [error],
  )
  return (
    <SecondFactorView
      isBusy={verify.isPending || verify.isSuccess}
      problem={problem}
      hasEnrolled={hasEnrolled}
      onSubmit={code => verify.mutate(code)}
      onBack={() => onBack(null)}
    />
  )
}
