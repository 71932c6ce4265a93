// The tab of the personal access tokens: reads them, and opens the dialogs that make and end one.

import { listPersonalAccessTokens, type PersonalAccessToken } from '@rookery/contracts/http/tokens.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { wholeQuery } from '../../platform/api-queries.ts'
import { NewAccessTokenPage } from './new-token-page.tsx'
import { RevokePage } from './revoke-page.tsx'
import { AccessTokensView } from './tokens-view.tsx'

export function AccessTokensPage() {
  const navigate = useNavigate()
  const { new: isCreating } = useSearch({ from: '/shell/profile/tokens' })
  const accessTokens = useQuery(wholeQuery(listPersonalAccessTokens))
  const [revoking, setRevoking] = useState<PersonalAccessToken | null>(null)
  const showNew = (isOpen: boolean) =>
    void navigate({ to: '/profile/tokens', search: isOpen ? { new: true } : {}, replace: true })
  return (
    <>
      <AccessTokensView
        status={accessTokens.data ? 'ready' : accessTokens.isError ? 'problem' : 'loading'}
        problem={accessTokens.error}
        accessTokens={accessTokens.data?.items ?? []}
        onCreate={() => showNew(true)}
        onRevoke={setRevoking}
        onRetry={() => void accessTokens.refetch()}
      />
      {isCreating && <NewAccessTokenPage onClose={() => showNew(false)} />}
      {revoking && <RevokePage accessToken={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}
