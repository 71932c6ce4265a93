// The sign of a plugin: drawn for those that come with Rookery, the letters of its name for all others.

import { IconActivityHeartbeat, IconBell } from '@tabler/icons-react'
import { GameIcon } from '../../parts/games/game-icon.tsx'
import styles from './plugins.module.css'

const drawn = { notifications: IconBell, 'status-page': IconActivityHeartbeat } as const

export function PluginIcon({ id, name }: { id: string; name: string }) {
  const Icon = Object.hasOwn(drawn, id) ? drawn[id as keyof typeof drawn] : null
  if (!Icon) {
    return (
      <span className={styles.letters}>
        <GameIcon template={{ slug: id, name }} size={36} />
      </span>
    )
  }
  return (
    <span className={styles.icon} aria-hidden>
      <Icon size={20} stroke={1.7} />
    </span>
  )
}
