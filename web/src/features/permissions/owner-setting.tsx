// Who owns a game server, for administrators: shown, chosen among all people, or taken away.

import { Box, Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  changeGameServer,
  type GameServerDetail,
  readGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { listUsers } from '@rookery/contracts/http/users.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, pageQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'

const offeredPeople = 50
const typingMs = 200

export function OwnerSetting({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [searchText, setSearchText] = useState('')
  const [typed] = useDebouncedValue(searchText.trim(), typingMs)
  const { id, owner } = gameServer
  const labelOf = ({ login, name }: { login: string; name: string }) =>
    name === login ? login : `${name} (${login})`
  const isChosen = owner !== null && typed === labelOf(owner)
  const query = { per_page: offeredPeople, ...(typed && !isChosen && { q: typed }) }
  const people = useQuery({ ...pageQuery(listUsers, { query }), placeholderData: keepPreviousData })
  const params = { server: String(id) }
  const save = useMutation({
    mutationFn: (owner_id: number | null) => api(changeGameServer, { params, body: { owner_id } }),
    onSuccess: changed => {
      queryClient.setQueryData(apiQuery(readGameServer, { params }).queryKey, changed)
      // What people may do has changed with it.
      void queryClient.invalidateQueries()
    },
  })
  const offered = people.data?.items ?? []
  const choices = owner && !offered.some(person => person.id === owner.id) ? [owner, ...offered] : offered
  return (
    <Panel title={t('ownership.owner')}>
      <Group p={16} gap={12} justify="space-between">
        <Box flex="1 1 220px">
          <p className="text-quiet">{t('ownership.settingText')}</p>
        </Box>
        <Select
          w={{ base: '100%', sm: 280 }}
          aria-label={t('ownership.owner')}
          placeholder={t('ownership.nobodyShort')}
          searchable
          clearable
          disabled={save.isPending}
          nothingFoundMessage={t('access.nobody')}
          data={choices.map(person => ({ value: String(person.id), label: labelOf(person) }))}
          value={owner === null ? null : String(owner.id)}
          onSearchChange={setSearchText}
          onChange={value => save.mutate(value === null ? null : Number(value))}
          error={save.error ? problemMessage(t, save.error) : undefined}
        />
      </Group>
    </Panel>
  )
}
