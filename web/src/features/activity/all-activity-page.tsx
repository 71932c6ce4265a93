// The page of what happened to all game servers that the person may see, and of who did what.

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  activityExportLimit,
  exportActivity,
  listActivity,
  peopleActivityKinds,
} from '@rookery/contracts/http/activity.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { usePeopleChoices } from '../../parts/users/use-people-choices.ts'
import { api, apiBytes } from '../../platform/api-client.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { downloadBlob } from '../../ui/controls/download-text.ts'
import { PageFrame } from '../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { formatNumber } from '../../ui/format/unit-rules.ts'
import { ActivityView } from './activity-view.tsx'
import { type ActivitySearch, queryOf, readActivitySearch } from './logic/activity-search.ts'
import { RecordNotice } from './record-notice.tsx'
import { useObjectChoices, useProfile } from './use-filter-choices.ts'
import { linesAtOnce, useOlderActivity } from './use-older-activity.ts'

export function AllActivityPage() {
  const t = useTexts()
  const written = useSearch({ from: '/shell/activity' })
  const search = useMemo(() => readActivitySearch({ ...written }), [written])
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const profile = useProfile()
  const isAdministrator = profile?.is_admin ?? false
  const choices = usePeopleChoices(profile, search.user, t('activityPeople.onlyMe'))
  const objects = useObjectChoices(profile, search.object)
  // The same question while the page is open: what is new comes at the top, whatever the time.
  const filter = useMemo(() => queryOf(search, Date.now()), [search])
  const { problem, retry, ...activity } = useOlderActivity(listActivity, [search], (before, signal) =>
    api(listActivity, { query: { per_page: linesAtOnce, ...filter, ...(before && { before }) } }, signal),
  )
  return (
    <PageFrame title={t('activity.title')} beside={!isNarrow && t('activityPeople.allServers')}>
      {isAdministrator && <RecordNotice />}
      {problem ? (
        <ProblemState problem={problem} onRetry={retry} />
      ) : (
        <ActivityView
          {...activity}
          {...choices}
          objects={objects}
          search={search}
          peopleKinds={peopleActivityKinds}
          hasNames
          isAdministrator={isAdministrator}
          isNarrow={isNarrow}
          nowMs={Date.now()}
          action={<ExportButton filter={filter} isNarrow={isNarrow} />}
          onSearch={(next: ActivitySearch) =>
            void navigate({ to: '/activity', search: next, replace: true, resetScroll: false })
          }
        />
      )}
    </PageFrame>
  )
}

function ExportButton({ filter, isNarrow }: { filter: ReturnType<typeof queryOf>; isNarrow: boolean }) {
  const t = useTexts()
  const language = useLanguage()
  const exporting = useMutation({
    mutationFn: async () => {
      const answer = await apiBytes(exportActivity, { query: filter })
      downloadBlob(`activity-${new Date().toISOString().slice(0, 10)}.csv`, await answer.blob())
    },
  })
  const limit = formatNumber(activityExportLimit, language)
  return (
    <>
      {exporting.error && <FormProblem>{problemMessage(t, exporting.error)}</FormProblem>}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        title={t('activityPeople.exportHint', { limit })}
        loading={exporting.isPending}
        px={isNarrow ? 12 : undefined}
        onClick={() => exporting.mutate()}
      >
        {t('activityPeople.export')}
      </Button>
    </>
  )
}
