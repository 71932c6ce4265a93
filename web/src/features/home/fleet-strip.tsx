// The fleet at a glance, grouped by node: tiles with names while there are few, small squares when there are many.

import { Box, Group, Stack } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, memo } from 'react'
import { awayStyle, stateStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import tones from '../../ui/tone/tone.module.css'
import styles from './home.module.css'
import { type FleetSize, fleetByNode, fleetCounts, fleetSize } from './logic/fleet.ts'

const gaps: Record<FleetSize, number> = { few: 8, some: 5, many: 3 }

export function FleetStrip({ gameServers }: { gameServers: readonly GameServer[] }) {
  const t = useTexts()
  const navigate = useNavigate()
  const size = fleetSize(gameServers.length)
  /** One listener instead of a thousand; with a modifier key the browser opens the link itself. */
  const open = (event: MouseEvent) => {
    const serverId = (event.target as Element).closest<HTMLElement>('[data-server]')?.dataset.server
    if (!serverId || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: '/servers/$serverId', params: { serverId } })
  }
  return (
    <Panel title={t('home.fleet')} action={<FleetSummary gameServers={gameServers} />}>
      <Group
        className={styles.fleet}
        gap="18px 36px"
        align="flex-start"
        p={16}
        data-size={size}
        onClick={open}
      >
        {fleetByNode(gameServers).map(group => (
          <Stack key={group.nodeId} gap={8} miw={0} w={{ base: '100%', sm: 'auto' }}>
            <Group component="h3" className="text-quiet" gap={8} wrap="nowrap" fz={12.5} fw={500}>
              {group.nodeName}
              <Box component="span" className="text-faint" fw={400}>
                {group.gameServers.length}
              </Box>
              {!group.isOnline && <Offline />}
            </Group>
            <Group component="ul" gap={gaps[size]}>
              {group.gameServers.map(({ id, name, state, node_online }) => (
                <li key={id}>
                  <FleetSquare id={id} name={name} state={state} isNodeOnline={node_online} size={size} />
                </li>
              ))}
            </Group>
          </Stack>
        ))}
      </Group>
    </Panel>
  )
}

function Offline() {
  const t = useTexts()
  const { Icon, tone } = awayStyle
  return (
    <Group component="span" className={tones[tone]} c="var(--tone)" gap={4} wrap="nowrap">
      <Icon size={14} stroke={2.2} aria-hidden />
      {t('states.away')}
    </Group>
  )
}

interface FleetSquareProps {
  id: number
  name: string
  state: RunState
  isNodeOnline: boolean
  size: FleetSize
}

const iconSizes: Record<FleetSize, number> = { few: 14, some: 13, many: 11 }

const FleetSquare = memo(function FleetSquare({ id, name, state, isNodeOnline, size }: FleetSquareProps) {
  const t = useTexts()
  const style = stateStyle(state, isNodeOnline)
  const stateLabel = isNodeOnline
    ? t(`states.${state}`)
    : t('states.awayBefore', { state: t(`states.${state}`) })
  const label = `${name}: ${stateLabel}`
  const classes = [
    styles.square,
    tones[style.tone],
    style.isMoving && tones.moves,
    style.tone === 'away' && tones.hatched,
  ]
  return (
    <a
      href={`/servers/${id}`}
      data-server={id}
      title={label}
      aria-label={label}
      className={classes.filter(Boolean).join(' ')}
    >
      <style.Icon size={iconSizes[size]} stroke={2.2} aria-hidden />
      {size === 'few' && <span className={`truncate ${styles.squareName}`}>{name}</span>}
    </a>
  )
})

/** How many are in which state, trouble first. */
function FleetSummary({ gameServers }: { gameServers: readonly GameServer[] }) {
  const t = useTexts()
  return (
    <Group component="ul" className={`text-note ${styles.summary}`} gap="2px 14px" justify="flex-end" py={6}>
      {fleetCounts(gameServers).map(({ state, count }) => {
        const { Icon, tone } = state === 'away' ? awayStyle : stateStyle(state, true)
        return (
          <Group component="li" key={state} gap={5} wrap="nowrap">
            <Icon size={14} stroke={2.2} className={tones[tone]} color="var(--tone)" aria-hidden />
            <span>{t(state === 'away' ? 'states.away' : `states.${state}`)}</span>
            <span className={`numbers ${styles.number}`}>{count}</span>
          </Group>
        )
      })}
    </Group>
  )
}
