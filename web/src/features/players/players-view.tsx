// Who plays right now: a word to all of them, the numbers, and the people below.

import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import type { GamePlayer, GameQuery } from '@rookery/contracts/players.ts'
import {
  IconAlertTriangle,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Reach } from '../../parts/players/game-reach-rules.ts'
import { useTexts } from '../../texts/texts.ts'
import { CopyableAddress } from '../../ui/controls/copy-button.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { MessageView, type MessageViewProps } from './message-view.tsx'
import { findPlayers, isSearchable } from './player-search-rules.ts'
import { PlayerTable, type PlayerTableProps } from './player-table.tsx'
import styles from './players.module.css'

function GameFigures({ query }: { query: GameQuery }) {
  const t = useTexts()
  const figures = [
    { label: t('players.map'), value: query.map },
    { label: t('players.version'), value: query.version },
    {
      label: t('players.ping'),
      value: query.ping_ms === null ? null : t('players.milliseconds', { ms: Math.round(query.ping_ms) }),
    },
  ].filter(({ value }) => value !== null)
  return (
    <Group component="dl" className="numbers" gap="6px 28px" fz={13.5}>
      {figures.map(({ label, value }) => (
        <Group key={label} gap={8} align="stretch" wrap="nowrap">
          <dt className="text-faint">{label}</dt>
          <dd>{value}</dd>
        </Group>
      ))}
    </Group>
  )
}

export interface PlayersViewProps extends Omit<PlayerTableProps, 'players'> {
  reach: Reach
  /** Null while they are on their way. */
  players: readonly GamePlayer[] | null
  query: GameQuery | null
  /** What people type in to join. */
  address: string
  /** Why the list could not be read. */
  problem: string | null
  mayMessage: boolean
  message: Omit<MessageViewProps, 'playersOnline'>
  /** Brings the game up again; null for those who may not, and where it can't be started now. */
  rising: { action: 'start' | 'resume'; isBusy: boolean; onAct: () => void } | null
}

const iconSize = { size: 28, stroke: 1.5 }

export function PlayersView({ reach, rising, ...props }: PlayersViewProps) {
  const t = useTexts()
  if (reach === 'away') {
    return (
      <Panel>
        <EmptyState
          icon={<IconPlugConnectedX {...iconSize} />}
          title={t('players.awayTitle')}
          text={t('players.awayText')}
        />
      </Panel>
    )
  }
  if (reach === 'resting' || reach === 'paused') {
    const Icon = reach === 'paused' ? IconPlayerPause : IconUsers
    return (
      <Panel>
        <EmptyState
          icon={<Icon {...iconSize} />}
          title={t(`players.${reach}Title`)}
          text={t(`players.${reach}Text`)}
          action={
            rising && (
              <Button
                leftSection={<IconPlayerPlay size={17} stroke={1.9} />}
                loading={rising.isBusy}
                onClick={rising.onAct}
              >
                {t(`power.${rising.action}`)}
              </Button>
            )
          }
        />
      </Panel>
    )
  }
  return <RunningGame {...props} />
}

function RunningGame({
  players,
  query,
  address,
  problem,
  mayMessage,
  message,
  ...table
}: Omit<PlayersViewProps, 'reach' | 'rising'>) {
  const t = useTexts()
  const [searchText, setSearchText] = useState('')
  const found = players && findPlayers(players, searchText)
  return (
    <Stack gap={16}>
      {mayMessage && (
        <Panel>
          <MessageView {...message} playersOnline={countOf(players, query)} />
        </Panel>
      )}
      <Panel isDivided>
        {(query || players) && (
          <Group mih={56} p="10px 16px" gap="8px 32px" justify="space-between">
            <h2 className="numbers">{countText(t, players, query)}</h2>
            {query && <GameFigures query={query} />}
            {players && isSearchable(players, searchText) && (
              <TextInput
                className={styles.search}
                leftSection={<IconSearch size={16} aria-hidden />}
                placeholder={t('players.search')}
                aria-label={t('players.search')}
                value={searchText}
                onChange={event => setSearchText(event.currentTarget.value)}
              />
            )}
          </Group>
        )}
        {problem && players && (
          <Group component="p" className="text-note" p="10px 16px" gap={8} wrap="nowrap" role="status">
            <IconAlertTriangle size={16} aria-hidden />
            {t('players.stale')}
          </Group>
        )}
        <div>
          {found?.length === 0 && players?.length ? (
            <Box component="p" className="text-faint" px={16} py={20} role="status">
              {t('players.noMatch', { searchText: searchText.trim() })}
            </Box>
          ) : (
            <PlayerList players={found} query={query} address={address} problem={problem} {...table} />
          )}
        </div>
      </Panel>
    </Stack>
  )
}

type ListProps = Omit<PlayersViewProps, 'reach' | 'mayMessage' | 'message' | 'rising'>

function PlayerList({ players, query, address, problem, ...table }: ListProps) {
  const t = useTexts()
  if (players === null) {
    if (problem === null) return <LoadingRows rows={3} />
    return <EmptyState icon={<IconUsers {...iconSize} />} title={t('players.unknownTitle')} text={problem} />
  }
  if (players.length > 0) return <PlayerTable players={players} {...table} />
  const unnamed = query?.players ?? 0
  return (
    <EmptyState
      icon={<IconUsers {...iconSize} />}
      title={unnamed > 0 ? t('players.unnamedTitle', { count: unnamed }) : t('players.emptyTitle')}
      text={unnamed > 0 ? t('players.unnamedText') : t('players.emptyText')}
      action={
        unnamed === 0 && (
          <Stack gap={6} align="center">
            <span className="text-hint">{t('players.joinAt')}</span>
            <div className={`well ${styles.join}`}>
              <CopyableAddress address={address} />
            </div>
          </Stack>
        )
      }
    />
  )
}

const countOf = (players: readonly GamePlayer[] | null, query: GameQuery | null): number =>
  players?.length || (query?.players ?? 0)

function countText(
  t: ReturnType<typeof useTexts>,
  players: readonly GamePlayer[] | null,
  query: GameQuery | null,
): string {
  const count = countOf(players, query)
  const max = query?.max_players ?? null
  return max === null ? t('players.countOpen', { count }) : t('players.count', { players: count, max })
}
