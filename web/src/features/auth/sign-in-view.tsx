// The sign-in form: login, password, remember me, and what went wrong in words.

import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircleFilled, IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type TextOf, useTexts } from '../../ui/texts/texts.ts'
import type { SignInProblem } from './logic/sign-in-problem.ts'
import styles from './sign-in.module.css'

export interface SignInWish {
  login: string
  password: string
  remember: boolean
}

interface SignInViewProps {
  isBusy: boolean
  hasEnded?: boolean
  problem: SignInProblem | null
  onSubmit: (wish: SignInWish) => void
}

function problemText(t: TextOf, problem: SignInProblem): string | null {
  if (problem.kind === 'tooMany') return t('signIn.tooMany', { count: problem.minutes })
  if (problem.kind === 'other') return t('problems.other', { message: problem.message })
  if (problem.kind === 'fields') return null
  return t(`signIn.${problem.kind}`)
}

export function SignInView({ isBusy, hasEnded, problem, onSubmit }: SignInViewProps) {
  const t = useTexts()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const fields = problem?.kind === 'fields' ? problem.fields : {}
  const text = problem ? problemText(t, problem) : null

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (login.trim() && password) onSubmit({ login, password, remember })
  }

  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      {hasEnded && !text && (
        <p className={styles.hint} role="status">
          <IconInfoCircle size={17} aria-hidden />
          {t('signIn.ended')}
        </p>
      )}
      {text && (
        <p className={styles.problem} role="alert">
          <IconAlertCircleFilled size={17} aria-hidden />
          {text}
        </p>
      )}
      <TextInput
        size="md"
        label={t('signIn.login')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={login}
        onChange={event => setLogin(event.currentTarget.value)}
        error={isTried && !login.trim() ? t('signIn.needLogin') : fields.login?.join(', ')}
      />
      <PasswordInput
        size="md"
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        error={isTried && !password ? t('signIn.needPassword') : fields.password?.join(', ')}
      />
      <Checkbox
        label={t('signIn.remember')}
        checked={remember}
        onChange={event => setRemember(event.currentTarget.checked)}
      />
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        {t('signIn.submit')}
      </Button>
    </form>
  )
}
