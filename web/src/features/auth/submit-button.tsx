// The button that signs in. While the panel listens to no try it says for how long, and comes back by itself.

import { Button } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { Countdown, useIsPast } from '../../ui/time/live-time.tsx'
import { listensAgainMs, type SignInProblem } from './logic/sign-in-problem.ts'
import styles from './sign-in.module.css'

type AnyProblem = SignInProblem | { kind: string }

/** Whether a try would be refused unheard. */
export const useIsLocked = (problem: AnyProblem | null): boolean => !useIsPast(listensAgainMs(problem))

interface SubmitButtonProps {
  isBusy: boolean
  problem: AnyProblem | null
  isIncomplete?: boolean
}

export function SubmitButton({ isBusy, problem, isIncomplete = false }: SubmitButtonProps) {
  const t = useTexts()
  const isLocked = useIsLocked(problem)
  return (
    <Button
      type="submit"
      size="md"
      fullWidth
      loading={isBusy}
      disabled={isLocked || (isIncomplete && !isBusy)}
      className={isLocked ? styles.locked : undefined}
    >
      {isLocked ? (
        <Countdown untilMs={listensAgainMs(problem)} frame={span => t('signIn.tryAgainIn', { span })} />
      ) : (
        t('signIn.submit')
      )}
    </Button>
  )
}
