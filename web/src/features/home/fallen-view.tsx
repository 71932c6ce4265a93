// Servers that crashed or failed to install: one by one, or many with the same cause in one line.

import { Box, Button, Flex } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { hasNeededMemory } from '../../parts/reasons/reason-rules.ts'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { stateStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { type Attention, attentionLimit } from './logic/attention.ts'

/** In two columns: what helps at the right, what leads there beside it. */
export const helpWidth = { sm: 148 }
const besideWidth = { sm: 112 }

interface FallenProps {
  gameServer: GameServer
  canRestart: boolean
  canSeeConsole: boolean
  canChangeLimits: boolean
  onRestart: () => void
}

export function Fallen({ gameServer, canRestart, canSeeConsole, canChangeLimits, onRestart }: FallenProps) {
  const t = useTexts()
  const reasonText = useReasonText()
  const { name, state } = gameServer
  const hasCrashed = state === 'crashed'
  const leadsToConsole = hasCrashed && canSeeConsole
  const needsLimits = hasCrashed && canChangeLimits && hasNeededMemory(gameServer.state_reason)
  const hasHelp = canRestart || needsLimits
  const params = { serverId: String(gameServer.id) }
  return (
    <Notice
      isRow
      status={stateStyle(state, true)}
      title={
        <Link to="/servers/$serverId" params={params}>
          {hasCrashed ? t('home.crashed', { name }) : t('home.installFailed', { name })}
        </Link>
      }
      action={
        // On a phone there is room for the button that helps; the title leads to the rest.
        <Flex component="span" gap={8}>
          <Button
            size="xs"
            variant="default"
            visibleFrom={hasHelp ? 'sm' : undefined}
            miw={hasHelp ? besideWidth : helpWidth}
            renderRoot={props => (
              <Link
                to={leadsToConsole ? '/servers/$serverId/console' : '/servers/$serverId'}
                params={params}
                {...props}
              />
            )}
          >
            {leadsToConsole ? t('home.seeConsole') : t('home.open')}
          </Button>
          {needsLimits && (
            <Button
              size="xs"
              variant="default"
              miw={helpWidth}
              renderRoot={props => (
                <Link to="/servers/$serverId/settings" params={params} hash="limits" {...props} />
              )}
            >
              {t('home.changeLimits')}
            </Button>
          )}
          {canRestart && !needsLimits && (
            <Button size="xs" variant="default" miw={helpWidth} onClick={onRestart}>
              {hasCrashed ? t('power.start') : t('actions.retry')}
            </Button>
          )}
        </Flex>
      }
    >
      <Dotted>
        <TimeAgo isValue at={gameServer.state_changed_at} />
        {gameServer.state_reason && reasonText(gameServer.state_reason)}
      </Dotted>
    </Notice>
  )
}

interface FallenGroupProps extends Extract<Attention, { kind: 'gameServers' }> {
  canRestart: (gameServer: GameServer) => boolean
  canSeeConsole: (gameServer: GameServer) => boolean
  canChangeLimits: boolean
  onRestart: (gameServer: GameServer) => void
  onRestartAll: (gameServers: readonly GameServer[]) => void
}

const namedAtOnce = 3

export function FallenGroup({ state, reason, gameServers, ...fixes }: FallenGroupProps) {
  const t = useTexts()
  const reasonText = useReasonText()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const count = gameServers.length
  const names = gameServers.slice(0, namedAtOnce).map(({ name }) => name)
  // They would end the same way: each has its limits to change.
  const canRestartAll = !hasNeededMemory(reason) && gameServers.every(fixes.canRestart)
  const left = count - attentionLimit
  return (
    <>
      <Notice
        isRow
        status={stateStyle(state, true)}
        title={t(state === 'crashed' ? 'homeGroups.crashed' : 'homeGroups.installFailed', { count })}
        action={
          <Flex component="span" gap={8} direction={{ base: 'column-reverse', sm: 'row' }}>
            <Button
              size="xs"
              variant="default"
              miw={canRestartAll ? besideWidth : helpWidth}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t(isOpen ? 'homeGroups.hide' : 'homeGroups.show')}
            </Button>
            {canRestartAll && (
              <Button
                size="xs"
                variant="default"
                miw={helpWidth}
                onClick={() => fixes.onRestartAll(gameServers)}
              >
                {t(state === 'crashed' ? 'homeGroups.startAll' : 'homeGroups.installAll')}
              </Button>
            )}
          </Flex>
        }
      >
        <Dotted>
          {reason ? reasonText(reason) : t('homeGroups.unknown')}
          {t('activity.more', { list: names.join(', '), count: count - names.length })}
        </Dotted>
      </Notice>
      <div id={id} hidden={!isOpen}>
        {isOpen &&
          gameServers
            .slice(0, attentionLimit)
            .map(gameServer => (
              <Fallen
                key={gameServer.id}
                gameServer={gameServer}
                canRestart={fixes.canRestart(gameServer)}
                canSeeConsole={fixes.canSeeConsole(gameServer)}
                canChangeLimits={fixes.canChangeLimits}
                onRestart={() => fixes.onRestart(gameServer)}
              />
            ))}
        {left > 0 && (
          <Box component="p" className="text-secondary" px={16} py={12}>
            <Link to="/servers" className="link">
              {t('homeGroups.others', { count: left })}
            </Link>
          </Box>
        )}
      </div>
    </>
  )
}
