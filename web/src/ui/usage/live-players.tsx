// How many play, in the strip of a game server; nothing where the game does not tell.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.ts'
import styles from './usage.module.css'
import { useGameQuery } from './use-game-query.ts'

interface LivePlayersProps {
  gameServer: Pick<GameServer, 'id' | 'state' | 'node_online'>
  /** What parts it from what stands before it. */
  before?: ReactNode
}

export function LivePlayers({ gameServer, before }: LivePlayersProps) {
  const t = useTexts()
  const query = useGameQuery(gameServer)
  if (query === null || query.players === null) return null
  return (
    <>
      {before}
      <span className={styles.players} title={t('usage.players')}>
        <IconUsers size={15} aria-hidden />
        <span className="visually-hidden">{t('usage.players')}</span>
        {query.max_players === null ? query.players : `${query.players} / ${query.max_players}`}
      </span>
    </>
  )
}
