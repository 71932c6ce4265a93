// Quiet placeholders in the shape of what comes: rows, fields, a page with its title. They appear late, so that quick answers do not flicker.

import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import frame from '../controls/controls.module.css'
import styles from './feedback.module.css'
import { useIsSameWait } from './use-waiting.ts'

interface WaitingProps {
  /** It was waited before this was drawn: in sight at once. */
  isLate?: boolean
}

function Waiting({
  isLate = false,
  className,
  children,
}: WaitingProps & { className?: string; children: ReactNode }) {
  const isSameWait = useIsSameWait()
  return (
    <div
      className={[styles.loading, className].filter(Boolean).join(' ')}
      data-at-once={isLate || isSameWait || undefined}
      aria-busy="true"
      role="status"
    >
      {children}
    </div>
  )
}

const several = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}-${at}`)

function Rows({ rows }: { rows: number }) {
  return several(rows, 'row').map((key, row) => (
    <Group key={key} className={styles.loadingRow} gap={32} wrap="nowrap">
      <span style={{ width: `${34 - (row % 3) * 6}%` }} />
      <span style={{ width: '14%' }} />
      <span style={{ width: `${20 - (row % 2) * 5}%` }} />
    </Group>
  ))
}

function Fields({ fields }: { fields: number }) {
  return several(fields, 'field').map((key, at) => (
    <Stack key={key} className={styles.loadingField} gap={10}>
      <span style={{ width: `${18 + (at % 3) * 6}%` }} />
      <span />
    </Stack>
  ))
}

export function LoadingRows({ rows = 6, isLate }: WaitingProps & { rows?: number }) {
  return (
    <Waiting className="divided" isLate={isLate}>
      <Rows rows={rows} />
    </Waiting>
  )
}

/** A form, in a dialog or on a page. */
export function LoadingForm({ fields = 3, isLate }: WaitingProps & { fields?: number }) {
  return (
    <Waiting isLate={isLate}>
      <Stack gap={22}>
        <Fields fields={fields} />
      </Stack>
    </Waiting>
  )
}

/** What a page shows below its title. */
export type PageShape = 'rows' | 'form' | 'tabs'

interface LoadingPageProps extends WaitingProps {
  shape?: PageShape
}

/** A whole page: its title, and a panel in the shape of what comes. */
export function LoadingPage({ shape = 'rows', isLate }: LoadingPageProps) {
  return (
    <Waiting className={frame.page} isLate={isLate}>
      <Stack gap={20}>
        <Group className={styles.loadingTitle} gap={14}>
          <span />
        </Group>
        {shape === 'tabs' && <LoadingTabs />}
        <LoadingPanel shape={shape} />
      </Stack>
    </Waiting>
  )
}

function LoadingTabs() {
  return (
    <Group className={styles.loadingTabs} gap={28} wrap="nowrap">
      {several(6, 'tab').map(key => (
        <span key={key} />
      ))}
    </Group>
  )
}

/** What stands below the tabs of a page that is there already. */
export function LoadingTab({ shape = 'rows', isLate }: LoadingPageProps) {
  return (
    <Waiting isLate={isLate}>
      <LoadingPanel shape={shape} />
    </Waiting>
  )
}

function LoadingPanel({ shape }: { shape: PageShape }) {
  if (shape === 'form') {
    return (
      <Stack className="panel" gap={22} p={20} maw={760}>
        <Fields fields={4} />
      </Stack>
    )
  }
  return (
    <Box className="panel divided">
      <Rows rows={shape === 'tabs' ? 4 : 6} />
    </Box>
  )
}
