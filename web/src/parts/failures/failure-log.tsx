// The output of a failed installation: the step that failed is open with its cause marked, all else is folded.

import type { InstallFailure } from '@rookery/contracts/install-failure.ts'
import { useTexts } from '../../texts/texts.ts'
import { outputLines } from '../tasks/output-line-rules.ts'
import styles from './failures.module.css'
import { splitLog } from './logic/split-log.ts'

const readLines = 5000

interface FailureLogProps {
  output: string
  failure: InstallFailure
  /** What it says is said above already: all of it is folded. */
  isFolded?: boolean
}

export function FailureLog({ output, failure, isFolded = false }: FailureLogProps) {
  const t = useTexts()
  const { before, failing, after } = splitLog(outputLines(output, readLines), failure)
  const cause = failing.at(-1)
  if (cause === undefined) return null
  if (isFolded) {
    return (
      <details className={`line-above ${styles.lines}`}>
        <summary className="text-note">{t('failure.showLog')}</summary>
        <pre>
          {[...before, ...failing.slice(0, -1)].map(line => `${line}\n`)}
          <mark className={styles.marked}>{cause}</mark>
          {after.map(line => `\n${line}`)}
        </pre>
      </details>
    )
  }
  return (
    <>
      <Folded label={t('failure.earlierLines', { count: before.length })} lines={before} />
      <section className={`line-above ${styles.lines}`} aria-label={t('failure.log')}>
        <pre className={styles.open}>
          {failing.slice(0, -1).map(line => `${line}\n`)}
          <mark className={styles.marked}>{cause}</mark>
        </pre>
      </section>
      <Folded label={t('failure.laterLines', { count: after.length })} lines={after} />
    </>
  )
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
