// Address, ports and RCON password of a game server; what is typed as a port is checked on the node meanwhile.

import { Autocomplete, PasswordInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { readNode } from '@rookery/contracts/http/nodes.ts'
import { checkPorts, type PortCheck, type PortField } from '@rookery/contracts/http/port-check.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { apiQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import tones from '../../../ui/tone/tone.module.css'
import { changedPlace, type PlaceFields, placeFaults, placeOf } from '../place/place-field-rules.ts'
import { SaveableSection } from './saveable-section.tsx'
import { type DetailsSectionProps, useChangeGameServer } from './use-change-game-server.ts'

const typingMs = 350

const ports = [
  { name: 'port', field: 'port', label: 'newServer.gamePort' },
  { name: 'queryPort', field: 'query_port', label: 'newServer.queryPort' },
  { name: 'rconPort', field: 'rcon_port', label: 'newServer.rconPort' },
] as const satisfies { name: keyof PlaceFields; field: PortField; label: string }[]

/** What the panel and the node say about the ports that differ from those it has. */
function usePortChecks(gameServerId: number, query: Partial<Record<PortField, string>>) {
  const [asked] = useDebouncedValue(query, typingMs)
  const isAsked = Object.keys(asked).length > 0
  const call = { params: { server: String(gameServerId) }, query: asked }
  const checks = useQuery({ ...apiQuery(checkPorts, call), enabled: isAsked, staleTime: 0 })
  return (field: PortField): PortCheck | null => {
    const found = checks.data?.find(check => check.field === field)
    return found && query[field] === String(found.port) ? found : null
  }
}

export function NetworkSection({ gameServer, onCount }: DetailsSectionProps) {
  const t = useTexts()
  const [addressId, passwordId] = [useId(), useId()]
  const [typed, setTyped] = useState<Partial<PlaceFields>>({})
  const [typedPassword, setTypedPassword] = useState<string | null>(null)
  const node = useQuery(apiQuery(readNode, { params: { id: String(gameServer.node_id) } }))
  const known = placeOf(gameServer)
  const place = { ...known, ...typed }
  const password = typedPassword ?? gameServer.rcon_password ?? ''
  const wrong = placeFaults(place)
  const { section, faults, reset } = useChangeGameServer({
    section: 'network',
    gameServerId: gameServer.id,
    change: {
      ...changedPlace(place, known),
      ...(password !== (gameServer.rcon_password ?? '') && password !== '' && { rcon_password: password }),
    },
    fields: ['ip', 'port', 'query_port', 'rcon_port', 'rcon_password'],
    onCount,
    onSaved: () => {
      setTyped({})
      setTypedPassword(null)
    },
  })
  const isPresent = (name: (typeof ports)[number]['name']) => known[name] !== ''
  const changed = ports.filter(
    ({ name }) => isPresent(name) && place[name] !== '' && place[name] !== known[name] && !wrong[name],
  )
  const checkOf = usePortChecks(
    gameServer.id,
    Object.fromEntries(changed.map(({ name, field }) => [field, place[name]])),
  )
  const hasRcon = gameServer.rcon_port !== null
  const isLost = gameServer.rcon_password_unreadable === true && password === ''
  return (
    <SaveableSection
      id="network"
      title={t('settings.network')}
      text={t('settings.networkText')}
      {...section}
      note={t('settings.actsLater')}
      blocking={Object.keys(wrong).length + changed.filter(({ field }) => isTaken(checkOf(field))).length}
      onDiscard={() => {
        reset()
        setTyped({})
        setTypedPassword(null)
      }}
    >
      <FieldRow id={addressId} label={t('newServer.address')} text={t('newServer.addressText')}>
        <Autocomplete
          id={addressId}
          aria-describedby={`${addressId}-text`}
          placeholder={t('newServer.anyAddress')}
          data={node.data?.ips ?? []}
          value={place.ip}
          onChange={ip => setTyped({ ...typed, ip })}
          error={fieldMessage(t, faults.ip)}
        />
      </FieldRow>
      {ports
        .filter(({ name }) => isPresent(name))
        .map(({ name, field, label }) => (
          <PortRow
            key={name}
            label={t(label)}
            value={place[name]}
            isWrong={wrong[name] !== undefined}
            isChanged={place[name] !== '' && place[name] !== known[name]}
            check={checkOf(field)}
            fault={fieldMessage(t, faults[field])}
            onChange={value => setTyped({ ...typed, [name]: value })}
          />
        ))}
      {hasRcon && (
        <FieldRow id={passwordId} label={t('manageServer.rconPassword')}>
          <PasswordInput
            id={passwordId}
            maxLength={128}
            autoComplete="new-password"
            classNames={{ innerInput: 'mono' }}
            value={password}
            onChange={event => setTypedPassword(event.currentTarget.value)}
            error={isLost ? t('variables.unreadable') : fieldMessage(t, faults.rcon_password)}
          />
        </FieldRow>
      )}
    </SaveableSection>
  )
}

interface PortRowProps {
  label: string
  value: string
  isWrong: boolean
  isChanged: boolean
  /** Null while it is checked. */
  check: PortCheck | null
  fault: string | undefined
  onChange: (value: string) => void
}

function PortRow({ label, value, isWrong, isChanged, check, fault, onChange }: PortRowProps) {
  const t = useTexts()
  const id = useId()
  return (
    <FieldRow
      id={id}
      label={label}
      note={isChanged && !isWrong && !fault && <CheckNote check={check} onUse={onChange} />}
    >
      <TextInput
        id={id}
        inputMode="numeric"
        maxLength={5}
        classNames={{ input: 'numbers' }}
        value={value}
        onChange={event => onChange(event.currentTarget.value.replace(/\D/g, ''))}
        error={isWrong ? t('newServer.portWrong') : (fault ?? isTaken(check))}
      />
    </FieldRow>
  )
}

/** The panel would refuse it; of another program it cannot know whether it goes away. */
const isTaken = (check: PortCheck | null) => check?.status === 'same' || check?.status === 'server'

const checkTones = {
  own: 'running',
  same: 'trouble',
  free: 'running',
  server: 'trouble',
  program: 'trouble',
  unchecked: 'paused',
} as const

function CheckNote({ check, onUse }: { check: PortCheck | null; onUse: (port: string) => void }) {
  const t = useTexts()
  if (!check) return <span role="status">{t('settings.portChecking')}</span>
  const { status, server_name, suggestion } = check
  return (
    <>
      <span role="status" className={tones[checkTones[status]]} style={{ color: 'var(--tone)' }}>
        {t(`settings.ports.${status}`, { name: server_name ?? '' })}
      </span>
      {suggestion !== null && (
        <button type="button" className="link" onClick={() => onUse(String(suggestion))}>
          {t('settings.usePort', { port: String(suggestion) })}
        </button>
      )}
    </>
  )
}
