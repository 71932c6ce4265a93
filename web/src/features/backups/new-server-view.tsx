// Asks how the new server is called that a backup becomes, where it runs, and on which port.

import { Button, Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'

export interface NewServerInput {
  name: string
  node_id: number
  port?: number
  start: boolean
}

export interface NewServerViewProps {
  /** Of the server that was backed up. */
  name: string
  nodeId: number
  nodes: readonly { id: number; name: string; online: boolean }[]
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (input: NewServerInput) => void
  onClose: () => void
}

export function NewServerView({ nodes, isBusy, faults, problem, onCreate, ...props }: NewServerViewProps) {
  const t = useTexts()
  const [name, setName] = useState(t('backups.newServerName', { name: props.name }))
  const [nodeId, setNodeId] = useState(() => reachableNode(nodes, props.nodeId))
  const [port, setPort] = useState<number | null>(null)
  const [start, setStart] = useState(true)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCreate({ name, node_id: nodeId, start, ...(port !== null && { port }) })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{t('backups.newServerText')}</p>
      <TextInput
        label={t('backups.newServerLabel')}
        data-autofocus
        required
        maxLength={191}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={fieldMessage(t, faults.name)}
      />
      <Select
        label={t('backups.newServerNode')}
        allowDeselect={false}
        data={nodes.map(({ id, name: ofNode, online }) => ({
          value: String(id),
          label: online ? ofNode : t('backups.newServerAway', { name: ofNode }),
        }))}
        value={String(nodeId)}
        onChange={value => value && setNodeId(Number(value))}
        error={fieldMessage(t, faults.node_id)}
      />
      <NumberInput
        label={t('backups.newServerPort')}
        placeholder={t('backups.newServerPortHint')}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        value={port ?? ''}
        onChange={value => setPort(typeof value === 'number' ? value : null)}
        error={fieldMessage(t, faults.port)}
      />
      <Checkbox
        label={t('backups.newServerStart')}
        checked={start}
        onChange={event => setStart(event.currentTarget.checked)}
      />
      <FormHint>{t('backups.newServerLeft')}</FormHint>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('backups.newServerCreate')}
        </Button>
      </Group>
    </form>
  )
}

/** That of the server that was backed up, unless it is gone and another one may take its place. */
function reachableNode(nodes: NewServerViewProps['nodes'], own: number): number {
  const isOnline = nodes.some(({ id, online }) => id === own && online)
  return isOnline ? own : (nodes.find(({ online }) => online)?.id ?? own)
}
