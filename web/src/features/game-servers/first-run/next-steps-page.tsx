// Offers the next steps to whoever has just set up their first game server, and remembers that they were closed.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listServerTasks } from '@rookery/contracts/http/schedules.ts'
import { listUsers } from '@rookery/contracts/http/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, pageQuery, wholeQuery } from '../../../platform/api-queries.ts'
import { areNextStepsOffered } from './next-step-rules.ts'
import { NextStepsView } from './next-steps-view.tsx'

const storageKey = 'rookery.next-steps-closed'

function wasClosed(): boolean {
  try {
    return window.localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}

function storeClosed(): void {
  try {
    window.localStorage.setItem(storageKey, 'yes')
  } catch {
    // They then stay away as long as the page.
  }
}

export function NextStepsPage({ gameServer }: { gameServer: GameServerDetail }) {
  const [isDismissed, setIsDismissed] = useState(wasClosed)
  const profile = useQuery(apiQuery(readProfile, {}))
  const fleet = useQuery(wholeQuery(listGameServers))
  const isOffered = areNextStepsOffered({
    isAdministrator: profile.data?.is_admin ?? false,
    gameServers: fleet.data?.total ?? 0,
    createdAtMs: Date.parse(gameServer.created_at),
    isRunning: gameServer.state === 'running' && gameServer.node_online,
    isDismissed,
    nowMs: Date.now(),
  })
  const users = useQuery({ ...pageQuery(listUsers, { query: { per_page: 1 } }), enabled: isOffered })
  const params = { server: String(gameServer.id) }
  const schedules = useQuery({ ...apiQuery(listServerTasks, { params }), enabled: isOffered })
  if (!isOffered || !users.data || !schedules.data) return null
  return (
    <NextStepsView
      gameServerId={gameServer.id}
      done={{
        friend: users.data.total > 1,
        secondFactor: profile.data?.two_factor_enabled ?? false,
        restart: schedules.data.length > 0,
      }}
      onDismiss={() => {
        storeClosed()
        setIsDismissed(true)
      }}
    />
  )
}
