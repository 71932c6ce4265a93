// The tab of the own sessions: reads them, and signs out one or all others.

import { endOwnSession, listOwnSessions, signOutOthers } from '@rookery/contracts/http/login-sessions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { SignOutDialog } from '../../parts/sessions/sign-out-dialog.tsx'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { keyOf, pageQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { SessionsView } from './sessions-view.tsx'

/** It may have ended by itself a moment ago: then it is gone as wanted. */
async function endSession(id: number): Promise<void> {
  await api(endOwnSession, { params: { id: String(id) } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  })
}

export function SessionsPage() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const sessions = useQuery(pageQuery(listOwnSessions, {}))
  const [isAsking, setIsAsking] = useState(false)
  const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(listOwnSessions) })
  const ending = useMutation({ mutationFn: endSession, onSettled: readAgain })
  const others = useMutation({
    mutationFn: () => api(signOutOthers, {}),
    onSuccess: async () => {
      await readAgain()
      setIsAsking(false)
    },
  })
  const ask = () => {
    others.reset()
    setIsAsking(true)
  }
  return (
    <>
      <SessionsView
        status={sessions.data ? 'ready' : sessions.isError ? 'problem' : 'loading'}
        problem={sessions.error}
        sessions={sessions.data?.items ?? []}
        total={sessions.data?.total ?? 0}
        endingId={ending.isPending ? ending.variables : null}
        refusal={ending.error ? problemMessage(t, ending.error) : null}
        onSignOut={({ id }) => ending.mutate(id)}
        onSignOutOthers={ask}
        onRetry={() => void sessions.refetch()}
      />
      {isAsking && (
        <SignOutDialog
          title={t('sessions.signOutOthersTitle')}
          text={t('sessions.signOutOthersText')}
          confirm={t('sessions.signOutOthers')}
          isBusy={others.isPending}
          problem={others.error ? problemMessage(t, others.error) : null}
          onConfirm={() => others.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
