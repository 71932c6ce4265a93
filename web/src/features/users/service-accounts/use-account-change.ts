// Changes a service account, and forgets what was read of it.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import {
  changeServiceAccount,
  listServiceAccounts,
  readServiceAccount,
} from '@rookery/contracts/http/service-accounts.ts'
import { readUser } from '@rookery/contracts/http/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { forgetRights } from '../use-user.ts'

export function useAccountChange(id: number, fields: readonly string[]) {
  const queryClient = useQueryClient()
  const params = { id: String(id) }
  const change = useMutation({
    mutationFn: (body: BodyOf<typeof changeServiceAccount>) => api(changeServiceAccount, { params, body }),
    onSuccess: account => {
      queryClient.setQueryData(apiQuery(readServiceAccount, { params }).queryKey, account)
      for (const read of [listServiceAccounts, listRoles, readUser]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(read) })
      }
      void forgetRights(queryClient)
    },
  })
  const refusal = useRefusal(change.error, fields)
  const state = { ...refusal, isBusy: change.isPending, isSaved: change.isSuccess }
  return { change: change.mutate, state }
}
