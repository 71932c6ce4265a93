// Who owns a game server, for administrators: shown, chosen among all people, or taken away.

import { Box, Group } from '@mantine/core'
import {
  changeGameServer,
  type GameServerDetail,
  readGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { OwnerSelect } from '../../parts/users/owner-select.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'

export function OwnerSetting({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server: String(gameServer.id) }
  const save = useMutation({
    mutationFn: (owner_id: number | null) => api(changeGameServer, { params, body: { owner_id } }),
    onSuccess: changed => {
      queryClient.setQueryData(apiQuery(readGameServer, { params }).queryKey, changed)
      // What people may do has changed with it.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <Panel title={t('ownership.owner')}>
      <Group p={16} gap={12} justify="space-between">
        <Box flex="1 1 220px">
          <p className="text-quiet">{t('ownership.settingText')}</p>
        </Box>
        <OwnerSelect
          w={{ base: '100%', sm: 280 }}
          aria-label={t('ownership.owner')}
          owner={gameServer.owner}
          disabled={save.isPending}
          onChoose={owner => save.mutate(owner?.id ?? null)}
          error={save.error ? problemMessage(t, save.error) : undefined}
        />
      </Group>
    </Panel>
  )
}
