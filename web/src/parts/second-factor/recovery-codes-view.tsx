// The recovery codes, this once: to download, copy or print, and no way on before they are kept.

import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { downloadText } from '../../ui/controls/download-text.ts'
import { useCopy } from '../../ui/controls/use-copy.ts'
import { fullDate } from '../../ui/time/date-formats.ts'
import { recoverySheet } from './logic/recovery-sheet.ts'
import styles from './second-factor.module.css'

interface RecoveryCodesViewProps {
  codes: readonly string[]
  account: { login: string; panelName: string }
  nowMs: number
  doneText: string
  onDone: () => void
}

/** The codes cannot be shown again: leaving the page asks first. */
function useLeaveGuard(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

export function RecoveryCodesView({ codes, account, nowMs, doneText, onDone }: RecoveryCodesViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const { isCopied, copy } = useCopy()
  const [createdAtMs] = useState(nowMs)
  const [isSaved, setIsSaved] = useState(false)
  useLeaveGuard(!isSaved)
  const sheetText = {
    title: t('recoveryCodes.sheetTitle', { panel: account.panelName }),
    account: t('recoveryCodes.sheetAccount', { login: account.login }),
    created: t('recoveryCodes.sheetMade', { date: fullDate(createdAtMs, language) }),
    use: t('recoveryCodes.sheetUse'),
  }
  const sheet = recoverySheet(sheetText, codes)
  return (
    <Stack gap={20}>
      <p className="text-quiet">{t('recoveryCodes.text')}</p>
      <div className={`well ${styles.sheet}`}>
        <div className={styles.sheetText}>
          <strong>{sheetText.title}</strong>
          <span>{sheetText.account}</span>
          <span>{sheetText.created}</span>
        </div>
        <ol className={styles.codes}>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p className={styles.sheetText}>{sheetText.use}</p>
      </div>
      <Group className={styles.keep} gap={8} align="stretch">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} />}
          onClick={() => downloadText('rookery-recovery-codes.txt', sheet)}
        >
          {t('actions.download')}
        </Button>
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.7} />}
          onClick={() => void copy(codes.join('\n'))}
        >
          {isCopied ? t('actions.copied') : t('actions.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.7} />}
          onClick={() => window.print()}
        >
          {t('actions.print')}
        </Button>
      </Group>
      <Checkbox
        label={t('recoveryCodes.kept')}
        checked={isSaved}
        onChange={event => setIsSaved(event.currentTarget.checked)}
      />
      <Button size="md" fullWidth disabled={!isSaved} onClick={onDone}>
        {doneText}
      </Button>
    </Stack>
  )
}
