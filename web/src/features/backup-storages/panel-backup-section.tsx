// Asks for the panel's own backup and changes it; shown where the storages are.

import type { BackupStorage } from '@rookery/contracts/http/backup-storages.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import {
  changePanelBackup,
  type PanelBackup,
  readPanelBackup,
  runPanelBackup,
} from '@rookery/contracts/http/panel-backup.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { PanelBackupView } from './panel-backup-view.tsx'

/** While one runs it is followed; else it changes once a day. */
const runningMs = 3_000
const quietMs = 60_000

export function PanelBackupSection({ storages }: { storages: readonly BackupStorage[] }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const query = apiQuery(readPanelBackup, {})
  const backup = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (data?.is_running || isExpected(data) ? runningMs : quietMs),
  })
  const take = { onSuccess: (data: PanelBackup) => queryClient.setQueryData(query.queryKey, data) }
  const change = useMutation({
    mutationFn: (body: BodyOf<typeof changePanelBackup>) => api(changePanelBackup, { body }),
    ...take,
  })
  const run = useMutation({ mutationFn: () => api(runPanelBackup, {}), ...take })
  const problem = change.error ?? run.error ?? backup.error
  if (!backup.data) return null
  return (
    <PanelBackupView
      backup={backup.data}
      storages={storages}
      isSaving={change.isPending}
      isSaved={change.isSuccess}
      problem={problem ? problemMessage(t, problem) : null}
      onChange={change.mutate}
      onRun={run.mutate}
    />
  )
}

/** The first one begins by itself. */
const isExpected = (backup: { storage_id: number | null; last_attempt: unknown } | undefined) =>
  backup !== undefined && backup.storage_id !== null && backup.last_attempt === null
