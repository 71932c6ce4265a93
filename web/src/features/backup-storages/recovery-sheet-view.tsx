// The recovery key of a new storage, shown once: to copy, to print, to download, and to confirm.

import { Button, Group } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { useCopy } from '../../ui/controls/use-copy.ts'
import styles from './backup-storages.module.css'

interface RecoverySheetViewProps {
  name: string
  recoveryKey: string
  /** Lists what is in the storage when the panel is gone. */
  command: string
  onPrint: () => void
  onDownload: () => void
  onDone: () => void
}

export function RecoverySheetView({
  name,
  recoveryKey,
  command,
  onPrint,
  onDownload,
  onDone,
}: RecoverySheetViewProps) {
  const t = useTexts()
  const { isCopied, copy } = useCopy()
  return (
    <div className={form.form}>
      <p>{t('backupStorages.sheetText')}</p>
      <div className={styles.sheet}>
        <strong className={styles.paper}>{t('backupStorages.sheetTitle', { name })}</strong>
        <p className={`mono ${styles.key}`}>
          {Array.from(recoveryKey.matchAll(/[^-]+/g), ({ 0: group, index }) => (
            <span key={index}>{group}</span>
          ))}
        </p>
        <p className={styles.paper}>{t('backupStorages.sheetText')}</p>
        <p className={styles.paper}>{t('backupStorages.sheetCommand')}</p>
        <p className={`mono ${styles.paper}`}>{command}</p>
      </div>
      <Group className={styles.keep} gap={12}>
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={17} /> : <IconCopy size={17} />}
          onClick={() => void copy(recoveryKey)}
        >
          {isCopied ? t('actions.copied') : t('actions.copy')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={17} />} onClick={onPrint}>
          {t('backupStorages.print')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={17} />} onClick={onDownload}>
          {t('backupStorages.download')}
        </Button>
      </Group>
      <Group className={form.foot} justify="flex-end">
        <Button onClick={onDone}>{t('backupStorages.sheetDone')}</Button>
      </Group>
    </div>
  )
}
