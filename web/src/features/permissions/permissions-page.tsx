// The access tab of a game server: for administrators, who read what each person may do here, and for its owner.

import { Box } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listPermissionPresets } from '@rookery/contracts/http/invitations.ts'
import { readPermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listUsers } from '@rookery/contracts/http/users.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { apiQuery, pageQuery } from '../../platform/api-queries.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { InvitePage } from './invite-page.tsx'
import { OwnerAccessPage } from './owner-access-page.tsx'
import { OwnerSetting } from './owner-setting.tsx'
import { AccessClosedView, AccessView } from './permissions-view.tsx'

const peopleAtOnce = 25
const typingMs = 250

export function AccessPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const [page, setPage] = useState(1)
  const [searchText, setSearchText] = useState('')
  const [asked, setAsked] = useState<number | null>(null)
  const [changing, setChanging] = useState<number | null>(null)
  const [isInviting, setIsInviting] = useState(false)
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server: serverId } }))
  const [typed] = useDebouncedValue(searchText.trim(), typingMs)
  const profile = useQuery(apiQuery(readProfile, {}))
  const isAdministrator = profile.data?.is_admin ?? false
  const query = { page, per_page: peopleAtOnce, ...(typed && { q: typed }) }
  const users = useQuery({
    ...pageQuery(listUsers, { query }),
    enabled: isAdministrator,
    placeholderData: keepPreviousData,
  })
  const presets = useQuery({ ...apiQuery(listPermissionPresets, {}), enabled: isAdministrator })
  const visible = users.data?.items ?? []
  const rights = useQueries({
    queries: visible.map(({ id }) =>
      apiQuery(readPermissionsOnGameServer, { params: { id: String(id), server: serverId } }),
    ),
  })
  if (profile.data && gameServer.data && !isAdministrator) {
    const isOwner = gameServer.data.owner?.id === profile.data.id
    return isOwner ? <OwnerAccessPage gameServer={gameServer.data} /> : <AccessClosedView />
  }
  if (users.isError) return <ProblemState problem={users.error} onRetry={() => void users.refetch()} />
  if (!users.data) return <LoadingRows rows={6} />
  return (
    <>
      {isInviting && gameServer.data && (
        <InvitePage gameServer={gameServer.data} onClose={() => setIsInviting(false)} />
      )}
      {gameServer.data && (
        <Box mb={16}>
          <OwnerSetting gameServer={gameServer.data} />
        </Box>
      )}
      <AccessView
        gameServerId={Number(serverId)}
        changing={changing}
        onChange={setChanging}
        onInvite={() => setIsInviting(true)}
        presets={presets.data ?? []}
        people={visible.map((user, at) => ({
          user,
          cells: rights[at]?.data ?? null,
          hasFailed: rights[at]?.isError ?? false,
        }))}
        searchText={searchText}
        asked={asked}
        pages={{ page, perPage: peopleAtOnce, total: users.data.total, onPage: setPage }}
        onSearchText={next => {
          setPage(1)
          setSearchText(next)
        }}
        onAsk={setAsked}
      />
    </>
  )
}
