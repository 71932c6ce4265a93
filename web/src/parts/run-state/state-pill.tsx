// A state as icon, word and colour.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { lookOf, type StateLook } from './state-style.ts'

export function Pill({ look, word, size }: { look: StateLook; word: string; size?: 'large' }) {
  const classes = [
    tones.pill,
    tones[look.tone],
    look.isMoving && tones.moves,
    look.tone === 'away' && tones.hatched,
    size === 'large' && tones.large,
  ]
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <look.Icon size={size === 'large' ? 16 : 14} stroke={2.2} aria-hidden />
      {word}
    </span>
  )
}

interface StatePillProps {
  state: RunState
  isNodeOnline: boolean
  size?: 'large'
}

export function StatePill({ state, isNodeOnline, size }: StatePillProps) {
  const t = useTexts()
  const word = isNodeOnline ? t(`states.${state}`) : t('states.away')
  return <Pill look={lookOf(state, isNodeOnline)} word={word} size={size} />
}
