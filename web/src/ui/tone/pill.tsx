// A state as icon, label and color.

import tones from './tone.module.css'
import type { StatusStyle } from './tone.ts'

interface PillProps {
  status: StatusStyle
  label: string
  size?: 'large'
}

export function Pill({ status, label, size }: PillProps) {
  const classes = [
    tones.pill,
    tones[status.tone],
    status.isMoving && tones.moves,
    status.tone === 'away' && tones.hatched,
    size === 'large' && tones.large,
  ]
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <status.Icon size={size === 'large' ? 16 : 14} stroke={2.2} aria-hidden />
      {label}
    </span>
  )
}
