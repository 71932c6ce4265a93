// The access tab of a game server for its owner: reads who has access, and sends what the owner changes.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import {
  type PersonWithAccess,
  readGameServerAccess,
  removeGameServerAccess,
  withdrawOwnership,
} from '@rookery/contracts/http/ownership.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { OwnerAccessView } from './owner-access-view.tsx'
import { SharePage } from './share-page.tsx'
import { TransferPage } from './transfer-page.tsx'

type Open = 'transfer' | 'invite' | PersonWithAccess | null

export function OwnerAccessPage({ gameServer }: { gameServer: GameServerDetail }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const params = { server: String(gameServer.id) }
  const access = useQuery(apiQuery(readGameServerAccess, { params }))
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keyOf(readGameServerAccess) })
  const remove = useMutation({
    mutationFn: (user: number) => api(removeGameServerAccess, { params: { ...params, user: String(user) } }),
    onSuccess,
  })
  const withdraw = useMutation({ mutationFn: () => api(withdrawOwnership, { params }), onSuccess })
  if (access.isError) return <ProblemState problem={access.error} onRetry={() => void access.refetch()} />
  if (!access.data) return <LoadingRows rows={4} />
  const problem = remove.error ?? withdraw.error
  const close = () => setOpen(null)
  return (
    <>
      {open === 'transfer' && <TransferPage gameServer={gameServer} onClose={close} />}
      {open !== null && open !== 'transfer' && (
        <SharePage gameServer={gameServer} person={open === 'invite' ? null : open} onClose={close} />
      )}
      <OwnerAccessView
        access={access.data}
        problem={problem ? problemMessage(t, problem) : null}
        isBusy={remove.isPending || withdraw.isPending}
        onInvite={() => setOpen('invite')}
        onChange={setOpen}
        onRemove={person => remove.mutate(person.id)}
        onTransfer={() => setOpen('transfer')}
        onWithdraw={() => withdraw.mutate()}
      />
    </>
  )
}
