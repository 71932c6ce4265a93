// Two versions of one text: what differs, and which of them stays.

import { Box, Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { nameInText } from '../logic/displayed-name.ts'
import styles from './editor.module.css'
import { type DifferencePart, differenceOf, withoutMiddles } from './logic/line-difference.ts'

export interface ConflictViewProps {
  name: string
  /** Null when the file is no longer there. */
  theirs: string | null
  mine: string
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
  onGoOn: () => void
}

export function ConflictView(props: ConflictViewProps) {
  const t = useTexts()
  const { name, theirs, mine, isBusy, onTakeTheirs, onKeepMine, onGoOn } = props
  const displayName = nameInText(name)
  return (
    <div className={form.form}>
      <p className="text-quiet">
        {theirs === null
          ? t('fileEditor.goneText', { name: displayName })
          : t('fileEditor.conflictText', { name: displayName })}
      </p>
      {theirs !== null && <Difference theirs={theirs} mine={mine} />}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="subtle" data-autofocus onClick={onGoOn}>
          {t('fileEditor.goOnEditing')}
        </Button>
        {theirs !== null && (
          <Button variant="default" onClick={onTakeTheirs}>
            {t('fileEditor.takeTheirs')}
          </Button>
        )}
        <Button loading={isBusy} onClick={onKeepMine}>
          {theirs === null ? t('fileEditor.saveAnew') : t('fileEditor.keepMine')}
        </Button>
      </Group>
    </div>
  )
}

/** More lines than anybody reads in a dialog; the rest is counted. */
const mostParts = 2_000
const signs = { same: ' ', theirs: '−', mine: '+' } as const

function Difference({ theirs, mine }: { theirs: string; mine: string }) {
  const t = useTexts()
  const parts = useMemo(() => withoutMiddles(differenceOf(theirs, mine)), [theirs, mine])
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
        <span data-kind="theirs">− {t('fileEditor.theirs')}</span>
        <span data-kind="mine">+ {t('fileEditor.mine')}</span>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long difference is scrolled with the keyboard */}
      <div className={styles.lines} tabIndex={0} role="document">
        {parts.slice(0, mostParts).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text have nothing else to tell them apart
          <DifferenceRow key={index} part={part} />
        ))}
        {rest > 0 && <p className={styles.skipped}>… {rest}</p>}
      </div>
    </Box>
  )
}

function DifferenceRow({ part }: { part: DifferencePart }) {
  const t = useTexts()
  if (part.kind === 'skipped') {
    return <p className={styles.skipped}>{t('fileEditor.skipped', { count: part.count })}</p>
  }
  const changeLabel =
    part.kind === 'same' ? null : t(part.kind === 'mine' ? 'fileEditor.added' : 'fileEditor.removed')
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
