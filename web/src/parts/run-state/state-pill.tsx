// The state of a game server as icon, label and color.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { useTexts } from '../../texts/texts.ts'
import { Pill } from '../../ui/tone/pill.tsx'
import { stateStyle } from './state-style.ts'

interface StatePillProps {
  state: RunState
  isNodeOnline: boolean
  size?: 'large'
}

export function StatePill({ state, isNodeOnline, size }: StatePillProps) {
  const t = useTexts()
  const label = isNodeOnline ? t(`states.${state}`) : t('states.away')
  return <Pill status={stateStyle(state, isNodeOnline)} label={label} size={size} />
}
