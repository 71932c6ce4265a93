// The checksum of a file, to compare and to copy.

import { Button, Group, Loader } from '@mantine/core'
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
        <Group className={styles.hash} gap="6px 10px" role="status">
          <span className={`text-caption ${styles.hashName}`}>SHA-256</span>
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
        </Group>
      )}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </div>
  )
}
