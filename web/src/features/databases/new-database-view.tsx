// What a new database is called, and where it is.

import { Button, Group, Select, TextInput } from '@mantine/core'
import type { OfferedDatabaseHost } from '@rookery/contracts/http/databases.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

export interface NewDatabaseViewProps {
  hosts: readonly OfferedDatabaseHost[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (body: { label: string; host_id: number }) => void
  onClose: () => void
}

export function NewDatabaseView({ hosts, isBusy, faults, problem, onCreate, onClose }: NewDatabaseViewProps) {
  const t = useTexts()
  const [label, setLabel] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const hostId = chosen ?? hosts.find(({ has_room }) => has_room)?.id ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hostId !== null) onCreate({ label, host_id: hostId })
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('databases.label')}
        maxLength={64}
        data-autofocus
        value={label}
        onChange={event => setLabel(event.currentTarget.value)}
        error={fieldMessage(t, faults.label)}
      />
      <Select
        label={t('databases.host')}
        allowDeselect={false}
        data={hosts.map(({ id, name, kind, has_room }) => ({
          value: String(id),
          label: `${name} · ${has_room ? t(`databases.kinds.${kind}`) : t('databases.full')}`,
          disabled: !has_room,
        }))}
        value={hostId === null ? null : String(hostId)}
        onChange={id => setChosen(Number(id))}
        error={fieldMessage(t, faults.host_id)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={hostId === null}>
          {t('databases.create')}
        </Button>
      </Group>
    </form>
  )
}
