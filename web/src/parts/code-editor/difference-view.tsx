// What differs between two versions of one text, line by line.

import { Box, Group } from '@mantine/core'
import { useMemo } from 'react'
import { useTexts } from '../../texts/texts.ts'
import styles from './difference.module.css'
import { type DifferencePart, differenceOf, withoutMiddles } from './line-difference-rules.ts'

/** More lines than anybody reads in a dialog; the rest is counted. */
const mostParts = 2_000
const signs = { same: ' ', theirs: '−', mine: '+' } as const

interface DifferenceViewProps {
  old: string
  now: string
  oldLabel: string
  nowLabel: string
}

export function DifferenceView({ old, now, oldLabel, nowLabel }: DifferenceViewProps) {
  const t = useTexts()
  const parts = useMemo(() => withoutMiddles(differenceOf(old, now)), [old, now])
  const rest = parts.length - mostParts
  return (
    <Box
      component="figure"
      m={0}
      className={`well ${styles.difference}`}
      aria-label={t('fileEditor.difference')}
    >
      <Group
        component="figcaption"
        className="line-below text-caption"
        gap={18}
        px={12}
        py={7}
        fw={550}
        bg="var(--surface-hover)"
      >
        <span data-kind="theirs">− {oldLabel}</span>
        <span data-kind="mine">+ {nowLabel}</span>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long difference is scrolled with the keyboard */}
      <div className={styles.lines} tabIndex={0} role="document">
        {parts.slice(0, mostParts).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text have nothing else to tell them apart
          <DifferenceRow key={index} part={part} labels={{ theirs: oldLabel, mine: nowLabel }} />
        ))}
        {rest > 0 && <p className={styles.skipped}>… {rest}</p>}
      </div>
    </Box>
  )
}

interface DifferenceRowProps {
  part: DifferencePart
  labels: { theirs: string; mine: string }
}

function DifferenceRow({ part, labels }: DifferenceRowProps) {
  const t = useTexts()
  if (part.kind === 'skipped') {
    return <p className={styles.skipped}>{t('fileEditor.skipped', { count: part.count })}</p>
  }
  const changeLabel = part.kind === 'same' ? null : labels[part.kind]
  return (
    <Group
      component="p"
      className={styles.diffLine}
      gap={8}
      align="stretch"
      wrap="nowrap"
      data-kind={part.kind}
    >
      <span aria-hidden>{signs[part.kind]}</span>
      {changeLabel && <span className="visually-hidden">{changeLabel}: </span>}
      <bdi>{part.text}</bdi>
    </Group>
  )
}
