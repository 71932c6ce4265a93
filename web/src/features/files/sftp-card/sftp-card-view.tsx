// How a game server's folder is reached by SFTP: address, name, link and command, or why it cannot be reached.

import { Box, Button, Stack } from '@mantine/core'
import type { SftpAccess } from '@rookery/contracts/http/sftp.ts'
import { IconPlugConnected, IconPlugConnectedX, IconPower } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ConnectionFacts } from '../../../parts/sftp/connection-facts.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { CopiedText } from '../../../ui/controls/copied-text.tsx'
import { Fact } from '../../../ui/controls/fact.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Pill } from '../../../ui/tone/pill.tsx'
import styles from '../files.module.css'
import { sftpCommand, sftpLink } from './sftp-command-rules.ts'

export interface SftpCardViewProps {
  /** Null while it is read. */
  access: SftpAccess | null
  /** In words, when it could not be read. */
  problem: string | null
  /** Of those who may switch it on there. */
  nodeId: number | null
}

export function SftpCardView({ access, problem, nodeId }: SftpCardViewProps) {
  return (
    <Stack gap={14} align="flex-start">
      {access && <State access={access} />}
      {problem && <p className="text-quiet">{problem}</p>}
      {!access && !problem && <LoadingRows rows={2} />}
      {access && !access.enabled && <SwitchedOff nodeId={nodeId} />}
      {access?.enabled && <Reach access={access} />}
    </Stack>
  )
}

function State({ access: { enabled, listening } }: { access: SftpAccess }) {
  const t = useTexts()
  if (!enabled) return <Pill status={{ tone: 'resting', Icon: IconPower }} label={t('sftpCard.off')} />
  return listening ? (
    <Pill status={{ tone: 'running', Icon: IconPlugConnected }} label={t('sftpCard.on')} />
  ) : (
    <Pill status={{ tone: 'trouble', Icon: IconPlugConnectedX }} label={t('sftpCard.silent')} />
  )
}

function SwitchedOff({ nodeId }: { nodeId: number | null }) {
  const t = useTexts()
  return (
    <div className="text-quiet">
      <p>{t('sftpCard.offText')}</p>
      {nodeId !== null && (
        <Button
          mt={12}
          renderRoot={props => <Link to="/nodes/$nodeId" params={{ nodeId: String(nodeId) }} {...props} />}
        >
          {t('sftpCard.openNode')}
        </Button>
      )}
    </div>
  )
}

function Reach({ access }: { access: SftpAccess }) {
  const t = useTexts()
  const { host, port, username, listening } = access
  return (
    <>
      {!listening && (
        <Notice status={{ tone: 'trouble', Icon: IconPlugConnectedX }} title={t('sftpCard.silentTitle')}>
          {t('sftpCard.silentText')}
        </Notice>
      )}
      <Box component="dl" className={styles.facts} w="100%">
        <ConnectionFacts {...access} />
        {host !== null && <Ways place={{ host, port, username }} />}
        {access.host_key_fingerprint && (
          <Fact name={t('sftpCard.fingerprint')} isMono>
            {access.host_key_fingerprint}
          </Fact>
        )}
      </Box>
      <Box component="p" className="line-above text-note" w="100%" pt={12}>
        {t('sftpCard.signIn')}{' '}
        <Link to="/profile/sftp" className="link">
          {t('sftpCard.toProfile')}
        </Link>
      </Box>
    </>
  )
}

function Ways({ place }: { place: Parameters<typeof sftpLink>[0] }) {
  const t = useTexts()
  const [link, command] = [sftpLink(place), sftpCommand(place)]
  return (
    <>
      <Fact name={t('sftpCard.link')}>
        <CopiedText text={link} label={t('sftpCard.copyLink')} href={link} />
      </Fact>
      <Fact name={t('sftpCard.command')}>
        <CopiedText text={command} label={t('actions.copyCommand')} />
      </Fact>
    </>
  )
}
