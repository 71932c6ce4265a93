// Saves the wanted changes, one game server after the other; what fails stays wanted.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import {
  changePermissionsOnGameServer,
  readPermissionsOnGameServer,
} from '@rookery/contracts/http/permissions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ColumnChanges, MatrixChanges } from '../../../parts/permissions/logic/permission-cells.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery } from '../../../platform/api-queries.ts'
import { forgetRights } from '../use-user.ts'
import { type StillDenied, stillDenied } from './matrix-summary-rules.ts'

export interface SaveOutcome {
  denied: StillDenied[]
  /** What was not saved, and the first reason. */
  failed: MatrixChanges
  error: unknown
}

const asList = (changes: ColumnChanges) =>
  (Object.entries(changes) as [GameServerPermission, boolean][]).map(([permission, value]) => ({
    permission,
    value,
  }))

export function useSaveMatrix(userId: number, onEnd: (outcome: SaveOutcome) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (changes: MatrixChanges): Promise<SaveOutcome> => {
      const outcome: SaveOutcome = { denied: [], failed: {}, error: null }
      for (const [id, wanted] of Object.entries(changes)) {
        const params = { id: String(userId), server: id }
        try {
          const after = await api(changePermissionsOnGameServer, { params, body: asList(wanted) })
          queryClient.setQueryData(apiQuery(readPermissionsOnGameServer, { params }).queryKey, after)
          outcome.denied.push(...stillDenied(Number(id), wanted, after))
        } catch (error) {
          outcome.failed = { ...outcome.failed, [id]: wanted }
          outcome.error ??= error
        }
      }
      return outcome
    },
    onSuccess: outcome => {
      onEnd(outcome)
      void forgetRights(queryClient)
    },
  })
}
