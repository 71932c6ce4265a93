// What happened in the time that the charts show, in words; pointing at a line points at its moment in all charts.

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import tones from '../../ui/tone/tone.module.css'
import { useReasonText } from '../reasons/use-reason-text.ts'
import styles from './charts.module.css'
import type { Mark } from './logic/chart-marks.ts'
import type { TimeWindow } from './logic/time-window.ts'
import { markStyles } from './mark-style.ts'
import type { TimeCursor } from './time-cursor.ts'
import { useChartMoment } from './use-chart-moment.ts'

const visibleAtFirst = 6

interface MarkListProps {
  marks: readonly Mark[]
  cursor: TimeCursor
  linkOf?: ((mark: Mark) => ReactNode) | undefined
}

/** The newest first. */
export function MarkList({ marks, cursor, linkOf }: MarkListProps) {
  const t = useTexts()
  const [isWhole, setIsWhole] = useState(false)
  if (marks.length === 0) return null
  const newestFirst = [...marks].reverse()
  const visible = isWhole ? newestFirst : newestFirst.slice(0, visibleAtFirst)
  const further = newestFirst.length - visible.length
  return (
    <Panel title={t('metrics.happened')}>
      <MarkRows marks={visible} cursor={cursor} linkOf={linkOf} />
      {further > 0 && (
        <Button size="xs" variant="subtle" m={8} onClick={() => setIsWhole(true)}>
          {t('metrics.moreMarks', { count: further })}
        </Button>
      )}
    </Panel>
  )
}

export function MarkRows({ marks, cursor, linkOf, window }: MarkListProps & { window?: TimeWindow }) {
  const t = useTexts()
  const reasonText = useReasonText()
  const moment = useChartMoment(window)
  const point = (at: number | null) => cursor.move(at, 'mark')
  return (
    <ul className={styles.markRows}>
      {marks.map(mark => {
        const { Icon, tone } = markStyles[mark.kind]
        return (
          <Group
            component="li"
            key={`${mark.kind} ${mark.atSeconds}`}
            className={`${styles.markRow} ${tones[tone]}`}
            gap="2px 10px"
            onPointerEnter={() => point(mark.atSeconds)}
            onPointerLeave={() => point(null)}
            onFocus={() => point(mark.atSeconds)}
          >
            <Icon size={15} stroke={2} color="var(--tone)" aria-hidden />
            <strong>{t(`metrics.mark.${mark.kind}`)}</strong>
            <time className="text-faint numbers" dateTime={new Date(mark.atSeconds * 1000).toISOString()}>
              {moment(mark.atSeconds)}
            </time>
            {mark.detail && (
              <span className={`text-quiet ${styles.markDetail}`}>{reasonText(mark.detail)}</span>
            )}
            {linkOf && <span className={styles.markLink}>{linkOf(mark)}</span>}
          </Group>
        )
      })}
    </ul>
  )
}
