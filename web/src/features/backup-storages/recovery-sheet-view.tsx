// The recovery key of a new storage, shown once: to print, to download, and to confirm.

import { Button, Group } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import styles from './backup-storages.module.css'

interface RecoverySheetViewProps {
  name: string
  recoveryKey: string
  onPrint: () => void
  onDownload: () => void
  onDone: () => void
}

export function RecoverySheetView({
  name,
  recoveryKey,
  onPrint,
  onDownload,
  onDone,
}: RecoverySheetViewProps) {
  const t = useTexts()
  return (
    <div className={form.form}>
      <p>{t('backupStorages.sheetText')}</p>
      <div className={styles.sheet}>
        <strong className={styles.paper}>{t('backupStorages.sheetTitle', { name })}</strong>
        <p className={`mono ${styles.key}`}>{recoveryKey.replaceAll('-', ' ')}</p>
        <p className={styles.paper}>{t('backupStorages.sheetText')}</p>
      </div>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" leftSection={<IconPrinter size={17} />} onClick={onPrint}>
          {t('backupStorages.print')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={17} />} onClick={onDownload}>
          {t('backupStorages.download')}
        </Button>
        <Button onClick={onDone}>{t('backupStorages.sheetDone')}</Button>
      </Group>
    </div>
  )
}
