// Asks for what the overview shows at a glance: room, players, the last backup and the next schedule.

import { listBackups } from '@rookery/contracts/http/backups.ts'
import { readFileUsage } from '@rookery/contracts/http/files.ts'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { listPlayers } from '@rookery/contracts/http/players.ts'
import { listServerTasks } from '@rookery/contracts/http/schedules.ts'
import { useQuery } from '@tanstack/react-query'
import type { Abilities } from '../../../parts/power/power-rules.ts'
import { refetchMs, useGameQuery } from '../../../parts/usage/use-game-query.ts'
import { apiQuery, pageQuery } from '../../../platform/api-queries.ts'
import { nextSchedule } from './summary-rules.ts'
import { SummaryView } from './summary-view.tsx'

const minuteMs = 60_000

interface SummaryPageProps {
  gameServer: GameServerDetail
  abilities: Abilities
}

export function SummaryPage({ gameServer, abilities }: SummaryPageProps) {
  const params = { server: String(gameServer.id) }
  const { state, node_online: isNodeOnline } = gameServer
  const isUp = isNodeOnline && (state === 'running' || state === 'paused' || state === 'starting')
  const may = {
    files: abilities['game-server-files'] ?? false,
    schedules: abilities['game-server-tasks'] ?? false,
    players: abilities['game-server-rcon-players'] ?? false,
  }
  const query = useGameQuery(gameServer)
  const hasPlayers = (query?.players ?? 0) > 0
  const players = useQuery({
    ...apiQuery(listPlayers, { params }),
    enabled: may.players && hasPlayers && isNodeOnline && state === 'running',
    retry: false,
    refetchInterval: ({ state: { error } }) => (error ? false : refetchMs),
  })
  const usage = useQuery({
    ...apiQuery(readFileUsage, { params }),
    enabled: may.files && isNodeOnline,
    retry: false,
    staleTime: minuteMs,
  })
  const backups = useQuery({
    ...pageQuery(listBackups, { params, query: { per_page: 1 } }),
    enabled: may.files,
  })
  const schedules = useQuery({
    ...apiQuery(listServerTasks, { params }),
    enabled: may.schedules,
    refetchInterval: minuteMs,
  })
  return (
    <SummaryView
      gameServer={gameServer}
      may={may}
      isUp={isUp}
      isNodeOnline={isNodeOnline}
      query={query}
      playerNames={hasPlayers && players.data ? players.data.map(({ name }) => name) : null}
      usage={usage.data ?? null}
      lastBackup={backups.data && (backups.data.items[0] ?? null)}
      next={schedules.data && nextSchedule(schedules.data)}
    />
  )
}
