// The state of a game server as icon, label and color.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { useTexts } from '../../texts/texts.ts'
import { Pill } from '../../ui/tone/pill.tsx'
import { isAtRest, stateStyle, suspendedStyle } from './state-style.ts'

interface StatePillProps {
  state: RunState
  isNodeOnline: boolean
  isSuspended?: boolean
  size?: 'large'
}

export function StatePill({ state, isNodeOnline, isSuspended = false, size }: StatePillProps) {
  const t = useTexts()
  // What still runs or is away is told first.
  if (isSuspended && isNodeOnline && isAtRest(state)) {
    return <Pill status={suspendedStyle} label={t('states.suspended')} size={size} />
  }
  const label = isNodeOnline ? t(`states.${state}`) : t('states.away')
  return <Pill status={stateStyle(state, isNodeOnline)} label={label} size={size} />
}
