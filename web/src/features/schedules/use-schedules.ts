// The schedules of a game server with their last runs, and everything that can be done with them.

import {
  cancelServerTaskRun,
  changeServerTask,
  createServerTask,
  deleteServerTask,
  listNewestServerTaskRuns,
  listServerTaskRuns,
  listServerTasks,
  runServerTask,
  type ServerTask,
} from '@rookery/contracts/http/schedules.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import type { ScheduleInput } from './schedule-form-view.tsx'

const refetchMs = 20_000
/** While a run is on its way. */
const runningRefetchMs = 2_000

export function useSchedules(server: string, isNodeOnline: boolean) {
  const list = useQuery({
    ...apiQuery(listServerTasks, { params: { server } }),
    refetchInterval: refetchMs,
  })
  const schedules = list.data ?? []
  const newestRuns = useQuery({
    ...apiQuery(listNewestServerTaskRuns, { params: { server } }),
    enabled: isNodeOnline && schedules.length > 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.some(({ ended_at }) => ended_at === null) ? runningRefetchMs : refetchMs,
  })
  const lastRuns = new Map(newestRuns.data?.map(run => [run.task_id, run] as const))
  return { list, schedules, lastRuns, ...useActions(server) }
}

function useActions(server: string) {
  const queryClient = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(listServerTasks) }),
      queryClient.invalidateQueries({ queryKey: keyOf(listNewestServerTaskRuns) }),
      queryClient.invalidateQueries({ queryKey: keyOf(listServerTaskRuns) }),
    ])
  const create = useMutation({
    mutationFn: (input: ScheduleInput) => api(createServerTask, { params: { server }, body: input }),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, input }: { id: number; input: ScheduleInput }) =>
      api(changeServerTask, { params: { server, id: String(id) }, body: input }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: number) => api(deleteServerTask, { params: { server, id: String(id) } }),
    onSuccess,
  })
  const run = useMutation({
    mutationFn: (id: number) => api(runServerTask, { params: { server, id: String(id) } }),
    onSuccess,
  })
  const cancel = useMutation({
    mutationFn: ({ id, run: runId }: { id: number; run: number }) =>
      api(cancelServerTaskRun, { params: { server, id: String(id), run: String(runId) } }),
    onSuccess,
  })
  return { create, change, remove, run, cancel }
}

/** All that the form would send for it. */
export function inputOf(schedule: ServerTask): ScheduleInput {
  const { id: _id, next_run_at: _next, created_at: _created, ...input } = schedule
  return input
}
