// What will change, server by server, before it is saved.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { CellKind } from '../../../parts/permissions/logic/permission-cells.ts'
import { inDisplayOrder } from '../../../parts/permissions/logic/scopes.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import tones from '../../../ui/tone/tone.module.css'
import { cellStyles } from './cell-style.ts'
import styles from './matrix.module.css'
import { type ChangeKind, type ColumnSummary, changeKinds } from './matrix-summary-rules.ts'

export interface ReviewViewProps {
  userName: string
  summary: readonly ColumnSummary[]
  nameOf: (gameServerId: number) => string
  count: number
  isBusy: boolean
  problem: string | null
  onSave: () => void
  onClose: () => void
}

const becomes: Record<ChangeKind, CellKind> = {
  gives: 'own-allow',
  lifts: 'own-allow',
  withdraws: 'not-given',
  denies: 'own-deny',
}

export function ReviewView(props: ReviewViewProps) {
  const { userName, summary, nameOf, count, isBusy, problem, onSave, onClose } = props
  const t = useTexts()
  return (
    <div className={form.form}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <Stack className={styles.review} gap={14}>
        {summary.map(column => (
          <section key={column.gameServerId}>
            <Box component="h3" mb={4}>
              {nameOf(column.gameServerId)}
            </Box>
            {changeKinds.map(kind => (
              <ChangeLine key={kind} kind={kind} column={column} />
            ))}
            {column.losesSight && (
              <Box component="p" className="text-secondary" mt={4} c="var(--state-trouble)">
                {t('matrix.loses', { name: userName })}
              </Box>
            )}
          </section>
        ))}
      </Stack>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button loading={isBusy} data-autofocus onClick={onSave}>
          {t('matrix.save', { count })}
        </Button>
      </Group>
    </div>
  )
}

function ChangeLine({ kind, column }: { kind: ChangeKind; column: ColumnSummary }) {
  const t = useTexts()
  const permissions = column.changes.filter(change => change.kind === kind).map(each => each.permission)
  if (permissions.length === 0) return null
  const { Icon, tone } = cellStyles[becomes[kind]]
  return (
    <Group component="p" className={`${tones.sign} ${tones[tone]}`} gap={8} align="stretch" wrap="nowrap">
      <Icon size={15} stroke={2} aria-hidden />
      <span>
        <strong>{t(`matrix.${kind}`)}:</strong>{' '}
        {inDisplayOrder(permissions)
          .map(permission => t(`permissionTitles.${permission}`))
          .join(', ')}
      </span>
    </Group>
  )
}
