// The profile: its head and tabs, and whichever tab is open below.

import { Stack } from '@mantine/core'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { apiQuery } from '../../platform/api-queries.ts'
import frame from '../../ui/controls/controls.module.css'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { ProfileHeaderView } from './profile-header-view.tsx'

export function ProfilePage() {
  const profile = useQuery(apiQuery(readProfile, {}))
  if (!profile.data) {
    return (
      <Stack className={frame.page} gap={20}>
        {profile.isError ? (
          <ProblemState problem={profile.error} onRetry={() => void profile.refetch()} />
        ) : (
          <LoadingRows rows={4} />
        )}
      </Stack>
    )
  }
  return (
    <Stack className={frame.page} gap={20}>
      <ProfileHeaderView profile={profile.data} />
      <Outlet />
    </Stack>
  )
}
