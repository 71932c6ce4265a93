// A calm sign beside a heading: live, reconnecting, or not live any more.

import { Group } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import type { LineState } from './connection-state.ts'
import styles from './live.module.css'

/** Its width stays the same in every state, so that nothing beside it moves. */
export function LiveBadge({ line }: { line: LineState }) {
  const t = useTexts()
  const label = line === 'open' ? 'on' : line === 'connecting' || line === 'reconnecting' ? 'trying' : 'off'
  return (
    <Group
      component="span"
      className={`text-hint ${styles.sign}`}
      display="inline-flex"
      gap={6}
      wrap="nowrap"
      data-word={label}
      role="status"
      title={t(`live.${label}Text`)}
    >
      <span className={styles.dot} aria-hidden />
      {t(`live.${label}`)}
    </Group>
  )
}
