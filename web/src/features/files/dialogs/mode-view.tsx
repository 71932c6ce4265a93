// The permission bits of an entry: boxes to tick, and the same in octal digits.

import { Box, Button, Checkbox, Group, TextInput } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import {
  digitsOf,
  hasRight,
  modeInLetters,
  modeOf,
  modeParties,
  modeRights,
  withRight,
} from '../browser/logic/mode-bits.ts'
import styles from '../files.module.css'
import type { DialogProps } from './new-name-view.tsx'

interface ModeViewProps extends DialogProps {
  entry: FileEntry
  onSave: (mode: string) => void
}

export function ModeView({ entry, isBusy, problem, onSave, onClose }: ModeViewProps) {
  const t = useTexts()
  const [digits, setDigits] = useState(() => digitsOf(modeOf(entry.mode) ?? 0o644))
  const mode = modeOf(digits)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (mode !== null) onSave(digitsOf(mode))
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <table className={styles.rights}>
        <thead>
          <tr>
            <td />
            {modeRights.map(right => (
              <th key={right} scope="col">
                {t(`fileDialogs.modeRights.${right}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modeParties.map(party => (
            <tr key={party}>
              <th scope="row">{t(`fileDialogs.modeParties.${party}`)}</th>
              {modeRights.map(right => (
                <td key={right}>
                  <Checkbox
                    aria-label={t('fileDialogs.modeBox', {
                      party: t(`fileDialogs.modeParties.${party}`),
                      right: t(`fileDialogs.modeRights.${right}`),
                    })}
                    checked={mode !== null && hasRight(mode, party, right)}
                    disabled={mode === null}
                    onChange={event =>
                      setDigits(digitsOf(withRight(mode ?? 0, party, right, event.currentTarget.checked)))
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap={14} align="flex-end" wrap="nowrap">
        <TextInput
          label={t('fileDialogs.modeDigits')}
          w={170}
          classNames={{ input: 'mono' }}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={digits}
          error={mode === null ? t('fileDialogs.modeWrong') : undefined}
          onChange={event => setDigits(event.currentTarget.value.trim())}
        />
        {mode !== null && (
          <Box component="span" className="mono text-faint" pb={8}>
            {modeInLetters(mode)}
          </Box>
        )}
      </Group>
      {entry.type === 'directory' && <p className="text-quiet">{t('fileDialogs.modeFolderHint')}</p>}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={mode === null}>
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}
