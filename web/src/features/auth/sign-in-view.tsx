// The sign-in form: login, password, remember me, and what went wrong in words.

import { Box, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'
import { useIsPast } from '../../ui/time/live-time.tsx'
import type { SignInProblem } from './logic/sign-in-problem.ts'
import { SubmitButton } from './submit-button.tsx'

export interface SignInInput {
  login: string
  password: string
  remember: boolean
}

/** Why the person stands before the password again. */
export type SignInHint =
  | 'ended'
  | 'fiveWrong'
  | 'challengeEnded'
  | 'challengeOver'
  | 'enrolled'
  | 'enrollmentOver'

interface SignInViewProps {
  isBusy: boolean
  hint?: SignInHint | null
  problem: SignInProblem | null
  /** Who tried before. */
  earlier?: Pick<SignInInput, 'login' | 'remember'>
  captcha?: ReactNode
  onSubmit: (input: SignInInput) => void
}

export function problemText(t: TextOf, problem: SignInProblem): ReactNode {
  if (problem.kind === 'tooMany') return <WaitMessage untilMs={problem.untilMs} />
  if (problem.kind === 'suspended') return t('signIn.suspended', { reason: problem.reason })
  if (problem.kind === 'fields') return null
  return t(`signIn.${problem.kind}`)
}

/** For how long stands in the button. */
function WaitMessage({ untilMs }: { untilMs: number }) {
  const t = useTexts()
  return useIsPast(untilMs) ? t('signIn.waitOver') : t('signIn.tooMany')
}

export function SignInView({ isBusy, hint, problem, earlier, captcha, onSubmit }: SignInViewProps) {
  const t = useTexts()
  const [login, setLogin] = useState(earlier?.login ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(earlier?.remember ?? false)
  const [isTried, setIsTried] = useState(false)
  const fields = problem?.kind === 'fields' ? problem.fields : {}
  const text = problem ? problemText(t, problem) : null

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (login.trim() && password) onSubmit({ login, password, remember })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={18}>
        <Box component="h1" fz={17}>
          {t('signIn.title')}
        </Box>
        {hint && !text && <FormHint>{t(`signIn.${hint}`)}</FormHint>}
        {text && <FormProblem>{text}</FormProblem>}
        <TextInput
          size="md"
          label={t('signIn.login')}
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!earlier}
          value={login}
          onChange={event => setLogin(event.currentTarget.value)}
          error={isTried && !login.trim() ? t('signIn.needLogin') : fieldMessage(t, fields.login)}
        />
        <PasswordInput
          size="md"
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          autoFocus={earlier !== undefined}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          error={isTried && !password ? t('signIn.needPassword') : fieldMessage(t, fields.password)}
        />
        <Checkbox
          label={t('signIn.remember')}
          checked={remember}
          onChange={event => setRemember(event.currentTarget.checked)}
        />
        {captcha}
        <SubmitButton isBusy={isBusy} problem={problem} />
        <Box component="p" className="text-hint" ta="center">
          {t('signIn.forgotten')}
        </Box>
      </Stack>
    </form>
  )
}
