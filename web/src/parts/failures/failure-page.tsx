// The card of a failed installation with what it does: for a game server as it is now, and for one task.

import {
  type GameServerDetail,
  readGameServer,
  readOwnAbilities,
  repairGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTasks, readTaskOutput, type Task } from '@rookery/contracts/http/tasks.ts'
import type { InstallFailure } from '@rookery/contracts/install-failure.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, pageQuery } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { timeAgo } from '../../ui/time/relative-time.ts'
import { retryInstall } from '../power/use-power-action.ts'
import { problemMessage } from '../problems/problem-message.ts'
import { FailureView, type InstallRepair } from './failure-view.tsx'
import { useRollback } from './rollback-page.tsx'

const searchedTasks = 8

/** Nothing unless the installation of this game server has failed. */
export function ServerFailure({ gameServer }: { gameServer: GameServerDetail }) {
  const query = { server: String(gameServer.id), per_page: searchedTasks }
  const tasks = useQuery(pageQuery(listTasks, { query }))
  const failure = gameServer.install_failure
  // A run of a schedule fails without a task of the panel: then no log is known.
  const task = tasks.data?.items.find(each => each.failure !== null && isSameFailure(each.failure, failure))
  const output = useQuery({
    ...apiQuery(readTaskOutput, { params: { id: String(task?.id) } }),
    enabled: task !== undefined,
  })
  if (failure === null) return null
  return (
    <Failure
      gameServer={gameServer}
      failure={failure}
      at={gameServer.state_changed_at}
      isPresent
      output={output.data?.output ?? ''}
    />
  )
}

/** Of a task that is not the latest word any more, the card only tells. */
export function TaskFailure({ task, output, isAlone }: { task: Task; output: string; isAlone: boolean }) {
  const gameServer = useQuery({
    ...apiQuery(readGameServer, { params: { server: String(task.server_id) } }),
    enabled: task.server_id !== null,
  })
  const tasks = useQuery({
    ...pageQuery(listTasks, { query: { server: String(task.server_id), per_page: searchedTasks } }),
    enabled: task.server_id !== null,
  })
  if (task.failure === null || gameServer.isPending) return null
  const newest = tasks.data?.items.find(({ failure }) => failure !== null)
  const isPresent = (gameServer.data?.install_failure ?? null) !== null && newest?.id === task.id
  return (
    <Failure
      gameServer={gameServer.data ?? null}
      failure={task.failure}
      at={task.ended_at ?? task.created_at}
      isPresent={isPresent}
      output={output}
      isAlone={isAlone}
    />
  )
}

function isSameFailure(one: InstallFailure, other: InstallFailure | null): boolean {
  return other !== null && one.kind === other.kind && one.step === other.step
}

interface FailureProps {
  /** Null: it is gone, or closed to this person. */
  gameServer: GameServerDetail | null
  failure: InstallFailure
  at: string
  isPresent: boolean
  output: string
  isAlone?: boolean
}

function Failure({ gameServer, failure, at, isPresent, output, isAlone }: FailureProps) {
  const t = useTexts()
  const language = useLanguage()
  const queryClient = useQueryClient()
  const params = { server: String(gameServer?.id) }
  const abilities = useQuery({ ...apiQuery(readOwnAbilities, { params }), enabled: gameServer !== null })
  const profile = useQuery(apiQuery(readProfile, {}))
  const mayFiles = abilities.data?.['game-server-files'] ?? false
  const back = useRollback(gameServer ?? { id: 0, state_changed_at: at }, isPresent && mayFiles)
  const offered = isPresent ? (gameServer?.install_failure ?? null) : null
  const act = useMutation({
    mutationFn: async (repair: InstallRepair | null) => {
      if (repair) return void (await api(repairGameServer, { params, body: { repair } }))
      if (!offered?.retry || !gameServer) return
      await retryInstall(gameServer.id, offered.retry)
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(listTasks) }),
        queryClient.invalidateQueries({ queryKey: keyOf(readGameServer) }),
      ]),
    onError: error => noteList.add(t('failure.repairFailed'), problemMessage(t, error)),
  })
  return (
    <FailureView
      failure={failure}
      gameServer={gameServer ?? { id: 0, node_id: 0, node_name: t('failure.unnamed.node') }}
      offered={offered}
      isPresent={isPresent}
      isAlone={isAlone}
      access={{
        files: mayFiles,
        settings: abilities.data?.['game-server-settings'] ?? false,
        administration: profile.data?.is_admin ?? false,
      }}
      time={timeAgo(Date.parse(at), Date.now(), language)}
      output={output}
      isBusy={act.isPending || back.isBusy}
      nowMs={Date.now()}
      rollback={isPresent ? back.rollback : null}
      onRollBack={back.onRollBack}
      onRepair={repair => act.mutate(repair)}
      onRetry={() => act.mutate(null)}
    />
  )
}
