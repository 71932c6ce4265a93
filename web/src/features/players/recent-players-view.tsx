// Who was here in the last days and has left, the latest first.

import { Box, Button } from '@mantine/core'
import type { RecentPlayer } from '@rookery/contracts/players.ts'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import styles from './players.module.css'

const shownAtFirst = 10

export interface RecentPlayersViewProps {
  players: readonly RecentPlayer[]
  /** As the game writes them; empty where nobody has asked. */
  bannedNames: ReadonlySet<string>
  mayBan: boolean
  onBan: (player: RecentPlayer) => void
}

export function RecentPlayersView({ players, bannedNames, mayBan, onBan }: RecentPlayersViewProps) {
  const t = useTexts()
  const [isWhole, setIsWhole] = useState(false)
  const visible = isWhole ? players : players.slice(0, shownAtFirst)
  const isMore = visible.length < players.length
  return (
    <Panel
      title={t('players.recentTitle')}
      isDivided
      action={<span className="text-hint">{t('players.recentSpan')}</span>}
    >
      <div className={table.scroll}>
        <table className={table.table}>
          <thead className={styles.head}>
            <tr>
              <th className={styles.name}>{t('players.name')}</th>
              <th>{t('players.lastSeen')}</th>
              <th>{mayBan && <span className="visually-hidden">{t('players.actions')}</span>}</th>
            </tr>
          </thead>
          <tbody>
            {visible.map(player => (
              <tr key={player.name}>
                <td className={`text-name ${styles.name}`}>
                  <bdi>{player.name}</bdi>
                  <span className={`text-caption truncate ${styles.belowName}`} aria-hidden>
                    <TimeAgo isValue at={player.last_seen} />
                  </span>
                </td>
                <td className={`text-quiet ${styles.more}`}>
                  <TimeAgo isValue at={player.last_seen} />
                </td>
                <td className={table.right}>
                  {bannedNames.has(player.name) ? (
                    <span className="text-quiet">{t('players.bannedTitle')}</span>
                  ) : (
                    mayBan &&
                    player.id !== null && (
                      <Button
                        className={styles.action}
                        variant="default"
                        color="danger"
                        size="xs"
                        leftSection={<IconBan size={15} stroke={1.8} aria-hidden />}
                        aria-label={t('players.banPlayer', { name: player.name })}
                        onClick={() => onBan(player)}
                      >
                        {t('players.ban')}
                      </Button>
                    )
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isMore && (
        <Box p={8}>
          <Button variant="subtle" size="xs" className={styles.action} onClick={() => setIsWhole(true)}>
            {t('actions.showAll')}
          </Button>
        </Box>
      )}
    </Panel>
  )
}
