// The page of one user: head and tabs, and whichever tab is open below.

import { Stack } from '@mantine/core'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { UnopenedPage } from '../../parts/problems/unopened-page.tsx'
import { wholeQuery } from '../../platform/api-queries.ts'
import frame from '../../ui/controls/controls.module.css'
import { DisabledNotice } from './service-accounts/disabled-notice.tsx'
import { useUser } from './use-user.ts'
import { UserHeaderView } from './user-header-view.tsx'

export function UserPage() {
  const user = useUser()
  const roles = useQuery(wholeQuery(listRoles))
  if (!user.data) return <UnopenedPage read={user} shape="tabs" />
  return (
    <Stack className={frame.page} gap={20}>
      <UserHeaderView user={user.data} roles={roles.data?.items ?? []} />
      {user.data.kind === 'service' && <DisabledNotice accountId={user.data.id} />}
      <Outlet />
    </Stack>
  )
}
