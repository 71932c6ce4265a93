// The page of one game server: its strip and tabs, and whichever tab is open below.

import { Stack } from '@mantine/core'
import { type GameServer, readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useMetrics } from '../../parts/metrics/use-metrics.ts'
import { usePluginPages } from '../../parts/plugins/plugin-pages.ts'
import { PlannedPower } from '../../parts/power/planned-power.tsx'
import { type Abilities, withoutRunning } from '../../parts/power/power-rules.ts'
import { usePowerAction } from '../../parts/power/use-power-action.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { UnopenedPage } from '../../parts/problems/unopened-page.tsx'
import { rememberOpened } from '../../parts/recent-servers/recent-servers.ts'
import { useGameQuery } from '../../parts/usage/use-game-query.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { withTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { LoadingTab } from '../../ui/feedback/loading-rows.tsx'
import { FiguresView } from './figures/figures-view.tsx'
import styles from './game-server.module.css'
import { GameServerHeaderView } from './game-server-header-view.tsx'
import { ManageMenu } from './manage/manage-menu.tsx'

/** Its texts too are fetched where a server is suspended alone. */
const loadSuspendedNotice = withTexts(['suspension'], () => import('./suspended-notice.tsx'))
const SuspendedNotice = lazy(async () => ({ default: (await loadSuspendedNotice()).SuspendedNotice }))

interface LiveFiguresProps {
  gameServer: GameServer
  mayMeasure: boolean
}

function LiveFigures({ gameServer, mayMeasure }: LiveFiguresProps) {
  const { history } = useMetrics(mayMeasure ? `/api/ws/servers/${gameServer.id}/metrics` : null)
  const query = useGameQuery(gameServer)
  const { state, node_online: isNodeOnline } = gameServer
  const players =
    query === null || query.players === null ? null : { now: query.players, most: query.max_players }
  return (
    <FiguresView
      history={mayMeasure ? history : null}
      isUp={isNodeOnline && (state === 'running' || state === 'paused' || state === 'starting')}
      players={players}
      limits={gameServer}
    />
  )
}

/** What every tab needs to know before it shows anything. */
function OpenTab({ abilities }: { abilities: UseQueryResult<Abilities> }) {
  if (abilities.data) return <Outlet />
  if (!abilities.isError) return <LoadingTab />
  return (
    <section className="panel">
      <ProblemState problem={abilities.error} onRetry={() => void abilities.refetch()} />
    </section>
  )
}

/** Each has an amber button of its own. */
const tabsWithNextStep: readonly (string | undefined)[] = [
  'players',
  'files',
  'backups',
  'databases',
  'schedules',
  'settings',
  'access',
]

export function GameServerPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const tab = useLocation({ select: ({ pathname }) => pathname.split('/')[3] })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const abilities = useQuery(apiQuery(readOwnAbilities, call))
  const profile = useQuery(apiQuery(readProfile, {}))
  const power = usePowerAction()
  const pluginPages = usePluginPages('server-tab')

  const openId = gameServer.data?.id
  useEffect(() => {
    if (openId !== undefined) rememberOpened(openId)
  }, [openId])

  if (!gameServer.data) return <UnopenedPage read={gameServer} shape="tabs" />
  const { data } = gameServer
  const retry = data.install_failure?.retry ?? null
  const isAdministrator = profile.data?.is_admin ?? false
  const usable = data.suspended ? withoutRunning(abilities.data ?? {}) : (abilities.data ?? {})
  const isOwner = data.owner !== null && data.owner.id === profile.data?.id
  return (
    <Stack className={`${frame.page} ${styles.page}`} gap={20}>
      <GameServerHeaderView
        gameServer={data}
        abilities={usable}
        isBusy={power.busyId === data.id}
        busyAction={power.busyAction}
        retry={retry}
        isRetryBelow={tab === undefined}
        isAddressBelow={tab === undefined}
        isBesideNextStep={tabsWithNextStep.includes(tab)}
        isLoading={abilities.isPending || profile.isPending}
        pageHost={window.location.hostname}
        pluginPages={pluginPages}
        seesAccess={isAdministrator || isOwner}
        menu={
          <ManageMenu
            gameServer={data}
            abilities={usable}
            isAdministrator={isAdministrator}
            isBusy={power.busyId === data.id}
            onAct={action => power.act(data, action)}
          />
        }
        figures={
          abilities.data && (
            <LiveFigures
              key={data.id}
              gameServer={data}
              mayMeasure={abilities.data['game-server-metrics'] ?? false}
            />
          )
        }
        onAct={action => (action === 'install' && retry ? power.retry(data, retry) : power.act(data, action))}
      />
      {data.suspended && (
        <Suspense>
          <SuspendedNotice suspended={data.suspended} isAdministrator={isAdministrator} />
        </Suspense>
      )}
      <PlannedPower gameServer={data} />
      <OpenTab abilities={abilities} />
    </Stack>
  )
}
