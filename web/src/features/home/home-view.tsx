// Home: what needs attention first, then the fleet, then what happened.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import frame from '../../ui/controls/controls.module.css'
import { RecentTasks } from '../../ui/task/recent-tasks.tsx'
import { useTexts } from '../../ui/texts/texts.ts'
import { AttentionView } from './attention-view.tsx'
import { FleetStrip } from './fleet-strip.tsx'
import type { Attention } from './logic/attention.ts'

interface HomeViewProps {
  attention: Attention[]
  gameServers: GameServer[]
  tasks: Task[]
  canRestart: (gameServer: GameServer) => boolean
  canSeeConsole: (gameServer: GameServer) => boolean
  onRestart: (gameServer: GameServer) => void
}

export function HomeView({ attention, gameServers, tasks, ...fixes }: HomeViewProps) {
  const t = useTexts()
  return (
    <div className={frame.page}>
      <h1 className="visually-hidden">{t('pages.home')}</h1>
      <AttentionView attention={attention} gameServerCount={gameServers.length} {...fixes} />
      <FleetStrip gameServers={gameServers} />
      <RecentTasks
        tasks={tasks}
        gameServerOf={id => gameServers.find(gameServer => gameServer.id === id)?.name}
      />
    </div>
  )
}
