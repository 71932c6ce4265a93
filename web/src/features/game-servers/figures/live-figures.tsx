// Connects the figures under the name of a game server with its metrics and with what the game says of itself.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useMetrics } from '../../../parts/metrics/use-metrics.ts'
import { useGameQuery } from '../../../parts/usage/use-game-query.ts'
import { FiguresView } from './figures-view.tsx'

interface LiveFiguresProps {
  gameServer: GameServer
  mayMeasure: boolean
}

export function LiveFigures({ gameServer, mayMeasure }: LiveFiguresProps) {
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
