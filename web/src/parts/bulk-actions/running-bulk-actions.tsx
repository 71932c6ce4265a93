// The actions on many servers that the panel carries out now, above the list of tasks.

import { Stack } from '@mantine/core'
import { listBulkActions } from '@rookery/contracts/http/bulk-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../platform/api-queries.ts'
import { FollowedBulkAction } from './followed-bulk-action.tsx'

const refetchMs = 10_000

export function RunningBulkActions() {
  const running = useQuery({
    ...pageQuery(listBulkActions, { query: { status: 'working', per_page: 20 } }),
    refetchInterval: refetchMs,
  })
  const found = running.data?.items ?? []
  if (found.length === 0) return null
  return (
    <Stack gap={8}>
      {found.map(({ id }) => (
        <FollowedBulkAction key={id} id={id} />
      ))}
    </Stack>
  )
}
