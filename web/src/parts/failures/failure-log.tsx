// The output of a failed installation: the step that failed is open at its end, with its cause marked; all else is folded.

import type { InstallFailure } from '@rookery/contracts/install-failure.ts'
import { useTexts } from '../../texts/texts.ts'
import { outputLines } from '../tasks/output-line-rules.ts'
import styles from './failures.module.css'
import { splitLog } from './logic/split-log.ts'

const readLines = 5000

interface FailureLogProps {
  output: string
  failure: InstallFailure
  /** There is nothing else on the page. */
  isTall?: boolean
}

export function FailureLog({ output, failure, isTall = false }: FailureLogProps) {
  const t = useTexts()
  const { before, failing, after } = splitLog(outputLines(output, readLines), failure)
  const cause = failing.at(-1)
  if (cause === undefined) return null
  return (
    <>
      <Folded label={t('failure.earlierLines', { count: before.length })} lines={before} />
      <section className={`line-above ${styles.lines}`} aria-label={t('failure.log')}>
        <pre className={`${styles.open} ${isTall ? styles.tall : ''}`} ref={showEnd}>
          {failing.slice(0, -1).map(line => `${line}\n`)}
          <mark className={styles.marked}>{cause}</mark>
        </pre>
      </section>
      <Folded label={t('failure.laterLines', { count: after.length })} lines={after} />
    </>
  )
}

/** The cause is the last of its lines. */
function showEnd(lines: HTMLElement | null): void {
  if (lines) lines.scrollTop = lines.scrollHeight
}

function Folded({ label, lines }: { label: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details className={`line-above ${styles.lines}`}>
      <summary className="text-note">{label}</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  )
}
