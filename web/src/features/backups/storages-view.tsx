// Which storages a server's backups go to, and how many of them each keeps: as the storages say, or of its own.

import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import type { serverBackupChoices } from '@rookery/contracts/http/backups.ts'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod'
import { type StoragePolicy, StoragePolicyFields } from '../../parts/backups/retention-fields.tsx'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { OptionCards } from '../../ui/controls/option-cards.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

export type Choices = z.output<typeof serverBackupChoices>['storages']

export interface OfferedStorage extends StoragePolicy {
  id: number
  name: string
}

export interface StoragesViewProps {
  choices: Choices
  /** What the node has. */
  offered: readonly OfferedStorage[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSave: (choices: Choices) => void
  onClose: () => void
}

export function StoragesView({ choices, offered, isBusy, faults, problem, ...events }: StoragesViewProps) {
  const t = useTexts()
  const [mode, setMode] = useState<'usual' | 'own'>(choices === null ? 'usual' : 'own')
  const [own, setOwn] = useState(choices ?? offered.map(choiceOf))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    events.onSave(mode === 'usual' ? null : own)
  }
  const change = (id: number, policy: StoragePolicy) =>
    setOwn(own.map(one => (one.storage_id === id ? { ...one, ...policy } : one)))
  const toggle = (storage: OfferedStorage, isUsed: boolean) =>
    setOwn(isUsed ? [...own, choiceOf(storage)] : own.filter(one => one.storage_id !== storage.id))
  const first = own[0]?.storage_id
  const used = offered.filter(({ id }) => own.some(one => one.storage_id === id))
  return (
    <form className={form.form} onSubmit={submit}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <OptionCards
        label={t('backups.storages')}
        value={mode}
        options={[
          { value: 'usual', title: t('backups.asStorages'), text: t('backups.asStoragesText') },
          { value: 'own', title: t('backups.ownStorages'), text: t('backups.ownStoragesText') },
        ]}
        onChange={setMode}
      />
      {mode === 'own' && (
        <>
          {offered.map(storage => {
            const at = own.findIndex(one => one.storage_id === storage.id)
            const chosen = own[at]
            return (
              <Stack key={storage.id} gap={10} className="well" p={14}>
                <Checkbox
                  label={storage.name}
                  checked={chosen !== undefined}
                  onChange={event => toggle(storage, event.currentTarget.checked)}
                />
                {chosen && (
                  <StoragePolicyFields
                    policy={chosen}
                    faults={faults}
                    field={`storages.${at}.`}
                    isOfServer
                    onChange={policy => change(storage.id, policy)}
                  />
                )}
              </Stack>
            )
          })}
          {used.length > 1 && (
            <Select
              label={t('backups.usualStorage')}
              description={t('backups.usualStorageHint')}
              allowDeselect={false}
              data={used.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(first)}
              onChange={value =>
                setOwn(own.toSorted((a, b) => rank(a.storage_id, value) - rank(b.storage_id, value)))
              }
            />
          )}
        </>
      )}
      <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={events.onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('backups.saveStorages')}
        </Button>
      </Group>
    </form>
  )
}

const rank = (id: number, first: string | null) => (String(id) === first ? 0 : 1)

const choiceOf = ({ id, retention, limits }: OfferedStorage) => ({ storage_id: id, retention, limits })
