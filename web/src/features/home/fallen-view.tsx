// Servers that crashed or failed to install: one by one, or many with the same cause in one line.

import { Box, Button, Flex } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useReasonText } from '../../parts/reasons/use-reason-text.ts'
import { stateStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { type Attention, attentionLimit } from './logic/attention.ts'
import { canRestartAll, type Fixes, fixOf } from './logic/fixes.ts'

/** In two columns: what helps at the right, what leads there beside it. */
export const helpWidth = { sm: 148 }
const besideWidth = { sm: 112 }

export interface FallenFixes extends Fixes {
  canSeeConsole: (gameServer: GameServer) => boolean
  onRestart: (gameServer: GameServer) => void
  onRestartAll: (gameServers: readonly GameServer[]) => void
}

interface FallenProps {
  gameServer: GameServer
  fixes: FallenFixes
  /** The next step of the page. */
  isNext?: boolean
}

export function Fallen({ gameServer, fixes, isNext = false }: FallenProps) {
  const t = useTexts()
  const reasonText = useReasonText()
  const { name, state } = gameServer
  const hasCrashed = state === 'crashed'
  const leadsToConsole = hasCrashed && fixes.canSeeConsole(gameServer)
  const fix = fixOf(gameServer, fixes)
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
            visibleFrom={fix ? 'sm' : undefined}
            miw={fix ? besideWidth : helpWidth}
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
          {fix === 'limits' && (
            <Button
              size="xs"
              variant={isNext ? 'filled' : 'default'}
              miw={helpWidth}
              renderRoot={props => (
                <Link to="/servers/$serverId/settings" params={params} hash="limits" {...props} />
              )}
            >
              {t('home.changeLimits')}
            </Button>
          )}
          {fix === 'restart' && (
            <Button
              size="xs"
              variant={isNext ? 'filled' : 'default'}
              miw={helpWidth}
              onClick={() => fixes.onRestart(gameServer)}
            >
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

interface FallenGroupProps {
  group: Extract<Attention, { kind: 'gameServers' }>
  fixes: FallenFixes
  isNext: boolean
}

const namedAtOnce = 3

export function FallenGroup({ group, fixes, isNext }: FallenGroupProps) {
  const { state, reason, gameServers } = group
  const t = useTexts()
  const reasonText = useReasonText()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const count = gameServers.length
  const names = gameServers.slice(0, namedAtOnce).map(({ name }) => name)
  const helpsAll = canRestartAll(group, fixes)
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
              miw={helpsAll ? besideWidth : helpWidth}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t(isOpen ? 'homeGroups.hide' : 'homeGroups.show')}
            </Button>
            {helpsAll && (
              <Button
                size="xs"
                variant={isNext ? 'filled' : 'default'}
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
            .map(gameServer => <Fallen key={gameServer.id} gameServer={gameServer} fixes={fixes} />)}
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
