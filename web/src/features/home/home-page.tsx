// The home page: reads the fleet, the nodes and the newest tasks; without servers it offers the first game.

import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, pageQuery, wholeQuery } from '../../platform/api-queries.ts'
import frame from '../../ui/controls/controls.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { ProblemState } from '../../ui/feedback/problem-state.tsx'
import { RookLogo } from '../../ui/logo/rook-logo.tsx'
import { permittedActions } from '../../ui/power/power-rules.ts'
import { useAbilitiesOf } from '../../ui/power/use-abilities.ts'
import { usePowerAction } from '../../ui/power/use-power-action.ts'
import { useTexts } from '../../ui/texts/texts.ts'
import { HomeView } from './home-view.tsx'
import { attentionList } from './logic/attention.ts'
import { PickAGamePage } from './pick-a-game-page.tsx'

const recentTasks = 12

export function HomePage() {
  const t = useTexts()
  const profile = useQuery(apiQuery(readProfile, {}))
  const isAdministrator = profile.data?.is_admin ?? false
  const gameServers = useQuery(wholeQuery(listGameServers))
  const nodes = useQuery({
    ...wholeQuery(listNodes),
    enabled: profile.data?.sections.node.includes('view') ?? false,
  })
  const tasks = useQuery(pageQuery(listTasks, { query: { per_page: recentTasks } }))
  const power = usePowerAction()
  const attention = attentionList(gameServers.data?.items ?? [], nodes.data?.items ?? [])
  const abilitiesOf = useAbilitiesOf(
    attention.flatMap(each => (each.kind === 'gameServer' ? [each.gameServer.id] : [])),
    isAdministrator,
  )

  if (!gameServers.data || !profile.data) {
    const problem = gameServers.error ?? profile.error
    return (
      <div className={frame.page}>
        {problem ? (
          <ProblemState problem={problem} onRetry={() => void gameServers.refetch()} />
        ) : (
          <LoadingRows rows={4} />
        )}
      </div>
    )
  }
  const fleet = gameServers.data.items
  if (fleet.length === 0 && isAdministrator) return <PickAGamePage />
  if (fleet.length === 0) {
    return (
      <EmptyState
        icon={<RookLogo size={28} />}
        title={t('home.noServersTitle')}
        text={t('home.noServersText')}
      />
    )
  }
  return (
    <HomeView
      attention={attention}
      gameServers={fleet}
      tasks={tasks.data?.items ?? []}
      canRestart={gameServer =>
        permittedActions(abilitiesOf(gameServer.id)).includes(
          gameServer.state === 'crashed' ? 'start' : 'install',
        )
      }
      canSeeConsole={gameServer => abilitiesOf(gameServer.id)['game-server-console-view'] === true}
      onRestart={gameServer => power.act(gameServer, gameServer.state === 'crashed' ? 'start' : 'install')}
    />
  )
}
