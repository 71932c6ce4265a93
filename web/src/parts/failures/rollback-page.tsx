// Whether a game server that is in trouble can go back to before its last change, and the deed itself.

import { type Rollback, readRollback, rollBack } from '@rookery/contracts/http/backups.ts'
import { type GameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { timeAgo } from '../../ui/time/relative-time.ts'
import { problemMessage } from '../problems/problem-message.ts'
import { RollbackView } from './rollback-view.tsx'
import { TroubleCard } from './trouble-card.tsx'

export interface OfferedRollback {
  /** Null: there is nothing to go back to, or this person may not. */
  rollback: Rollback | null
  isBusy: boolean
  onRollBack: () => void
}

type InTrouble = Pick<GameServer, 'id' | 'state_changed_at'>

/** Of a game server that has crashed, could not be installed, or does not become ready; not asked: there is none. */
export function useRollback({ id, state_changed_at }: InTrouble, isAsked = true): OfferedRollback {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server: String(id) }
  const query = apiQuery(readRollback, { params })
  // Another trouble is another question.
  const queryKey = [...query.queryKey, state_changed_at]
  const offered = useQuery({ ...query, queryKey, retry: false, enabled: isAsked })
  const act = useMutation({
    mutationFn: (backup_id: number) => api(rollBack, { params, body: { backup_id } }),
    onSuccess: () =>
      Promise.all(
        [listTasks, readGameServer, readRollback].map(endpoint =>
          queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }),
        ),
      ),
    onError: error => noteList.add(t('failure.rollback.failed'), problemMessage(t, error)),
  })
  const rollback = offered.data?.rollback ?? null
  return {
    rollback,
    isBusy: act.isPending,
    onRollBack: () => rollback && act.mutate(rollback.backup_id),
  }
}

interface WithRollbackProps {
  gameServer: InTrouble
  children: (offered: OfferedRollback) => ReactNode
}

export function WithRollback({ gameServer, children }: WithRollbackProps) {
  return children(useRollback(gameServer))
}

/** Of a game that goes on starting; nothing where there is nothing to go back to. */
export function SlowStart({ gameServer }: { gameServer: InTrouble }) {
  const t = useTexts()
  const language = useLanguage()
  const { rollback, ...deed } = useRollback(gameServer)
  if (!rollback) return null
  const time = timeAgo(Date.parse(gameServer.state_changed_at), Date.now(), language)
  return (
    <TroubleCard title={t('failure.rollback.slow')} lead={t('failure.rollback.slowText', { time })}>
      <ul>
        <RollbackView rollback={rollback} nowMs={Date.now()} {...deed} />
      </ul>
    </TroubleCard>
  )
}
