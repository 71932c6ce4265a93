// The backups of a game server, what is at work on them, and everything that can be done with them.

import { issueShortLivedToken } from '@rookery/contracts/http/auth.ts'
import {
  type Backup,
  changeBackup,
  deleteBackup,
  downloadBackedUpFiles,
  listBackups,
  readBackupState,
  restoreBackup,
  takeBackup,
} from '@rookery/contracts/http/backups.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PowerChoice } from '../../parts/power/power-question.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, pageQuery } from '../../platform/api-queries.ts'
import { fillPath } from '../../platform/logic/request-address.ts'

const backupsAtOnce = 50
const recentTasks = 10

export function useBackups(server: string) {
  const [limit, setLimit] = useState(backupsAtOnce)
  const params = { server }
  const state = useQuery(apiQuery(readBackupState, { params }))
  const list = useQuery({
    ...pageQuery(listBackups, { params, query: { per_page: limit } }),
    placeholderData: known => known,
  })
  const tasks = useQuery(pageQuery(listTasks, { query: { server, per_page: recentTasks } }))
  const atWork = (tasks.data?.items ?? []).filter(
    ({ kind, status }) => (kind === 'backup' || kind === 'restore') && !hasEnded(status),
  )
  return {
    state,
    list,
    atWork,
    showOlder: () => setLimit(before => Math.min(before + backupsAtOnce, 1_000)),
    ...useActions(server),
  }
}

function useActions(server: string) {
  const queryClient = useQueryClient()
  const paramsOf = ({ id }: Pick<Backup, 'id'>) => ({ server, backup: String(id) })
  const onSuccess = () =>
    Promise.all(
      [listBackups, readBackupState, listTasks].map(endpoint =>
        queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
  const take = useMutation({
    mutationFn: (body: { note: string; locked: boolean; storage_id?: number }) =>
      api(takeBackup, { params: { server }, body }),
    onSuccess,
  })
  const restore = useMutation({
    mutationFn: ({
      backup,
      ...body
    }: PowerChoice & { backup: Backup; paths?: string[]; without_safety: boolean }) =>
      api(restoreBackup, { params: paramsOf(backup), body }),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ backup, ...body }: { backup: Backup; note?: string; locked?: boolean }) =>
      api(changeBackup, { params: paramsOf(backup), body }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (backup: Backup) => api(deleteBackup, { params: paramsOf(backup) }),
    onSuccess,
  })
  return { take, restore, change, remove }
}

/** Through an address of its own, so that the browser itself stores what comes, however large it is. */
export async function downloadFromBackup(server: string, backup: Backup, path: string): Promise<void> {
  const { token } = await api(issueShortLivedToken, {})
  const query = new URLSearchParams({ path, token })
  const link = document.createElement('a')
  link.href = `${fillPath(downloadBackedUpFiles.path, { server, backup: String(backup.id) })}?${query}`
  link.download = ''
  link.click()
}
