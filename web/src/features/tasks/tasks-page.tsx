// The tasks page: reads a page of tasks and the names that its sentences need.

import { useMediaQuery } from '@mantine/hooks'
import { type GameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { cancelTask, listTasks, type Task } from '@rookery/contracts/http/tasks.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { RunningBulkActions } from '../../parts/bulk-actions/running-bulk-actions.tsx'
import { permissionFor } from '../../parts/power/power-rules.ts'
import { useAbilitiesOf } from '../../parts/power/use-abilities.ts'
import { usePowerAction } from '../../parts/power/use-power-action.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { usePeopleChoices } from '../../parts/users/use-people-choices.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, pageQuery, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { isLatestOfServer, retryOf } from './retry-rules.ts'
import { TaskFilters } from './task-filters.tsx'
import { readTaskSearch, type TaskSearch, taskQueryOf } from './task-search-rules.ts'
import { TasksView } from './tasks-view.tsx'

const perPage = 50

export function TasksPage() {
  const [page, setPage] = useState(1)
  const search = readTaskSearch(useSearch({ from: '/shell/tasks' }))
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const tasks = useQuery({
    ...pageQuery(listTasks, { query: { page, per_page: perPage, ...taskQueryOf(search) } }),
    placeholderData: keepPreviousData,
  })
  const t = useTexts()
  const profile = useQuery(apiQuery(readProfile, {}))
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: (task: Task) => api(cancelTask, { params: { id: String(task.id) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listTasks) }),
    onError: error => noteList.add(t('tasks.cancelRefused'), problemMessage(t, error)),
  })
  const gameServers = useQuery(wholeQuery(listGameServers))
  const known = gameServers.data?.items ?? []
  const listed = tasks.data?.items ?? []
  const people = usePeopleChoices(profile.data, search.user, t('taskFilters.onlyMe'))
  const show = (next: TaskSearch) => {
    setPage(1)
    void navigate({ to: '/tasks', search: next, replace: true })
  }
  const retriesOf = (task: Task) => {
    const gameServer = known.find(({ id }) => id === task.server_id)
    const action = isLatestOfServer(task, listed) ? retryOf(task, gameServer) : null
    return gameServer && action && { gameServer, action }
  }
  const abilitiesOf = useAbilitiesOf(
    listed.flatMap(task => retriesOf(task)?.gameServer.id ?? []),
    profile.data?.is_admin ?? true,
  )
  const power = usePowerAction()
  return (
    <TasksView
      status={tasks.data ? 'ready' : tasks.isError ? 'problem' : 'loading'}
      problem={tasks.error}
      tasks={listed}
      total={tasks.data?.total ?? 0}
      page={page}
      perPage={perPage}
      running={<RunningBulkActions />}
      isFiltered={Object.keys(search).length > 0}
      filters={
        <TaskFilters
          search={search}
          gameServers={known}
          nodes={nodesOf(known)}
          isNarrow={isNarrow}
          onSearch={show}
          {...people}
        />
      }
      mayCancel={profile.data?.sections.task.includes('edit') ?? false}
      cancelingId={cancel.isPending ? cancel.variables.id : null}
      onCancel={task => cancel.mutate(task)}
      retryingServerId={power.busyId}
      retryOf={task => {
        const retry = retriesOf(task)
        if (!retry || abilitiesOf(retry.gameServer.id)[permissionFor[retry.action]] !== true) return undefined
        return () => power.act(retry.gameServer, retry.action)
      }}
      gameServerOf={id => known.find(gameServer => gameServer.id === id)?.name}
      nodeOf={id => known.find(gameServer => gameServer.node_id === id)?.node_name}
      onClearFilter={() => show({})}
      onPage={setPage}
      onRetry={() => void tasks.refetch()}
    />
  )
}

/** Those of the servers that the person sees. */
function nodesOf(gameServers: readonly GameServer[]) {
  const names = new Map(gameServers.map(({ node_id, node_name }) => [node_id, node_name]))
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
