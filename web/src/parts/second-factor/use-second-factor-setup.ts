// Switching the own second factor on: asks for a secret when it begins, then confirms it with a code.

import { confirmSecondFactor, setUpSecondFactor } from '@rookery/contracts/http/two-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, apiAs } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { useTexts } from '../../texts/texts.ts'
import { fieldMessage } from '../problems/field-message.ts'
import { problemMessage } from '../problems/problem-message.ts'

const codeFaults = (error: unknown) =>
  error instanceof ApiError && error.fields.code ? error.fields.code : undefined

/** With a session token: in the name of a sign-in that may do nothing but this. */
export function useSecondFactorSetup(sessionToken?: string) {
  const t = useTexts()
  const begin = useMutation({
    mutationFn: () =>
      sessionToken ? apiAs(sessionToken, setUpSecondFactor, {}) : api(setUpSecondFactor, {}),
  })
  const confirm = useMutation({
    mutationFn: (code: string) =>
      sessionToken
        ? apiAs(sessionToken, confirmSecondFactor, { body: { code } })
        : api(confirmSecondFactor, { body: { code } }),
  })

  const { mutate: ask } = begin
  useEffect(() => ask(), [ask])

  const problem = begin.error ?? confirm.error
  const faults = codeFaults(confirm.error)
  return {
    recoveryCodes: confirm.data?.recovery_codes ?? null,
    /** The login session that may only enroll is over. */
    isOver: problem instanceof ApiError && problem.status === 401,
    view: {
      setup: begin.data ?? null,
      isBusy: confirm.isPending,
      codeProblem: fieldMessage(t, faults) ?? null,
      problem: problem && !faults ? problemMessage(t, problem) : null,
      onSubmit: (code: string) => confirm.mutate(code),
      onRetry: () => begin.mutate(),
    },
  }
}
