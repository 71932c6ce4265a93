// Where you are signed in, with a button for each device but this one, and one for all of them.

import { Button, Stack } from '@mantine/core'
import type { LoginSession } from '@rookery/contracts/http/login-sessions.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useDeviceName } from '../../parts/sessions/device-name.ts'
import { SessionRows } from '../../parts/sessions/session-rows.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ListIntro } from '../../ui/controls/list-intro.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'

interface SessionsViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  sessions: LoginSession[]
  total: number
  /** The one that is being signed out. */
  endingId: number | null
  /** Why one could not be signed out. */
  refusal: string | null
  onSignOut: (session: LoginSession) => void
  onSignOutOthers: () => void
  onRetry: () => void
}

export function SessionsView(props: SessionsViewProps) {
  const { status, problem, sessions, total, endingId, refusal } = props
  const t = useTexts()
  const deviceName = useDeviceName()
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={props.onRetry} />
  const current = sessions.filter(session => session.is_current)
  const others = sessions.filter(session => !session.is_current)
  return (
    <Stack gap={16}>
      <ListIntro
        text={t('sessions.text')}
        action={
          <Button variant="default" disabled={total < 2} onClick={props.onSignOutOthers}>
            {t('sessions.signOutOthers')}
          </Button>
        }
      />
      {refusal && <FormProblem>{refusal}</FormProblem>}
      <Panel>
        <SessionRows
          sessions={[...current, ...others]}
          total={total}
          actionOf={session =>
            !session.is_current && (
              <Button
                size="xs"
                variant="subtle"
                color="danger"
                loading={endingId === session.id}
                aria-label={t('sessions.signOutNamed', { device: deviceName(session) })}
                onClick={() => props.onSignOut(session)}
              >
                {t('sessions.signOut')}
              </Button>
            )
          }
        />
      </Panel>
    </Stack>
  )
}
