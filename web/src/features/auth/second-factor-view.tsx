// The step after the password: the six digits of the authenticator, or one of the recovery codes.

import { Box, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CodeField } from '../../parts/second-factor/code-field.tsx'
import { codeDigits } from '../../parts/second-factor/logic/typed-code.ts'
import { useTypedCode } from '../../parts/second-factor/use-typed-code.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { type CodeProblem, endsChallenge } from './logic/code-problem.ts'
import styles from './sign-in.module.css'
import { problemText } from './sign-in-view.tsx'
import { SubmitButton, useIsLocked } from './submit-button.tsx'

interface SecondFactorViewProps {
  isBusy: boolean
  problem: CodeProblem | null
  /** It has just been turned on: the code that proved it is used up. */
  hasEnrolled?: boolean
  /** Of the two ways in, the one to begin with. */
  way?: 'app' | 'recovery'
  onSubmit: (code: string) => void
  onBack: () => void
}

function codeProblemText(t: TextOf, problem: CodeProblem): ReactNode {
  if (problem.kind === 'codeWrong') return t('signIn.codeWrong', { count: problem.triesLeft })
  if (endsChallenge(problem)) return t(`signIn.${problem.kind}`)
  return problemText(t, problem)
}

export function SecondFactorView({
  isBusy,
  problem,
  hasEnrolled = false,
  way: first = 'app',
  onSubmit,
  onBack,
}: SecondFactorViewProps) {
  const t = useTexts()
  const [way, setWay] = useState(first)
  const [code, setCode] = useTypedCode(isBusy, problem !== null)
  const isLocked = useIsLocked(problem)
  const isApp = way === 'app'
  const text = problem ? codeProblemText(t, problem) : null
  const isWhole = isApp ? code.length === codeDigits : code.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isWhole && !isLocked) onSubmit(code.trim())
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={18}>
        <div>
          <Box component="h1" fz={17}>
            {isApp ? t('signIn.codeTitle') : t('signIn.recoveryTitle')}
          </Box>
          <Box component="p" className="text-quiet" mt={4}>
            {isApp ? t(hasEnrolled ? 'signIn.enrolledCode' : 'signIn.codeText') : t('signIn.recoveryText')}
          </Box>
        </div>
        {text && <FormProblem>{text}</FormProblem>}
        {isApp ? (
          <CodeField
            label={t('secondFactor.code')}
            digits={code}
            isBusy={isBusy}
            autoFocus
            onChange={setCode}
            onComplete={digits => isLocked || onSubmit(digits)}
          />
        ) : (
          <TextInput
            size="md"
            label={t('signIn.recoveryCode')}
            placeholder="xxxxx-xxxxx"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            maxLength={64}
            readOnly={isBusy}
            classNames={{ input: styles.recoveryCode }}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
        )}
        <SubmitButton isBusy={isBusy} problem={problem} isIncomplete={!isWhole} />
        <Group gap="8px 16px" align="stretch" justify="space-between">
          <button
            type="button"
            className={`text-secondary ${styles.way}`}
            onClick={() => {
              setWay(isApp ? 'recovery' : 'app')
              setCode('')
            }}
          >
            {isApp ? t('signIn.useRecovery') : t('signIn.useApp')}
          </button>
          <button type="button" className={`text-secondary ${styles.way}`} onClick={onBack}>
            {t('signIn.backToPassword')}
          </button>
        </Group>
      </Stack>
    </form>
  )
}
