// Where a user is signed in, and the button that signs them out everywhere.

import { Button, Group } from '@mantine/core'
import { type LoginSession, listUserSessions, signOutUser } from '@rookery/contracts/http/login-sessions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { SessionRows } from '../../../parts/sessions/session-rows.tsx'
import styles from '../../../parts/sessions/sessions.module.css'
import { SignOutDialog } from '../../../parts/sessions/sign-out-dialog.tsx'
import { api } from '../../../platform/api-client.ts'
import { keyOf, pageQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'

/** More would bury the rest of the page. */
const visibleSessions = 5

export function UserSessionsPage({ user }: { user: User }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { id: String(user.id) }
  const sessions = useQuery(pageQuery(listUserSessions, { params, query: { per_page: visibleSessions } }))
  const [isAsking, setIsAsking] = useState(false)
  const ending = useMutation({
    mutationFn: () => api(signOutUser, { params }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listUserSessions) })
      setIsAsking(false)
    },
  })
  if (sessions.isError) {
    return <ProblemState problem={sessions.error} onRetry={() => void sessions.refetch()} />
  }
  if (!sessions.data) return <LoadingRows rows={2} />
  return (
    <>
      <UserSessionsView
        sessions={sessions.data.items}
        total={sessions.data.total}
        onSignOut={() => {
          ending.reset()
          setIsAsking(true)
        }}
      />
      {isAsking && (
        <SignOutDialog
          title={t('user.signOutTitle', { name: user.name })}
          text={t('user.signOutText')}
          confirm={t('user.signOut')}
          isBusy={ending.isPending}
          problem={ending.error ? problemMessage(t, ending.error) : null}
          onConfirm={() => ending.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

interface UserSessionsViewProps {
  sessions: LoginSession[]
  total: number
  onSignOut: () => void
}

export function UserSessionsView({ sessions, total, onSignOut }: UserSessionsViewProps) {
  const t = useTexts()
  return (
    <>
      {total > 0 ? (
        <SessionRows sessions={sessions} total={total} />
      ) : (
        <p className={`text-quiet ${styles.none}`}>{t('user.notSignedIn')}</p>
      )}
      <Group className={styles.foot} justify="flex-end">
        <Button variant="default" onClick={onSignOut}>
          {t('user.signOut')}
        </Button>
      </Group>
    </>
  )
}
