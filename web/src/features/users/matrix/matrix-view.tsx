// The permission matrix of a user: toolbar, table, and the answer to "why?" beside it.

import { Box, Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconServer2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { SaveBar } from '../../../ui/controls/save-bar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import styles from './matrix.module.css'
import { countChanges } from './matrix-summary-rules.ts'
import { MatrixTable, type MatrixTableProps } from './matrix-table.tsx'
import { MatrixToolbar, type MatrixToolbarProps } from './matrix-toolbar.tsx'
import { type Inspected, WhySheet, WhyView } from './why-view.tsx'

export interface MatrixViewProps extends MatrixTableProps, MatrixToolbarProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  user: { id: number; name: string }
  inspected: Inspected | null
  /** Shown above the matrix after saving. */
  outcome: ReactNode
  /** Nothing is looked at any more. */
  onForget: () => void
  onReview: () => void
  onDiscard: () => void
  onRetry: () => void
}

export function MatrixView(props: MatrixViewProps) {
  const { status, problem, user, counts, changes, inspected, outcome, onReview, onDiscard, onRetry } = props
  const isNarrow = useMediaQuery('(max-width: 980px)') ?? false
  const t = useTexts()
  const count = countChanges(changes)
  if (status === 'loading') return <LoadingRows rows={8} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (counts.all === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconServer2 size={28} stroke={1.5} />}
          title={t('matrix.noServersTitle')}
          text={t('matrix.noServersText', { name: user.name })}
        />
      </Panel>
    )
  }
  return (
    <Stack gap={16}>
      <p className="text-quiet">{t('matrix.about', { name: user.name })}</p>
      {outcome}
      <MatrixToolbar {...props} />
      <div className={styles.sides}>
        <Panel>
          <Content {...props} />
        </Panel>
        <WhyView userId={user.id} inspected={isNarrow ? null : inspected} />
      </div>
      {isNarrow && inspected && (
        <WhySheet userId={user.id} inspected={inspected} isAboveBar={count > 0} onClose={props.onForget} />
      )}
      {count > 0 && (
        <SaveBar
          text={t('matrix.changes', { count })}
          saveText={t('matrix.review')}
          onSave={onReview}
          onDiscard={onDiscard}
        />
      )}
    </Stack>
  )
}

function Content(props: MatrixViewProps) {
  const { user, choice, counts, searchText, columns, onChoice } = props
  const t = useTexts()
  if (choice === 'withAccess' && counts.withAccess === 0) {
    return (
      <EmptyState
        icon={<IconServer2 size={28} stroke={1.5} />}
        title={t('matrix.noAccessTitle', { name: user.name })}
        text={t('matrix.noAccessText')}
        action={<Button onClick={() => onChoice('all')}>{t('matrix.showAll')}</Button>}
      />
    )
  }
  if (columns.length === 0) {
    return (
      <Box component="p" className="text-quiet" p="40px 20px" ta="center">
        {t('matrix.noMatch', { searchText })}
      </Box>
    )
  }
  return <MatrixTable {...props} />
}
