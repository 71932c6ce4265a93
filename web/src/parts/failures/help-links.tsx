// Where a person can go to remove the cause of a failure: settings, files, node, and what to check of its network.

import { Box, Button, Code, Group } from '@mantine/core'
import {
  IconAdjustments,
  IconDeviceGamepad2,
  IconFolder,
  IconNetwork,
  IconServer2,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import type { Help } from './logic/failure-help.ts'

interface HelpLinksProps {
  help: readonly Help[]
  gameServerId: number
  nodeId: number
  /** Left out where no help leads there. */
  templateId?: number
  /** The host that could not be reached. */
  host?: string | null
  /** The first of them is what helps most. */
  isLeading?: boolean
}

const icon = { size: 17, stroke: 1.8 }

export function HelpLinks({ help, gameServerId, host, isLeading = false, ...ids }: HelpLinksProps) {
  const t = useTexts()
  const variantOf = (what: Help) => (isLeading && help[0] === what ? 'filled' : 'default')
  const [isOpen, setIsOpen] = useState(false)
  const params = { serverId: String(gameServerId) }
  const settings = (what: 'game' | 'ports' | 'limits', hash: string) =>
    help.includes(what) && (
      <Button
        variant={variantOf(what)}
        leftSection={<IconAdjustments {...icon} />}
        renderRoot={props => <Link to="/servers/$serverId/settings" params={params} hash={hash} {...props} />}
      >
        {t(`failure.help.${what}`)}
      </Button>
    )
  return (
    <>
      {help.includes('files') && (
        <Button
          variant={variantOf('files')}
          leftSection={<IconFolder {...icon} />}
          renderRoot={props => <Link to="/servers/$serverId/files" params={params} {...props} />}
        >
          {t('failure.help.files')}
        </Button>
      )}
      {settings('game', 'game')}
      {settings('ports', 'network')}
      {settings('limits', 'limits')}
      {help.includes('template') && ids.templateId !== undefined && (
        <Button
          variant={variantOf('template')}
          leftSection={<IconDeviceGamepad2 {...icon} />}
          renderRoot={props => (
            <Link to="/templates/$templateId" params={{ templateId: String(ids.templateId) }} {...props} />
          )}
        >
          {t('failure.help.template')}
        </Button>
      )}
      {help.includes('node') && (
        <Button
          variant={variantOf('node')}
          leftSection={<IconServer2 {...icon} />}
          renderRoot={props => (
            <Link to="/nodes/$nodeId" params={{ nodeId: String(ids.nodeId) }} {...props} />
          )}
        >
          {t('failure.help.node')}
        </Button>
      )}
      {help.includes('network') && (
        <Button
          variant={variantOf('network')}
          aria-expanded={isOpen}
          leftSection={<IconNetwork {...icon} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('failure.help.network')}
        </Button>
      )}
      {isOpen && <NetworkChecks host={nameOf(host)} />}
    </>
  )
}

function NetworkChecks({ host }: { host: string }) {
  const t = useTexts()
  const checks = [
    ['dns', `getent hosts ${host}`],
    ['reach', `curl -sSI --max-time 10 https://${host}/`],
    ['clock', 'timedatectl'],
  ] as const
  return (
    <Box w="100%" pt={6} px={6}>
      <p className="text-secondary">{t('failure.network.intro')}</p>
      <Box component="ol" mt={8} pl={20} style={{ display: 'grid', gap: 8 }}>
        {checks.map(([check, command]) => (
          <li key={check}>
            {t(`failure.network.${check}`)}
            <Group gap={6} wrap="nowrap" mt={2}>
              <Code className="breakable">{command}</Code>
              <CopyButton text={command} label={t('failure.copyCommand')} />
            </Group>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** Only what can be nothing but a host name goes into a command. */
function nameOf(host: string | null | undefined): string {
  const name = host?.replace(/:\d{1,5}$/, '') ?? ''
  return /^[a-z0-9][a-z0-9.-]{0,252}$/i.test(name) ? name : 'deb.debian.org'
}
