// The tab of what happened to one game server.

import { useMediaQuery } from '@mantine/hooks'
import { listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { usePeopleChoices } from '../../parts/users/use-people-choices.ts'
import { api } from '../../platform/api-client.ts'
import { useTexts } from '../../texts/texts.ts'
import { ActivityView } from './activity-view.tsx'
import { type ActivitySearch, queryOf, readActivitySearch } from './logic/activity-search.ts'
import { useProfile } from './use-filter-choices.ts'
import { linesAtOnce, useOlderActivity } from './use-older-activity.ts'

/** The only ones that are about one game server. */
const peopleKinds = ['people', 'permissions'] as const

export function ActivityPage() {
  const t = useTexts()
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const written = useSearch({ from: '/shell/servers/$serverId/activity' })
  const search = useMemo(() => readActivitySearch({ ...written }), [written])
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const profile = useProfile()
  const choices = usePeopleChoices(profile, search.user, t('activityPeople.onlyMe'))
  const filter = useMemo(() => {
    const { kind, user, since, until } = queryOf(search, Date.now())
    return { ...(kind && { kind }), ...(user && { user }), since, ...(until && { until }) }
  }, [search])
  const { problem, retry, ...activity } = useOlderActivity(
    listGameServerActivity,
    [serverId, search],
    (before, signal) => {
      const query = { per_page: linesAtOnce, ...filter, ...(before && { before }) }
      return api(listGameServerActivity, { params: { server: serverId }, query }, signal)
    },
  )
  if (problem) return <ProblemState problem={problem} onRetry={retry} />
  return (
    <ActivityView
      {...activity}
      {...choices}
      objects={null}
      search={search}
      peopleKinds={peopleKinds}
      isAdministrator={profile?.is_admin ?? false}
      isNarrow={isNarrow}
      nowMs={Date.now()}
      onSearch={(next: ActivitySearch) =>
        void navigate({
          to: '/servers/$serverId/activity',
          params: { serverId },
          search: next,
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
