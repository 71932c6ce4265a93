// Follows an action that the panel carries out on many game servers, to its end, and cancels it.

import {
  type BulkAction,
  cancelBulkAction,
  listBulkActions,
  readBulkAction,
} from '@rookery/contracts/http/bulk-actions.ts'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { problemMessage } from '../problems/problem-message.ts'
import { BulkActionView } from './bulk-action-view.tsx'

interface FollowedBulkActionProps {
  id: number
  leftOut?: number
  onClose?: () => void
  /** How it is done once more to those that have failed; null where it cannot be. */
  retryOf?: (bulk: BulkAction) => (() => void) | null
}

const refetchMs = 1_000

export function FollowedBulkAction({ id, leftOut = 0, onClose, retryOf }: FollowedBulkActionProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const followed = apiQuery(readBulkAction, { params: { id: String(id) } })
  const { data: bulk } = useQuery({
    ...followed,
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : refetchMs),
  })
  const cancel = useMutation({
    mutationFn: () => api(cancelBulkAction, { params: { id: String(id) } }),
    onSuccess: canceled => queryClient.setQueryData(followed.queryKey, canceled),
    onError: error => noteList.add(t('bulkActions.notCanceled'), problemMessage(t, error)),
  })
  const isOver = bulk !== undefined && bulk.ended_at !== null
  useEffect(() => {
    if (!isOver) return
    // Tags, and which servers there are, are told by no channel.
    void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
    void queryClient.invalidateQueries({ queryKey: [...keyOf(listBulkActions), 'page'] })
  }, [isOver, queryClient])
  if (!bulk) return null
  return (
    <BulkActionView
      bulk={bulk}
      leftOut={leftOut}
      isCanceling={cancel.isPending}
      onCancel={() => cancel.mutate()}
      onRetry={retryOf?.(bulk) ?? null}
      {...(onClose && { onClose })}
    />
  )
}
