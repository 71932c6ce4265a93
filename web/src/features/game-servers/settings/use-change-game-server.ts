// Saves what an administrator has changed about a game server, a section at a time.

import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import {
  changeGameServer,
  type GameServerDetail,
  listGameServers,
  readGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { readSettings } from '@rookery/contracts/http/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'

export type GameServerChange = CallOf<typeof changeGameServer>['body']

/** What every section for administrators is given. */
export interface DetailsSectionProps {
  gameServer: GameServerDetail
  /** Tells how many values wait to be saved. */
  onCount: (section: string, count: number) => void
}

interface SectionChange {
  section: string
  gameServerId: number
  /** Only what differs. */
  change: GameServerChange
  /** Those that the section has, by the panel's names. */
  fields: readonly string[]
  onCount: DetailsSectionProps['onCount']
  onSaved: (changed: GameServerDetail) => void
}

export function useChangeGameServer(options: SectionChange) {
  const { section, gameServerId, change, fields, onCount, onSaved } = options
  const queryClient = useQueryClient()
  const params = { server: String(gameServerId) }
  const save = useMutation({
    mutationFn: (wanted: GameServerChange) => api(changeGameServer, { params, body: wanted }),
    onSuccess: changed => {
      queryClient.setQueryData(apiQuery(readGameServer, { params }).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(readSettings) })
      onSaved(changed)
    },
  })
  const { faults, problem } = useRefusal(save.error, fields)
  const count = Object.keys(change).length
  useEffect(() => {
    onCount(section, save.isPending ? 0 : count)
    return () => onCount(section, 0)
  }, [onCount, section, count, save.isPending])
  return {
    faults,
    reset: save.reset,
    section: {
      count,
      problem,
      isBusy: save.isPending,
      isSaved: save.isSuccess,
      onSave: () => save.mutate(change),
    },
  }
}
