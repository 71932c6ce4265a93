// Says before very many game servers are acted on that this is done in parts, and what it needs until then.

import { Box } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.ts'
import { isInParts } from './logic/bulk-plan.ts'
import { sentAtOnce } from './logic/bulk-run.ts'

export function PartsNote({ count }: { count: number }) {
  const t = useTexts()
  if (!isInParts(count)) return null
  return (
    <Box component="p" className="text-note" mt={8}>
      {t('manyServers.inParts', { count, part: sentAtOnce })}
    </Box>
  )
}
