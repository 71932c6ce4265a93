// Says of a node that nothing new comes to it.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconDoorExit, IconLock } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import { Pill } from '../../../ui/tone/pill.tsx'
import type { StatusStyle } from '../../../ui/tone/tone.ts'

const styles: Record<'closed' | 'draining', StatusStyle> = {
  closed: { tone: 'resting', Icon: IconLock },
  draining: { tone: 'warning', Icon: IconDoorExit },
}

export function PlacementPill({ node: { placement } }: { node: Pick<Node, 'placement'> }) {
  const t = useTexts()
  return placement === 'open' ? null : (
    <Pill status={styles[placement]} label={t(`nodePlacing.${placement}`)} />
  )
}
