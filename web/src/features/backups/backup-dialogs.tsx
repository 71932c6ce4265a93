// What is asked before a backup is taken, restored, deleted or given another note.

import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { readPower } from '@rookery/contracts/http/power.ts'
import { IconUsers } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { PowerChoice } from '../../parts/power/power-question.ts'
import { useWaitChoice, WaitChoice } from '../../parts/power/wait-choice.tsx'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'
import tones from '../../ui/tone/tone.module.css'

interface Asked {
  isBusy: boolean
  problem: string | null
  onClose: () => void
}

function Foot({
  isBusy,
  onClose,
  color,
  children,
}: Pick<Asked, 'isBusy' | 'onClose'> & { color?: string; children: ReactNode }) {
  const t = useTexts()
  return (
    <Group className={form.foot} gap={12} justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('actions.cancel')}
      </Button>
      <Button type="submit" loading={isBusy} {...(color && { color })}>
        {children}
      </Button>
    </Group>
  )
}

const submitted = (act: () => void) => (event: FormEvent) => {
  event.preventDefault()
  act()
}

export interface TakeBackupViewProps extends Asked {
  storages: readonly { id: number; name: string }[]
  canLock: boolean
  faults: Record<string, string[]>
  onTake: (input: { note: string; locked: boolean; storage_id?: number }) => void
}

export function TakeBackupView({
  storages,
  canLock,
  faults,
  problem,
  onTake,
  ...asked
}: TakeBackupViewProps) {
  const t = useTexts()
  const [note, setNote] = useState('')
  const [locked, setLocked] = useState(false)
  const [storage, setStorage] = useState(storages[0]?.id)
  const isChosen = storages.length > 1 && storage !== undefined
  return (
    <form
      className={form.form}
      onSubmit={submitted(() => onTake({ note, locked, ...(isChosen && { storage_id: storage }) }))}
    >
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{t('backups.takeText')}</p>
      <TextInput
        label={t('backups.note')}
        description={t('backups.noteHint')}
        data-autofocus
        maxLength={500}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
        error={fieldMessage(t, faults.note)}
      />
      {storages.length > 1 && (
        <Select
          label={t('backups.storage')}
          allowDeselect={false}
          data={storages.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(storage)}
          onChange={value => value && setStorage(Number(value))}
          error={fieldMessage(t, faults.storage_id)}
        />
      )}
      {canLock && (
        <Checkbox
          label={t('backups.lockIt')}
          checked={locked}
          onChange={event => setLocked(event.currentTarget.checked)}
        />
      )}
      <Foot {...asked}>{t('backups.now')}</Foot>
    </form>
  )
}

export interface RestoreBackupViewProps extends Asked {
  /** Null: everything. */
  paths: readonly string[] | null
  /** Of a server with players on it: what they can be spared. Null: nobody is disconnected by it. */
  facts: AnswerOf<typeof readPower> | null
  onRestore: (withoutSafety: boolean, choice: PowerChoice) => void
}

export function RestoreBackupView({ paths, facts, problem, onRestore, ...asked }: RestoreBackupViewProps) {
  const t = useTexts()
  const [withoutSafety, setWithoutSafety] = useState(false)
  const canWait = facts === null ? [] : [{ ...facts, can_plan: facts.can_plan_restore }]
  const wait = useWaitChoice(canWait, t('backups.restoreMessage'))
  const labels = {
    soon: t('backups.restoreSoon'),
    empty: t('backups.restoreEmpty'),
    now: t('backups.restoreNow'),
  }
  const act = () => onRestore(withoutSafety, facts ? wait.choice : { when: 'now' })
  return (
    <form className={form.form} onSubmit={submitted(() => !wait.isIncomplete && act())}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">
        {paths ? t('backups.restoreSome', { count: paths.length }) : t('backups.restoreAll')}{' '}
        {t('backups.restoreStops')}
      </p>
      {facts && (
        <Stack gap={10}>
          <Group component="p" className={`${tones.warning} ${tones.sign}`} gap={8} wrap="nowrap">
            <IconUsers size={17} aria-hidden />
            <strong>{t('backups.restoreDisconnects', { count: facts.players ?? 0 })}</strong>
          </Group>
          <div>
            <WaitChoice label={t('backups.restore')} wait={wait} />
          </div>
        </Stack>
      )}
      <FormHint>{t('backups.restoreSafety')}</FormHint>
      <Checkbox
        label={t('backups.withoutSafety')}
        checked={withoutSafety}
        onChange={event => setWithoutSafety(event.currentTarget.checked)}
      />
      <Foot {...asked} color="danger">
        {facts ? labels[wait.chosen] : t('backups.restore')}
      </Foot>
    </form>
  )
}

export interface NoteViewProps extends Asked {
  note: string
  faults: Record<string, string[]>
  onSave: (note: string) => void
}

export function NoteView({ note, faults, problem, onSave, ...asked }: NoteViewProps) {
  const t = useTexts()
  const [text, setText] = useState(note)
  return (
    <form className={form.form} onSubmit={submitted(() => onSave(text))}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('backups.note')}
        data-autofocus
        maxLength={500}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        error={fieldMessage(t, faults.note)}
      />
      <Foot {...asked}>{t('actions.save')}</Foot>
    </form>
  )
}

export function DeleteBackupView({ problem, onDelete, ...asked }: Asked & { onDelete: () => void }) {
  const t = useTexts()
  return (
    <form className={form.form} onSubmit={submitted(onDelete)}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{t('backups.deleteText')}</p>
      <Foot {...asked} color="danger">
        {t('backups.delete')}
      </Foot>
    </form>
  )
}
