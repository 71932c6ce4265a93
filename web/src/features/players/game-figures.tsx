// What the game says of itself: how many play, on which map, how far away.

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
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
