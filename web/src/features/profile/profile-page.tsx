// The profile: its head and tabs, and whichever tab is open below.

import { Stack } from '@mantine/core'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { UnopenedPage } from '../../parts/problems/unopened-page.tsx'
import { apiQuery } from '../../platform/api-queries.ts'
import frame from '../../ui/controls/controls.module.css'
import { ProfileHeaderView } from './profile-header-view.tsx'

export function ProfilePage() {
  const profile = useQuery(apiQuery(readProfile, {}))
  if (!profile.data) return <UnopenedPage read={profile} shape="tabs" />
  return (
    <Stack className={frame.page} gap={20}>
      <ProfileHeaderView profile={profile.data} />
      <Outlet />
    </Stack>
  )
}
