// The picture of a game: its own icon, or its initials in a color that is always the same.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import type { CSSProperties } from 'react'
import styles from './games.module.css'
import { hueOf, initialsOf } from './logic/emblem-style.ts'

type Pictured = Pick<TemplateSummary, 'slug' | 'name' | 'icon'>

export function Emblem({ template, size = 44 }: { template: Pictured; size?: number }) {
  const appearance = { '--hue': hueOf(template.slug), '--size': `${size}px` } as CSSProperties
  if (template.icon) {
    return <img className={styles.icon} style={appearance} src={template.icon} alt="" />
  }
  return (
    <span className={styles.emblem} style={appearance} aria-hidden>
      {initialsOf(template.name)}
    </span>
  )
}
