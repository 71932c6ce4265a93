// Many eggs at once: one row each with what would come of it, which of them to import, and the result in the same row.

import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconEqual,
  IconLoader2,
  IconPlus,
  IconReplace,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { GameIcon } from '../../../parts/games/game-icon.tsx'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { Pill } from '../../../ui/tone/pill.tsx'
import type { StatusStyle } from '../../../ui/tone/tone.ts'
import styles from './import.module.css'
import { countByStatus, type ImportRow, mayBeChosen, type RowStatus } from './import-row-rules.ts'
import type { ImportMany } from './use-import-many.ts'

const statusStyles: Record<RowStatus, StatusStyle> = {
  checking: { tone: 'moving', Icon: IconLoader2 },
  new: { tone: 'building', Icon: IconPlus },
  replaces: { tone: 'warning', Icon: IconReplace },
  same: { tone: 'resting', Icon: IconEqual },
  double: { tone: 'resting', Icon: IconEqual },
  refused: { tone: 'trouble', Icon: IconCircleX },
  importing: { tone: 'moving', Icon: IconLoader2 },
  imported: { tone: 'running', Icon: IconCheck },
  failed: { tone: 'trouble', Icon: IconCircleX },
}
/** In this order above the list. */
const counted: RowStatus[] = ['imported', 'failed', 'new', 'replaces', 'double', 'same', 'refused']

export interface ImportManyViewProps {
  many: ImportMany
  onToggle: (ids: number[], isChosen: boolean) => void
  onImport: () => void
  onAgain: () => void
}

export function ImportManyView({ many, onToggle, onImport, onAgain }: ImportManyViewProps) {
  const t = useTexts()
  const { rows, isChecking, isImporting, isDone } = many
  const choosable = rows.filter(mayBeChosen)
  const chosen = rows.filter(({ isChosen }) => isChosen)
  return (
    <>
      <Summary {...many} />
      <Panel>
        {choosable.length > 0 && !isDone && (
          <Box className="line-below" px={16} py={10}>
            <Checkbox
              label={t('egg.many.all')}
              checked={chosen.length === choosable.length}
              indeterminate={chosen.length > 0 && chosen.length < choosable.length}
              disabled={isImporting}
              onChange={event =>
                onToggle(
                  choosable.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
          </Box>
        )}
        <ul>
          {rows.map(row => (
            <Row
              key={row.id}
              row={row}
              isFixed={isImporting || isDone || !mayBeChosen(row)}
              onToggle={isChosen => onToggle([row.id], isChosen)}
            />
          ))}
        </ul>
      </Panel>
      <Group className={`${form.foot} ${styles.foot}`} gap={12} justify="flex-end">
        <Button variant="default" disabled={isImporting} onClick={onAgain}>
          {t('egg.many.again')}
        </Button>
        {isDone ? (
          <Button renderRoot={rootProps => <Link to="/templates" {...rootProps} />}>
            {t('egg.many.toGames')}
          </Button>
        ) : (
          <Button loading={isImporting} disabled={isChecking || chosen.length === 0} onClick={onImport}>
            {t('egg.many.import', { count: chosen.length })}
          </Button>
        )}
      </Group>
    </>
  )
}

function Summary({ rows, leftOut, isChecking }: ImportMany) {
  const t = useTexts()
  const counts = countByStatus(rows)
  const left = (counts.checking ?? 0) + (counts.importing ?? 0)
  return (
    <Group gap="6px 10px" role="status">
      <strong>{t('egg.many.files', { count: rows.length })}</strong>
      {isChecking && (
        <span className="text-secondary">
          {t('egg.many.checked', { done: rows.length - left, total: rows.length })}
        </span>
      )}
      {counted.map(status => {
        const count = counts[status]
        return (
          count !== undefined && (
            <Pill
              key={status}
              status={statusStyles[status]}
              label={`${count} ${t(`egg.many.status.${status}`)}`}
            />
          )
        )
      })}
      {leftOut > 0 && <span className="text-secondary">{t('egg.many.leftOut', { count: leftOut })}</span>}
    </Group>
  )
}

interface RowProps {
  row: ImportRow
  isFixed: boolean
  onToggle: (isChosen: boolean) => void
}

function Row({ row, isFixed, onToggle }: RowProps) {
  const t = useTexts()
  const { template, file, format, status, reason, warnings } = row
  const name = template?.name ?? file
  return (
    <li className={styles.row}>
      <Checkbox
        aria-label={t('egg.many.choose', { name })}
        checked={row.isChosen}
        disabled={isFixed}
        onChange={event => onToggle(event.currentTarget.checked)}
      />
      <GameIcon template={{ slug: '', ...template, name, source: 'imported' }} size={28} />
      <Stack gap={0} miw={0}>
        {row.templateId === null ? (
          <span className="text-name truncate">{name}</span>
        ) : (
          <Link
            to="/templates/$templateId"
            params={{ templateId: String(row.templateId) }}
            className="text-name truncate link"
          >
            {name}
          </Link>
        )}
        <span className="text-caption truncate" title={file}>
          {[template && file, format, template?.author].filter(Boolean).join(' · ')}
        </span>
        {reason && (
          <span className={styles.reason}>
            {status === 'double' ? t('egg.many.doubleOf', { name: reason }) : reason}
          </span>
        )}
      </Stack>
      <Group gap={8} justify="flex-end" className={styles.state}>
        {warnings > 0 && (
          <Group component="span" className="text-caption" gap={4} wrap="nowrap">
            <IconAlertTriangle size={14} color="var(--state-warning)" aria-hidden />
            {t('egg.many.warnings', { count: warnings })}
          </Group>
        )}
        <Pill status={statusStyles[status]} label={t(`egg.many.status.${status}`)} />
      </Group>
    </li>
  )
}
