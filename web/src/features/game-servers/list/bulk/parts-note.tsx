// Says before very many game servers are acted on that the panel does it in parts, and that nobody has to wait for it.

import { Box } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.ts'
import { isInParts } from './logic/bulk-plan.ts'

export function PartsNote({ count }: { count: number }) {
  const t = useTexts()
  if (!isInParts(count)) return null
  return (
    <Box component="p" className="text-note" mt={8}>
      {t('manyServers.inParts')}
    </Box>
  )
}
