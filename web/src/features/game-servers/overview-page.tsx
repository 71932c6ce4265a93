// The overview tab: reads the game server and finds its newest task, which the caller knows how to show live.

import {
  type ActivityEntry,
  listGameServerActivity,
  type ServerActivityEntry,
} from '@rookery/contracts/http/activity.ts'
import { readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { readNode } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { ServerFailure, SlowStart } from '../../parts/failures/lazy-failures.ts'
import { usePowerAction } from '../../parts/power/use-power-action.ts'
import { SafetyNote } from '../../parts/safety/lazy-safety-note.tsx'
import { useKnownGameQuery } from '../../parts/usage/use-game-query.ts'
import { apiQuery, pageQuery } from '../../platform/api-queries.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { CrashPage } from './crash/crash-page.tsx'
import { NextStepsPage } from './first-run/next-steps-page.tsx'
import { GameFilesView } from './game-files-view.tsx'
import { arrivalStep, isNewcomer } from './join/arrival-rules.ts'
import { OverviewView } from './overview-view.tsx'
import { SummaryPage } from './summary/summary-page.tsx'
import { visibleTask } from './visible-task-rules.ts'

const searchedTasks = 8
/** More than are shown: what repeats is told in one line. */
const readLines = 30
/** As the panel sees it: only after that time a start is in trouble. */
const slowStartMs = 10 * 60_000

const isOfServer = (entry: ActivityEntry): entry is ServerActivityEntry => entry.what !== 'people'

const storageKey = 'rookery.closed-tasks'
const storedTasks = 50

function storedClosedTasks(): number[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(id => typeof id === 'number') : []
  } catch {
    return []
  }
}

/** Which ended tasks this tab does not want to see any more. */
function useClosedTasks() {
  const [closed, setClosed] = useState(storedClosedTasks)
  const close = (taskId: number) => {
    const next = [...closed, taskId].slice(-storedTasks)
    setClosed(next)
    try {
      window.sessionStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // It then stays away as long as the page.
    }
  }
  return { closed, close }
}

interface OverviewPageProps {
  showTask: (taskId: number, onClose?: () => void) => ReactNode
}

export function OverviewPage({ showTask }: OverviewPageProps) {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const abilities = useQuery(apiQuery(readOwnAbilities, call))
  const tasks = useQuery(pageQuery(listTasks, { query: { server: serverId, per_page: searchedTasks } }))
  const lately = useQuery({
    ...apiQuery(listGameServerActivity, { ...call, query: { per_page: readLines } }),
    // Edits are not told over the live channel.
    refetchOnMount: 'always',
  })
  const playersOnline = useKnownGameQuery(Number(serverId))?.players ?? 0
  const power = usePowerAction()
  const { closed, close } = useClosedTasks()
  const profile = useQuery(apiQuery(readProfile, {}))
  const canSeeNode = profile.data?.sections.node.includes('view') ?? false
  const node = useQuery({
    ...apiQuery(readNode, { params: { id: String(gameServer.data?.node_id) } }),
    enabled: canSeeNode && gameServer.data?.node_online === false,
    retry: false,
  })
  if (!gameServer.data) return null
  const { data } = gameServer
  const isSlowStart =
    data.state === 'starting' && Date.now() - Date.parse(data.state_changed_at) >= slowStartMs
  const known = tasks.data?.items ?? []
  const newest = visibleTask(known, Date.now())
  // What the card tells is not told twice: neither the installation that failed nor the start that followed from it.
  const isReported = newest !== null && data.install_failure && newest.status === 'error'
  const visible = newest && !isReported && !closed.includes(newest.id) ? newest : null
  return (
    <OverviewView
      gameServer={data}
      node={data.node_online ? undefined : node.data}
      pageHost={window.location.hostname}
      canSeeConsole={abilities.data?.['game-server-console-view'] ?? false}
      nowMs={Date.now()}
      task={visible && showTask(visible.id, hasEnded(visible.status) ? () => close(visible.id) : undefined)}
      summary={abilities.data && <SummaryPage gameServer={data} abilities={abilities.data} />}
      lately={lately.data?.filter(isOfServer) ?? (lately.isError ? [] : null)}
      isLatelyUnread={lately.isError}
      isNew={isNewcomer(known, Date.now())}
      arriving={data.node_online ? arrivalStep(data.state, known) : null}
      nextSteps={<NextStepsPage gameServer={data} />}
      crash={
        data.state === 'crashed' ? (
          <CrashPage gameServer={data} abilities={abilities.data ?? {}} />
        ) : (
          <Suspense fallback={data.install_failure && <LoadingRows rows={2} />}>
            {data.install_failure && <ServerFailure gameServer={data} />}
            {isSlowStart && abilities.data?.['game-server-files'] && <SlowStart gameServer={data} />}
          </Suspense>
        )
      }
      gameFiles={
        // Until it was installed once, the power buttons offer to install it.
        abilities.data?.['game-server-update'] &&
        data.state !== 'not_installed' && (
          <GameFilesView
            gameServer={data}
            mayStop={(abilities.data['game-server-stop'] && abilities.data['game-server-start']) ?? false}
            playersOnline={playersOnline}
            safety={
              abilities.data['game-server-files'] && <SafetyNote gameServerId={data.id} action="change" />
            }
            isBusy={power.busyId === data.id}
            onAct={(action, isUp) =>
              isUp ? power.actWhileStopped(data, action, action === 'update') : power.act(data, action)
            }
          />
        )
      }
    />
  )
}
