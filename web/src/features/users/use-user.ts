// The user that the address names, and changes of it.

import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import { readUserAccess } from '@rookery/contracts/http/permissions.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { changeUser, listUsers, readUser } from '@rookery/contracts/http/users.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'

export function useUser() {
  const { userId } = useParams({ from: '/shell/people/users/$userId' })
  return useQuery(apiQuery(readUser, { params: { id: userId } }))
}

/** All that may be different for the person once their rights have changed. */
export async function forgetRights(queryClient: QueryClient): Promise<void> {
  const isAboutRights = (path: unknown) =>
    typeof path === 'string' && (path.startsWith('/api/users/{id}/') || path === readUserAccess.path)
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAboutRights(queryKey[0]) })
}

type UserChange = CallOf<typeof changeUser>['body']

export function useUserChange(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: UserChange) => api(changeUser, { params: { id: String(userId) }, body: change }),
    onSuccess: user => {
      queryClient.setQueryData(apiQuery(readUser, { params: { id: String(userId) } }).queryKey, user)
      for (const list of [listUsers, listRoles, readProfile]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(list) })
      }
      void forgetRights(queryClient)
    },
  })
}
