// The people who play, one row each, with what can be done about them.

import { Button, Group } from '@mantine/core'
import type { GamePlayer } from '@rookery/contracts/players.ts'
import { IconBan, IconDoorExit } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import table from '../../ui/controls/table.module.css'
import { shortSpan } from '../../ui/time/relative-time.ts'
import styles from './players.module.css'

function withKeys(players: readonly GamePlayer[]): { key: string; player: GamePlayer }[] {
  const seen = new Map<string, number>()
  return players.map(player => {
    const who = player.id ?? player.name
    const times = (seen.get(who) ?? 0) + 1
    seen.set(who, times)
    return { key: `${who} ${times}`, player }
  })
}

export interface PlayerTableProps {
  players: readonly GamePlayer[]
  mayKick: boolean
  mayBan: boolean
  onKick: (player: GamePlayer) => void
  onBan: (player: GamePlayer) => void
}

export function PlayerTable({ players, mayKick, mayBan, onKick, onBan }: PlayerTableProps) {
  const t = useTexts()
  const language = useLanguage()
  const has = (figure: 'score' | 'ping' | 'seconds') => players.some(player => player[figure] !== null)
  const [hasScore, hasPing, hasTime] = [has('score'), has('ping'), has('seconds')]
  const figure = `${table.right} ${styles.figure}`
  const hasActions = mayKick || mayBan
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead className={styles.head}>
          <tr>
            <th className={styles.name}>{t('players.name')}</th>
            {hasScore && <th className={figure}>{t('players.score')}</th>}
            {hasPing && <th className={figure}>{t('players.pingOfPlayer')}</th>}
            {hasTime && <th className={figure}>{t('players.time')}</th>}
            <th>{hasActions && <span className="visually-hidden">{t('players.actions')}</span>}</th>
          </tr>
        </thead>
        <tbody>
          {withKeys(players).map(({ key, player }) => {
            const ping =
              player.ping === null ? '–' : t('players.milliseconds', { ms: Math.round(player.ping) })
            const time = player.seconds === null ? '–' : shortSpan(player.seconds * 1000, language)
            const score = player.score !== null && t('players.scoreOf', { score: player.score })
            const belowName = [score, player.ping !== null && ping, player.seconds !== null && time]
            return (
              <tr key={key}>
                <td className={`text-name ${styles.name}`}>
                  <bdi>{player.name}</bdi>
                  <span className={`text-caption truncate ${styles.belowName}`} aria-hidden>
                    {belowName.filter(figure => figure !== false).join(' · ')}
                  </span>
                </td>
                {hasScore && <td className={figure}>{player.score ?? '–'}</td>}
                {hasPing && <td className={figure}>{ping}</td>}
                {hasTime && <td className={`${figure} text-quiet`}>{time}</td>}
                <td>
                  {hasActions && (
                    <Group gap={8} wrap="nowrap" justify="flex-end">
                      {mayKick && (
                        <Button
                          className={styles.action}
                          variant="default"
                          size="xs"
                          leftSection={<IconDoorExit size={15} stroke={1.8} aria-hidden />}
                          disabled={player.id === null}
                          aria-label={t('players.kickPlayer', { name: player.name })}
                          onClick={() => onKick(player)}
                        >
                          {t('players.kick')}
                        </Button>
                      )}
                      {mayBan && (
                        <Button
                          className={styles.action}
                          variant="default"
                          color="danger"
                          size="xs"
                          leftSection={<IconBan size={15} stroke={1.8} aria-hidden />}
                          disabled={player.id === null}
                          aria-label={t('players.banPlayer', { name: player.name })}
                          onClick={() => onBan(player)}
                        >
                          {t('players.ban')}
                        </Button>
                      )}
                    </Group>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
