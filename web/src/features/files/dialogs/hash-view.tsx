// The checksum of a file, to compare and to copy.

import { Button, Loader } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from './dialogs.module.css'

interface HashViewProps {
  /** Null while the file is read. */
  hash: string | null
  problem: string | null
  onClose: () => void
}

export function HashView({ hash, problem, onClose }: HashViewProps) {
  const t = useTexts()
  return (
    <div className={form.form}>
      {problem ? (
        <FormProblem>{problem}</FormProblem>
      ) : (
        <div className={styles.hash} role="status">
          <span className={styles.hashName}>SHA-256</span>
          {hash === null ? (
            <span className={styles.hashReading}>
              <Loader size={16} color="var(--text-faint)" />
              {t('fileDialogs.hashReading')}
            </span>
          ) : (
            <>
              <code>{hash}</code>
              <CopyButton text={hash} label={t('fileDialogs.copyHash')} />
            </>
          )}
        </div>
      )}
      <div className={form.foot}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.close')}
        </Button>
      </div>
    </div>
  )
}
