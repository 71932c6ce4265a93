// What somebody with a plan does above the list of servers: create one of their own.

import { Button } from '@mantine/core'
import { readOwnPlan } from '@rookery/contracts/http/plans.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'

export function OwnPlanActions() {
  const t = useTexts()
  const own = useQuery({ ...apiQuery(readOwnPlan, {}), refetchOnMount: 'always' })
  if (!own.data?.held) return null
  return (
    <Button leftSection={<IconPlus size={17} />} renderRoot={props => <Link to="/servers/new" {...props} />}>
      {t('plans.newServer')}
    </Button>
  )
}
