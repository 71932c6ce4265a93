// The end of the daemon's log, the newest line in sight.

import { Button } from '@mantine/core'
import type { LogLine } from '@rookery/contracts/http/nodes.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { logTime } from '../../ui/time/date-formats.ts'
import styles from './nodes.module.css'

export interface NodeLogViewProps {
  lines: LogLine[] | null
  /** Why it could not be read. */
  problem: string | null
  isBusy: boolean
  onRefresh: () => void
}

const tone = (level: string) =>
  level === 'error' || level === 'fatal' ? styles.error : level === 'warn' ? styles.warn : undefined

export function NodeLogView(props: NodeLogViewProps) {
  const t = useTexts()
  return (
    <Panel
      title={t('node.log')}
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={15} />}
          loading={props.isBusy}
          onClick={props.onRefresh}
        >
          {t('node.refresh')}
        </Button>
      }
    >
      <Content {...props} />
    </Panel>
  )
}

function Content({ lines, problem }: NodeLogViewProps) {
  const t = useTexts()
  if (lines && lines.length > 0) return <Lines lines={lines} />
  if (problem) return <p className={`text-quiet ${styles.quiet}`}>{problem}</p>
  return lines ? (
    <p className={`text-quiet ${styles.quiet}`}>{t('node.logEmpty')}</p>
  ) : (
    <LoadingRows rows={3} />
  )
}

function Lines({ lines }: { lines: LogLine[] }) {
  const language = useLanguage()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (lines.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [lines])
  const numbered = lines.map((line, row) => ({ ...line, row }))
  return (
    <ol ref={list} className={styles.log}>
      {numbered.map(({ row, at, level, message }) => (
        <li key={row}>
          {at ? (
            <time className="text-faint" dateTime={at}>
              {logTime(Date.parse(at), language)}
            </time>
          ) : (
            <span />
          )}
          <span className={tone(level) ?? 'text-faint'}>{level}</span>
          <span className={`breakable ${styles.message}`}>{message}</span>
        </li>
      ))}
    </ol>
  )
}
