// The servers page: reads the list, keeps filter and order, sends power actions.

import { useMediaQuery } from '@mantine/hooks'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery, wholeQuery } from '../../../platform/api-queries.ts'
import { useAbilitiesOf } from '../../../ui/power/use-abilities.ts'
import { usePowerAction } from '../../../ui/power/use-power-action.ts'
import { GameServersView } from './game-servers-view.tsx'
import { type Arrangement, arrangeGameServers } from './logic/arrange-game-servers.ts'

const perPage = 100
export function GameServersPage() {
  const navigate = useNavigate()
  const profile = useQuery(apiQuery(readProfile, {}))
  const list = useQuery(wholeQuery(listGameServers))
  const power = usePowerAction()
  const isNarrow = useMediaQuery('(max-width: 820px)') ?? false
  const [page, setPage] = useState(1)
  const [arrangement, setArrangement] = useState<Arrangement>({
    words: '',
    state: null,
    sort: 'name',
    isDescending: false,
  })

  const isAdministrator = profile.data?.is_admin ?? false
  const all = list.data?.items ?? []
  const matching = arrangeGameServers(all, arrangement)
  const shown = matching.slice((page - 1) * perPage, page * perPage)
  const abilitiesOf = useAbilitiesOf(
    shown.map(gameServer => gameServer.id),
    isAdministrator,
  )

  return (
    <GameServersView
      status={list.data ? 'ready' : list.isError ? 'problem' : 'loading'}
      problem={list.error}
      gameServers={shown}
      total={all.length}
      matching={matching.length}
      page={page}
      perPage={perPage}
      arrangement={arrangement}
      isNarrow={isNarrow}
      canCreate={isAdministrator}
      abilitiesOf={abilitiesOf}
      busyId={power.busyId}
      pageHost={window.location.hostname}
      onAct={power.act}
      onPage={setPage}
      onArrange={change => {
        setPage(1)
        setArrangement({ ...arrangement, ...change })
      }}
      onCreate={() => void navigate({ to: '/servers/new' })}
      onRetry={() => void list.refetch()}
    />
  )
}
