// When something ends, or that it has.

import { Box } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { TimeUntil, useIsPast } from '../../ui/time/live-time.tsx'

export function ExpiryTime({ at }: { at: string | null }) {
  const t = useTexts()
  return at === null ? t('expiry.never') : <Ending at={at} />
}

function Ending({ at }: { at: string }) {
  const t = useTexts()
  const isOver = useIsPast(Date.parse(at))
  if (!isOver) return <TimeUntil isValue isDate at={at} />
  return (
    <Box component="span" c="var(--state-trouble)">
      {t('expiry.over')}
    </Box>
  )
}
