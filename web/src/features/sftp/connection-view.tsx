// Host, port and username of one server for a program that speaks SFTP, or why there are none.

import { Box } from '@mantine/core'
import type { SftpAccess } from '@rookery/contracts/http/sftp.ts'
import { useTexts } from '../../texts/texts.ts'
import { CopiedText } from '../../ui/controls/copied-text.tsx'
import { Fact } from '../../ui/controls/fact.tsx'

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
  const { host, port, username } = access
  return (
    <Box component="dl" mt={10}>
      <Fact name={t('sftpCard.host')}>
        {host === null ? t('sftpCard.noHost') : <CopiedText text={host} label={t('sftpCard.copyHost')} />}
      </Fact>
      <Fact name={t('sftpCard.port')}>
        <CopiedText text={String(port)} label={t('sftpCard.copyPort')} />
      </Fact>
      <Fact name={t('sftpCard.username')}>
        <CopiedText text={username} label={t('sftpCard.copyUsername')} />
      </Fact>
    </Box>
  )
}
