// The panel's own backup: where it goes and when, what came of it, and whether it could be restored.

import { Box, Button, Group, Select, Stack } from '@mantine/core'
import type { BackupStorage } from '@rookery/contracts/http/backup-storages.ts'
import type { PanelBackup } from '@rookery/contracts/http/panel-backup.ts'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { RetentionFields } from '../../parts/backups/retention-fields.tsx'
import { storageReasonText } from '../../parts/backups/storage-reason-rules.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'

export interface PanelBackupViewProps {
  backup: PanelBackup
  storages: readonly Pick<BackupStorage, 'id' | 'name'>[]
  isSaving: boolean
  /** A change was kept just now. */
  isSaved: boolean
  problem: string | null
  onChange: (choice: Pick<PanelBackup, 'storage_id' | 'hour' | 'retention'>) => void
  onRun: () => void
}

const none = 'none'
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

export function PanelBackupView(props: PanelBackupViewProps) {
  const t = useTexts()
  const { backup, storages, isSaving, isSaved, problem, onChange, onRun } = props
  const stored = { storage_id: backup.storage_id, hour: backup.hour, retention: backup.retention }
  const [draft, setDraft] = useState(stored)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  const { storage_id, hour, retention } = draft
  const choices = storages.map(({ id, name }) => ({ value: String(id), label: name }))
  const isKnown = storages.some(({ id }) => id === storage_id)
  return (
    <Panel>
      <Stack gap={14} p={18}>
        <div>
          <Group gap={12} align="baseline" justify="space-between">
            <h2>{t('backupStorages.panel.title')}</h2>
            <span role="status" className="text-hint">
              {isSaved && !isChanged && (
                <Group component="span" gap={6} wrap="nowrap">
                  <IconCheck size={15} aria-hidden /> {t('backupStorages.panel.saved')}
                </Group>
              )}
            </span>
          </Group>
          <Box component="p" className="text-secondary" mt={4} maw={720}>
            <WithCommand text={t('backupStorages.panel.text')} />
          </Box>
        </div>
        {problem !== null && <FormProblem>{problem}</FormProblem>}
        <Group align="flex-end" gap={12}>
          <Select
            label={t('backupStorages.panel.storage')}
            data={[{ value: none, label: t('backupStorages.panel.none') }, ...choices]}
            value={isKnown ? String(storage_id) : none}
            allowDeselect={false}
            disabled={isSaving}
            onChange={value =>
              setDraft(known => ({ ...known, storage_id: value === none ? null : Number(value) }))
            }
          />
          {isKnown && (
            <Select
              label={t('backupStorages.panel.hour')}
              w={120}
              data={hours}
              value={String(hour)}
              allowDeselect={false}
              disabled={isSaving}
              onChange={value => setDraft(known => ({ ...known, hour: Number(value) }))}
            />
          )}
        </Group>
        {isKnown && (
          <Box maw={720}>
            <RetentionFields
              retention={retention}
              faults={{}}
              onChange={changed => setDraft(known => ({ ...known, retention: changed }))}
            />
          </Box>
        )}
        {backup.storage_id !== null && <Outcome backup={backup} />}
        <Group gap={8}>
          <Button variant="default" loading={isSaving} disabled={!isChanged} onClick={() => onChange(draft)}>
            {t('actions.save')}
          </Button>
          {backup.storage_id !== null && (
            // What is backed up now goes where it is saved to go.
            <Button variant="default" loading={backup.is_running} disabled={isChanged} onClick={onRun}>
              {t('backupStorages.panel.run')}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

const command = 'rookery panel restore'

/** The command of the text as code. */
function WithCommand({ text }: { text: string }) {
  const [before, after] = text.split(command)
  if (after === undefined) return text
  return (
    <>
      {before}
      <code>{command}</code>
      {after}
    </>
  )
}

function Outcome({ backup }: Pick<PanelBackupViewProps, 'backup'>) {
  const t = useTexts()
  const language = useLanguage()
  const { last_good_at, last_attempt, last_drill, backups, bytes } = backup
  const problems = [last_attempt, last_drill].flatMap(one => (one && !one.is_good ? [one.message] : []))
  return (
    <div role="status">
      <p className="text-secondary dotted">
        {last_good_at === null ? (
          <span>{t('backupStorages.panel.never')}</span>
        ) : (
          <span>
            {t('backupStorages.panel.last')} <TimeAgo at={last_good_at} />
          </span>
        )}
        {backups > 0 && <span>{t('backupStorages.backups', { count: backups })}</span>}
        {bytes !== null && <span>{formatValue(bytes, 'bytes', language)}</span>}
        {last_drill?.is_good && (
          <span>
            {t('backupStorages.panel.drilled')} <TimeAgo at={last_drill.at} />
          </span>
        )}
      </p>
      {last_drill?.is_good && last_drill.message !== '' && (
        <Box component="p" className="text-secondary" mt={4}>
          {last_drill.message}
        </Box>
      )}
      {problems.map(text => (
        <Box component="p" key={text} className="text-problem" mt={4}>
          <IconAlertTriangle size={14} aria-hidden /> {storageReasonText(t, text, language)}
        </Box>
      ))}
    </div>
  )
}
