// The palette's entries of people, for administrators: users by name and login, and roles.

import { listRoles } from '@rookery/contracts/http/roles.ts'
import { listUsers } from '@rookery/contracts/http/users.ts'
import { IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { pageQuery, wholeQuery } from '../../platform/api-queries.ts'
import type { PaletteEntry } from './palette-view.tsx'

/** The page of users searches among more. */
const offeredUsers = 100

export function useUserEntries(isAdministrator: boolean): PaletteEntry[] {
  const navigate = useNavigate()
  const users = useQuery({
    ...pageQuery(listUsers, { query: { per_page: offeredUsers, sort: 'login' } }),
    enabled: isAdministrator,
  })
  const roles = useQuery({ ...wholeQuery(listRoles), enabled: isAdministrator })
  return [
    ...(users.data?.items ?? []).map(
      ({ id, name, login, email }): PaletteEntry => ({
        id: `user-${id}`,
        group: 'groupPeople',
        title: name,
        keywords: `${login} ${email}`,
        note: login === name ? undefined : login,
        Icon: IconUser,
        run: () => void navigate({ to: '/people/users/$userId', params: { userId: String(id) } }),
      }),
    ),
    ...(roles.data?.items ?? []).map(
      ({ id, name, title }): PaletteEntry => ({
        id: `role-${id}`,
        group: 'groupPeople',
        title,
        keywords: name,
        Icon: IconUsersGroup,
        run: () => void navigate({ to: '/people/roles/$roleId', params: { roleId: String(id) } }),
      }),
    ),
  ]
}
