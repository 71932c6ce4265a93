// The steps of an installation or update, in order and in words.

import type { InstallStep } from '@rookery/contracts/template/install-steps.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { stepText } from './logic/step-text.ts'
import styles from './templates.module.css'

export function InstallSteps({ title, steps }: { title: string; steps: readonly InstallStep[] }) {
  const t = useTexts()
  return (
    <Panel title={title}>
      {steps.length === 0 && <p className={`text-secondary ${styles.remark}`}>{t('template.noSteps')}</p>}
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name, and never change places here
          <li key={at}>
            <span className={styles.stepWords}>{step.words}</span>
            <span className={styles.quiet}>
              {stepText(t, step)}
              {step.do === 'download' && step.checksum && `, ${t('template.checked')}`}
            </span>
            {step.do === 'run-script' && (
              <details className={styles.script}>
                <summary>{t('template.showScript')}</summary>
                <pre>{step.script}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
