// The dialog that ends a personal access token.

import { Modal } from '@mantine/core'
import {
  listPersonalAccessTokens,
  type PersonalAccessToken,
  revokePersonalAccessToken,
} from '@rookery/contracts/http/tokens.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { RevokeView } from './revoke-view.tsx'

interface RevokePageProps {
  accessToken: PersonalAccessToken
  onClose: () => void
}

/** Somebody else may have ended it a moment ago: then it is gone as wished. */
async function revoke({ id }: PersonalAccessToken): Promise<void> {
  await api(revokePersonalAccessToken, { params: { id: String(id) } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  })
}

export function RevokePage({ accessToken, onClose }: RevokePageProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => revoke(accessToken),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listPersonalAccessTokens) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('accessTokens.revokeTitle', { name: accessToken.name })}>
      <RevokeView
        accessToken={accessToken}
        isBusy={ending.isPending}
        problem={ending.error ? problemMessage(t, ending.error) : null}
        onRevoke={() => ending.mutate()}
        onClose={onClose}
      />
    </Modal>
  )
}
