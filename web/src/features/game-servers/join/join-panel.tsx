// How to join: the address to copy, on demand as a QR code, and on the way there how far it has come.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { IconCheck, IconCopy, IconLoader2, IconQrcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ActivitySentence } from '../../../parts/activity/activity-lines.tsx'
import { joinAddress } from '../../../parts/run-state/join-address.ts'
import { arriving } from '../../../platform/lazy-loading.ts'
import { useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { useCopy } from '../../../ui/controls/use-copy.ts'
import { type ArrivalStep, arrivalSteps } from './arrival-rules.ts'

const QrCode = lazy(async () => ({
  default: (await arriving(() => import('../../../ui/qr-code/qr-code.tsx'))).QrCode,
}))

interface JoinPanelProps {
  gameServer: Pick<GameServer, 'id' | 'ip' | 'port' | 'state' | 'node_online'>
  pageHost: string
  canSeeConsole: boolean
  /** Installed a short while ago, or just now. */
  isNew?: boolean
  arriving?: ArrivalStep | null
  /** How it came to be stopped; null while it is not, or where that is not known. */
  stopped?: ServerActivityEntry | null
}

export function JoinPanel({
  gameServer,
  pageHost,
  canSeeConsole,
  isNew = false,
  arriving = null,
  stopped = null,
}: JoinPanelProps) {
  const t = useTexts()
  const [isCodeWanted, setIsCodeWanted] = useState<boolean | null>(null)
  const address = joinAddress(gameServer.ip, gameServer.port, pageHost)
  const isRunning = gameServer.state === 'running' && gameServer.node_online
  const step = isNew ? arriving : null
  const hasCode = isRunning && (isCodeWanted ?? isNew)
  return (
    <Panel>
      <Group gap="12px 20px" p={16}>
        <Stack flex={1} gap={0} miw={220}>
          <span className="text-secondary">{isRunning ? t('server.joinReady') : t('server.join')}</span>
          <Group
            component="span"
            className="breakable"
            gap={6}
            wrap="nowrap"
            fz={{ base: 18, sm: 22 }}
            fw={500}
            lts="-0.01em"
          >
            <Box component="span" className="mono" c={isRunning ? 'var(--state-running)' : undefined}>
              {address}
            </Box>
          </Group>
          {stopped && !step && gameServer.node_online && <ActivitySentence entry={stopped} />}
          {step ? (
            <Arrival step={step} />
          ) : (
            !isRunning && gameServer.node_online && <span className="text-hint">{t('server.joinLater')}</span>
          )}
        </Stack>
        {hasCode && (
          <Box w={132}>
            <Suspense fallback={null}>
              <QrCode text={address} label={t('server.qrCode', { address })} />
            </Suspense>
          </Box>
        )}
        <Group gap={8} align="stretch">
          <CopyAddress address={address} />
          {isRunning && (
            <Button
              variant="default"
              leftSection={<IconQrcode size={16} aria-hidden />}
              aria-pressed={hasCode}
              onClick={() => setIsCodeWanted(!hasCode)}
            >
              {hasCode ? t('server.hideQrCode') : t('server.showQrCode')}
            </Button>
          )}
          {canSeeConsole && <OpenConsole gameServerId={gameServer.id} />}
        </Group>
      </Group>
    </Panel>
  )
}

function CopyAddress({ address }: { address: string }) {
  const t = useTexts()
  const { isCopied, copy } = useCopy()
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button
      variant="default"
      aria-label={isCopied ? undefined : t('actions.copyAddress')}
      leftSection={<Icon size={16} color={isCopied ? 'var(--state-running)' : undefined} aria-hidden />}
      onClick={() => void copy(address)}
    >
      {t(isCopied ? 'actions.copied' : 'actions.copy')}
    </Button>
  )
}

function OpenConsole({ gameServerId }: { gameServerId: number }) {
  const t = useTexts()
  return (
    <Button
      variant="default"
      visibleFrom="sm"
      renderRoot={props => (
        <Link to="/servers/$serverId/console" params={{ serverId: String(gameServerId) }} {...props} />
      )}
    >
      {t('server.openConsole')}
    </Button>
  )
}

/** Three steps: what is done, what goes on, what comes. */
function Arrival({ step }: { step: ArrivalStep }) {
  const t = useTexts()
  const now = arrivalSteps.indexOf(step)
  return (
    <Group component="ol" gap="4px 18px" mt={6} fz={13.5}>
      {arrivalSteps.map((each, at) => (
        <Group
          component="li"
          key={each}
          gap={6}
          wrap="nowrap"
          c={`var(${at < now ? '--state-running' : at === now ? '--state-building' : '--text-faint'})`}
          fw={at === now ? 560 : undefined}
          aria-current={at === now ? 'step' : undefined}
        >
          {at < now && <IconCheck size={14} stroke={2.4} aria-hidden />}
          {at === now && <IconLoader2 size={14} stroke={2.4} className="spinning" aria-hidden />}
          {at > now && (
            <Box component="span" w={6} h={6} mx={4} bdrs="50%" bg="var(--line-field)" aria-hidden />
          )}
          {t(`server.arrival.${each}`)}
        </Group>
      ))}
    </Group>
  )
}
