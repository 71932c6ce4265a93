// What a plugin has logged since it was started, the newest at the end.

import { useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { timeWithSeconds } from '../../../ui/time/date-formats.ts'
import styles from './plugin.module.css'

export interface LogLine {
  at: string
  level: string
  message: string
}

/** Where the page scrolls to. */
export const logId = 'log'

export function LogView({ lines }: { lines: readonly LogLine[] }) {
  const t = useTexts()
  const language = useLanguage()
  const pane = useRef<HTMLElement>(null)
  const last = lines.at(-1)
  const lastLine = last && last.at + last.message
  useEffect(() => {
    if (lastLine && pane.current) pane.current.scrollTop = pane.current.scrollHeight
  }, [lastLine])
  return (
    <Panel title={t('plugin.log')}>
      <section ref={pane} id={logId} className={`mono ${styles.log}`} aria-label={t('plugin.log')}>
        {lines.length === 0 && <p className={styles.logEmpty}>{t('plugin.logEmpty')}</p>}
        {lines.map(({ at, level, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice in one moment
          <p key={`${at} ${index}`} data-level={level}>
            <time dateTime={at}>{timeWithSeconds(Date.parse(at), language)}</time>
            {level !== 'info' && <strong>{level}</strong>}
            <span>{message}</span>
          </p>
        ))}
      </section>
    </Panel>
  )
}
