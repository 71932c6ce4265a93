// How a server of one's choice is reached over SFTP: host, port and username.

import { Box, Select } from '@mantine/core'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readSftpAccess } from '@rookery/contracts/http/sftp.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { ConnectionView } from './connection-view.tsx'

const namesAtOnce = 50

export function ConnectionPage() {
  const t = useTexts()
  const gameServers = useQuery(wholeQuery(listGameServers))
  const [chosen, setChosen] = useState<string | null>(null)
  const servers = (gameServers.data?.items ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const server = servers.find(({ id }) => String(id) === chosen) ?? servers[0]
  const access = useQuery({
    ...apiQuery(readSftpAccess, { params: { server: String(server?.id) } }),
    enabled: server !== undefined,
  })
  if (gameServers.isPending) return <LoadingRows rows={2} />
  if (!server) {
    return (
      <Box component="p" className="text-quiet" p="16px 20px">
        {t('ownSftp.noServers')}
      </Box>
    )
  }
  return (
    <Box p="16px 20px">
      <Select
        label={t('ownSftp.server')}
        searchable
        allowDeselect={false}
        limit={namesAtOnce}
        data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(server.id)}
        onChange={setChosen}
      />
      {access.isPending ? (
        <LoadingRows rows={1} />
      ) : (
        <ConnectionView
          access={access.data ?? null}
          problem={access.error ? problemMessage(t, access.error) : null}
        />
      )}
    </Box>
  )
}
