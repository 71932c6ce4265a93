// Servers in a storage that this panel does not have: asks for the recovery key, lists what is there, brings one back.

import { Box, Button, Checkbox, Group, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import type { FoundServer } from '@rookery/contracts/http/found-servers.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { dateAndTime } from '../../ui/time/date-formats.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'

export interface Search {
  node_id: number
  recovery_key?: string
  uuid?: string
}

export interface BringBack extends Omit<Search, 'uuid'> {
  backup?: string
  name: string
  port?: number
  start: boolean
}

export interface FoundServersViewProps {
  nodes: readonly { id: number; name: string }[]
  /** A REST server does not tell what it holds. */
  needsUuid: boolean
  /** Null: nobody has looked yet. */
  found: readonly FoundServer[] | null
  /** How many servers of this panel have their backups again by the key. */
  opened: number
  isSearching: boolean
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSearch: (search: Search) => void
  onBringBack: (server: FoundServer, input: BringBack) => void
  onClose: () => void
}

export function FoundServersView(props: FoundServersViewProps) {
  const t = useTexts()
  const { nodes, found, faults } = props
  const [nodeId, setNodeId] = useState(nodes[0]?.id ?? 0)
  const [key, setKey] = useState('')
  const [uuid, setUuid] = useState('')
  const [chosen, setChosen] = useState<FoundServer | null>(null)
  const entered = { node_id: nodeId, ...(key.trim() !== '' && { recovery_key: key }) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSearch({ ...entered, ...(uuid.trim() !== '' && { uuid: uuid.trim() }) })
  }
  if (chosen) {
    return (
      <BringBackForm
        {...props}
        server={chosen}
        onBack={() => setChosen(null)}
        onBringBack={input => props.onBringBack(chosen, { ...entered, ...input })}
      />
    )
  }
  return (
    <form className={form.form} onSubmit={submit}>
      {props.problem && <FormProblem>{props.problem}</FormProblem>}
      <p className="text-quiet">{t('backupStorages.found.text')}</p>
      <Select
        label={t('backupStorages.found.node')}
        allowDeselect={false}
        data={nodes.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(nodeId)}
        onChange={id => id && setNodeId(Number(id))}
        error={fieldMessage(t, faults.node_id)}
      />
      <PasswordInput
        label={t('backupStorages.recoveryKey')}
        description={t('backupStorages.found.keyHint')}
        autoComplete="off"
        value={key}
        onChange={event => setKey(event.currentTarget.value)}
        error={fieldMessage(t, faults.recovery_key)}
      />
      {props.needsUuid && (
        <TextInput
          label={t('backupStorages.found.uuid')}
          description={t('backupStorages.found.uuidHint')}
          required
          value={uuid}
          onChange={event => setUuid(event.currentTarget.value)}
          error={fieldMessage(t, faults.uuid)}
        />
      )}
      {found && <FoundList found={found} opened={props.opened} onChoose={setChosen} />}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t('actions.close')}
        </Button>
        <Button type="submit" variant={found ? 'default' : 'filled'} loading={props.isSearching}>
          {t('backupStorages.found.search')}
        </Button>
      </Group>
    </form>
  )
}

interface FoundListProps extends Pick<FoundServersViewProps, 'opened'> {
  found: readonly FoundServer[]
  onChoose: (server: FoundServer) => void
}

function FoundList({ found, opened, onChoose }: FoundListProps) {
  const t = useTexts()
  const sealed = found.filter(({ is_sealed }) => is_sealed).length
  return (
    <div role="status">
      {opened > 0 && <p>{t('backupStorages.found.opened', { count: opened })}</p>}
      {found.length === 0 && opened === 0 && <p>{t('backupStorages.found.none')}</p>}
      {sealed > 0 && <FormHint>{t('backupStorages.found.sealed', { count: sealed })}</FormHint>}
      <ul className="divided">
        {found
          .filter(({ is_sealed }) => !is_sealed)
          .map(server => (
            <FoundRow key={server.uuid} server={server} onChoose={() => onChoose(server)} />
          ))}
      </ul>
    </div>
  )
}

function FoundRow({ server, onChoose }: { server: FoundServer; onChoose: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const [newest] = server.backups
  const isUsable = newest !== undefined && server.game !== null
  return (
    <Group component="li" py={10} gap={12} justify="space-between">
      <Box flex="1 1 240px" miw={0}>
        <h3 className="breakable">{server.name || server.uuid}</h3>
        {newest && (
          <Box component="p" className="text-secondary dotted" mt={2}>
            <span>{server.game ?? server.template}</span>
            <span>
              {t('backupStorages.found.last')} <TimeAgo at={newest.taken_at} />
            </span>
            <span>{t('backupStorages.backups', { count: server.backup_count })}</span>
            <span>{formatValue(newest.bytes, 'bytes', language)}</span>
          </Box>
        )}
        {server.problem !== '' && (
          <Box component="p" className="text-problem" mt={4}>
            {server.problem}
          </Box>
        )}
        {newest && server.game === null && (
          <Box component="p" className="text-problem" mt={4}>
            {t('backupStorages.found.noTemplate', { name: server.template ?? '' })}
          </Box>
        )}
      </Box>
      {isUsable && (
        <Button variant="default" size="xs" onClick={onChoose}>
          {t('backupStorages.found.bringBack')}
        </Button>
      )}
    </Group>
  )
}

interface BringBackFormProps extends Pick<FoundServersViewProps, 'isBusy' | 'faults' | 'problem'> {
  server: FoundServer
  onBack: () => void
  onBringBack: (input: Omit<BringBack, 'node_id' | 'recovery_key'>) => void
}

function BringBackForm({ server, isBusy, faults, problem, onBack, onBringBack }: BringBackFormProps) {
  const t = useTexts()
  const language = useLanguage()
  const [name, setName] = useState(server.name)
  const [backup, setBackup] = useState(server.backups[0]?.id ?? '')
  const [port, setPort] = useState<number | null>(null)
  const [start, setStart] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onBringBack({ name, backup, start, ...(port !== null && { port }) })
  }
  const keyProblem = fieldMessage(t, faults.recovery_key) ?? fieldMessage(t, faults.node_id)
  return (
    <form className={form.form} onSubmit={submit}>
      {(problem ?? keyProblem) && <FormProblem>{problem ?? keyProblem}</FormProblem>}
      <TextInput
        label={t('backupStorages.name')}
        data-autofocus
        required
        maxLength={191}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={fieldMessage(t, faults.name)}
      />
      <Select
        label={t('backupStorages.found.backup')}
        allowDeselect={false}
        data={server.backups.map(({ id, taken_at, note }) => ({
          value: id,
          label: [dateAndTime(Date.parse(taken_at), language), note].filter(Boolean).join(' · '),
        }))}
        value={backup}
        onChange={id => id && setBackup(id)}
      />
      <NumberInput
        label={t('backupStorages.port')}
        description={t('backupStorages.found.portHint')}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        value={port ?? ''}
        onChange={value => setPort(typeof value === 'number' ? value : null)}
        error={fieldMessage(t, faults.port)}
      />
      <Checkbox
        label={t('backupStorages.found.start')}
        checked={start}
        onChange={event => setStart(event.currentTarget.checked)}
      />
      <FormHint>{t('backupStorages.found.left')}</FormHint>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('backupStorages.found.bringBack')}
        </Button>
      </Group>
    </form>
  )
}
