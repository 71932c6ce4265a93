// What a program that speaks SFTP is given to reach one server: host, port and username, each to copy.

import type { SftpAccess } from '@rookery/contracts/http/sftp.ts'
import { useTexts } from '../../texts/texts.ts'
import { CopiedText } from '../../ui/controls/copied-text.tsx'
import { Fact } from '../../ui/controls/fact.tsx'

export function ConnectionFacts({ host, port, username }: Pick<SftpAccess, 'host' | 'port' | 'username'>) {
  const t = useTexts()
  return (
    <>
      <Fact name={t('sftpCard.host')}>
        {host === null ? t('sftpCard.noHost') : <CopiedText text={host} label={t('sftpCard.copyHost')} />}
      </Fact>
      <Fact name={t('sftpCard.port')}>
        <CopiedText text={String(port)} label={t('sftpCard.copyPort')} />
      </Fact>
      <Fact name={t('sftpCard.username')}>
        <CopiedText text={username} label={t('sftpCard.copyUsername')} />
      </Fact>
    </>
  )
}
