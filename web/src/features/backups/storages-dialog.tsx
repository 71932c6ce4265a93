// The dialog in which storages and retention of a server are chosen.

import { Modal } from '@mantine/core'
import { changeBackupChoices, readBackupChoices, readBackupState } from '@rookery/contracts/http/backups.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { type Choices, StoragesView } from './storages-view.tsx'

export function StoragesDialog({ server, onClose }: { server: string; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server }
  const known = useQuery({ ...apiQuery(readBackupChoices, { params }), staleTime: 0 })
  const save = useMutation({
    mutationFn: (storages: Choices) => api(changeBackupChoices, { params, body: { storages } }),
    onSuccess: async () => {
      await Promise.all(
        [readBackupChoices, readBackupState].map(endpoint =>
          queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }),
        ),
      )
      onClose()
    },
  })
  const refusal = useRefusal(save.error, fieldsOf(known.data?.offered.length ?? 0))
  return (
    <Modal opened onClose={onClose} size="lg" title={t('backups.storagesTitle')}>
      {known.data && !known.isFetching && (
        <StoragesView
          choices={known.data.storages}
          offered={known.data.offered}
          isBusy={save.isPending}
          faults={refusal.faults}
          problem={refusal.problem}
          onSave={choices => save.mutate(choices)}
          onClose={onClose}
        />
      )}
      {known.isFetching && <LoadingRows rows={4} />}
      {known.error && <ProblemState problem={known.error} onRetry={() => void known.refetch()} />}
    </Modal>
  )
}

/** All fields that have a place to say what is wrong with them. */
function fieldsOf(storages: number): string[] {
  const retention = ['last', 'hourly', 'daily', 'weekly', 'monthly'].map(name => `retention.${name}`)
  const names = [...retention, 'limits.count', 'limits.bytes']
  return Array.from({ length: storages }, (_, at) => names.map(name => `storages.${at}.${name}`)).flat()
}
