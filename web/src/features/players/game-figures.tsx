// What the game says of itself: how many play, on which map, how far away.

import { Group } from '@mantine/core'
import type { GameQuery } from '@rookery/contracts/players.ts'
import { useTexts } from '../../texts/texts.ts'
import styles from './players.module.css'

export function GameFigures({ query }: { query: GameQuery }) {
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
    <Group component="dl" className={styles.figures} gap="6px 28px" align="stretch">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Group>
  )
}
