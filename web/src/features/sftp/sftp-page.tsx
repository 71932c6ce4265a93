// The tab of the profile about SFTP: where to connect to, public keys, and a password that opens nothing else.

import { useTexts } from '../../texts/texts.ts'
import { Section } from '../../ui/controls/section.tsx'
import { ConnectionPage } from './connection-page.tsx'
import { SftpPasswordPage } from './sftp-password-page.tsx'
import { SshKeysPage } from './ssh-keys-page.tsx'

export function SftpPage() {
  const t = useTexts()
  return (
    <div>
      <Section title={t('ownSftp.connect')} text={t('ownSftp.connectText')}>
        <ConnectionPage />
      </Section>
      <Section title={t('ownSftp.keys')} text={t('ownSftp.keysText')}>
        <SshKeysPage />
      </Section>
      <Section title={t('ownSftp.password')} text={t('ownSftp.passwordText')}>
        <SftpPasswordPage />
      </Section>
    </div>
  )
}
