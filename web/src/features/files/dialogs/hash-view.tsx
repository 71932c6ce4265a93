// The checksum of a file, to compare and to copy.

import { Box, Button, Group, Loader } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'

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
        <Group className="well" gap="6px 10px" p={12} role="status">
          <Box component="span" className="text-caption" flex="1 1 100%">
            SHA-256
          </Box>
          {hash === null ? (
            <Group component="span" className="text-quiet" gap={10}>
              <Loader size={16} color="var(--text-faint)" />
              {t('fileDialogs.hashReading')}
            </Group>
          ) : (
            <>
              <Box component="code" className="breakable" flex={1}>
                {hash}
              </Box>
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
