// What happened, as lines across a chart; the first chart of a page carries the flags that say what and when.

import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import styles from './charts.module.css'
import { groupMarks, type Mark, type MarkGroup } from './logic/chart-marks.ts'
import type { TimeWindow } from './logic/time-window.ts'
import { MarkRows } from './mark-list.tsx'
import { markStyles } from './mark-style.ts'
import type { TimeCursor } from './time-cursor.ts'
import { useChartMoment } from './use-chart-moment.ts'

/** Fits the narrowest phone. */
const popoverWidth = 300

interface MarkFlagsProps {
  marks: readonly Mark[]
  window: TimeWindow
  /** Whether somebody can press them here. */
  hasFlags: boolean
  /** Room of the axis at the right. */
  hasShare: boolean
  cursor: TimeCursor
  linkOf?: (mark: Mark) => ReactNode
}

export function MarkFlags({ marks, window, hasFlags, hasShare, cursor, linkOf }: MarkFlagsProps) {
  const groups = groupMarks(marks, window)
  if (groups.length === 0) return null
  return (
    <div className={styles.marks} data-share={hasShare || undefined}>
      {groups.map(group => (
        <div
          key={group.atSeconds}
          className={`${styles.mark} ${tones[markStyles[group.kind].tone]}`}
          style={{ left: `${group.place * 100}%` }}
          data-mark={group.kind}
        >
          {hasFlags && <Flag group={group} window={window} cursor={cursor} linkOf={linkOf} />}
        </div>
      ))}
    </div>
  )
}

interface FlagProps extends Pick<MarkFlagsProps, 'window' | 'cursor' | 'linkOf'> {
  group: MarkGroup
}

function Flag({ group, window, cursor, linkOf }: FlagProps) {
  const t = useTexts()
  const moment = useChartMoment(window)
  const [isOpen, setIsOpen] = useState(false)
  const { Icon } = markStyles[group.kind]
  const label = group.marks.map(({ kind, atSeconds }) => `${t(`metrics.mark.${kind}`)} ${moment(atSeconds)}`)
  const point = (at: number | null) => cursor.move(at, 'mark')
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={popoverWidth} withArrow shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={styles.flag}
          aria-label={label.join(', ')}
          aria-expanded={isOpen}
          title={isOpen ? undefined : label.join('\n')}
          onClick={() => setIsOpen(!isOpen)}
          onFocus={() => point(group.atSeconds)}
          onPointerEnter={() => point(group.atSeconds)}
          onPointerLeave={() => point(null)}
        >
          <Icon size={12} stroke={2.4} aria-hidden />
          {group.marks.length > 1 && <span className="numbers">{group.marks.length}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} className={styles.popover}>
        <MarkRows marks={group.marks} cursor={cursor} linkOf={linkOf} window={window} />
      </Popover.Dropdown>
    </Popover>
  )
}
