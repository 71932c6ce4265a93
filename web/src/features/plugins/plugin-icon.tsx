// The sign of a plugin: drawn for those that come with Rookery, the letters of its name for all others.

import { GameIcon } from '../../parts/games/game-icon.tsx'
import { pluginSign } from '../../parts/plugins/plugin-sign.ts'
import styles from './plugins.module.css'

export function PluginIcon({ id, name }: { id: string; name: string }) {
  const Icon = pluginSign(id)
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
