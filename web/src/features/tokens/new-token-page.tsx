// The dialog that makes a personal access token and shows its value once.

import { Modal } from '@mantine/core'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import {
  createPersonalAccessToken,
  listPersonalAccessTokens,
  listTokenAbilities,
} from '@rookery/contracts/http/tokens.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { CreatedTokenView } from './created-token-view.tsx'
import { curlExample } from './logic/curl-example.ts'
import { type NewAccessToken, NewAccessTokenView } from './new-token-view.tsx'

export function NewAccessTokenPage({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const offered = useQuery(apiQuery(listTokenAbilities, {}))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const create = useMutation({
    mutationFn: (input: NewAccessToken) => api(createPersonalAccessToken, { body: input }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listPersonalAccessTokens) }),
  })
  const refusal = useRefusal(create.error ?? offered.error, ['name', 'abilities', 'expires_at', 'servers'])
  const created = create.data && { ...create.variables, value: create.data.token }
  return (
    <Modal
      opened
      onClose={onClose}
      title={created ? t('accessTokens.madeTitle', { name: created.name }) : t('accessTokens.create')}
      size={600}
      yOffset="6dvh"
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
    >
      {created ? (
        <CreatedTokenView
          accessToken={created.value}
          example={curlExample(window.location.origin, created.value, created.abilities)}
          onClose={onClose}
        />
      ) : (
        <NewAccessTokenView
          offered={offered.data ?? null}
          gameServers={gameServers.data?.items ?? []}
          isBusy={create.isPending}
          {...refusal}
          onCreate={create.mutate}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
