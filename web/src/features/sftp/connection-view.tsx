// Host, port and username of one server for a program that speaks SFTP, or why there are none.

import { Box } from '@mantine/core'
import type { SftpAccess } from '@rookery/contracts/http/sftp.ts'
import { ConnectionFacts } from '../../parts/sftp/connection-facts.tsx'
import { useTexts } from '../../texts/texts.ts'

interface ConnectionViewProps {
  /** Null: it could not be read. */
  access: SftpAccess | null
  problem: string | null
}

export function ConnectionView({ access, problem }: ConnectionViewProps) {
  const t = useTexts()
  if (!access?.enabled) {
    return (
      <Box component="p" className="text-quiet" mt={12}>
        {problem ?? t('ownSftp.offHere')}
      </Box>
    )
  }
  return (
    <Box component="dl" mt={10}>
      <ConnectionFacts {...access} />
    </Box>
  )
}
