// A section of the settings that saves by itself: its fields, and below them what waits to be saved.

import { Box, Button, Group } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { Section } from '../../../ui/controls/section.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from './settings.module.css'

export interface SaveState {
  isBusy: boolean
  isSaved: boolean
  problem: string | null
}

interface SaveableSectionProps extends SaveState {
  /** Also the place in the address that leads here. */
  id: string
  title: string
  text: string
  /** How many values wait to be saved. */
  count: number
  /** How many of them are not good yet. */
  blocking?: number
  /** What to know before saving. */
  note?: string
  children: ReactNode
  onSave: () => void
  onDiscard: () => void
}

export function SaveableSection(props: SaveableSectionProps) {
  const { id, title, text, count, blocking = 0, note = '', isBusy, isSaved, problem, children } = props
  const t = useTexts()
  const waiting = [
    t('settings.changes', { count }),
    blocking > 0 ? t('settings.invalid', { count: blocking }) : note,
  ]
  function submit(event: FormEvent) {
    event.preventDefault()
    if (count > 0 && blocking === 0 && !isBusy) props.onSave()
  }
  return (
    <form id={id} className={styles.anchor} onSubmit={submit} noValidate autoComplete="off">
      <Section title={title} text={text}>
        {children}
        {problem && (
          <Box px={20} pb={14}>
            <FormProblem>{`${t('settings.notSaved')}: ${problem}`}</FormProblem>
          </Box>
        )}
        {(count > 0 || isSaved) && (
          <Group className={styles.foot} gap={8} justify="flex-end">
            {count > 0 ? (
              <>
                <span className={`text-note ${styles.waiting}`} role="status">
                  {waiting.filter(Boolean).join(' · ')}
                </span>
                <Button variant="subtle" disabled={isBusy} onClick={props.onDiscard}>
                  {t('actions.discard')}
                </Button>
                <Button
                  type="submit"
                  variant={problem ? 'default' : 'filled'}
                  loading={isBusy}
                  disabled={blocking > 0}
                >
                  {t('actions.save')}
                </Button>
              </>
            ) : (
              <SavedLabel>{t('settings.saved')}</SavedLabel>
            )}
          </Group>
        )}
      </Section>
    </form>
  )
}
