// The picture of a game: the drawn mark of a shipped one, the icon that a template brings, or its initials. What was
// imported has a dashed frame, what people made or edited a pencil, so that neither is taken for a built-in one.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconEgg, IconPencil } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import styles from './games.module.css'
import { hueOf, initialsOf } from './logic/initials.ts'
import { markOf } from './logic/shipped-games.ts'

/** One file for all marks, which the browser fetches once and keeps. */
const marksAddress = new URL('./game-marks.svg', import.meta.url).href

/** Where a game server is shown, its template's icon is not known. */
export type PicturedGame = Pick<TemplateSummary, 'slug' | 'name'> &
  Partial<Pick<TemplateSummary, 'icon' | 'source'>>

const badges = { imported: IconEgg, own: IconPencil }
/** Below this a badge would hide more than it tells. */
const smallestWithBadge = 30

export function GameIcon({ template, size = 44 }: { template: PicturedGame; size?: number }) {
  const { slug, name, icon, source } = template
  const mark = icon || source === 'imported' ? null : markOf(slug)
  const style = { '--hue': mark?.hue ?? hueOf(slug), '--size': `${size}px` } as CSSProperties
  const Badge = source && source !== 'built-in' && size >= smallestWithBadge ? badges[source] : null
  return (
    <span
      className={styles.gameIcon}
      style={style}
      data-kind={mark ? 'mark' : icon ? 'icon' : 'initials'}
      data-source={source}
      aria-hidden
    >
      {mark ? (
        <svg viewBox="0 0 24 24" role="presentation">
          <use href={`${marksAddress}#${mark.slug}`} />
        </svg>
      ) : icon ? (
        <img src={icon} alt="" />
      ) : (
        initialsOf(name)
      )}
      {Badge && (
        <span className={styles.badge}>
          <Badge size={11} stroke={2} />
        </span>
      )}
    </span>
  )
}
