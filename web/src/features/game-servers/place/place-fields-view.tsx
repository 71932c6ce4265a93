// The fields for address, ports and limits of a game server.

import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { unitInField } from '../../../ui/controls/unit-in-field.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { figureTyped, type PlaceFields, placeFaults } from './place-field-rules.ts'

interface PlaceFieldsViewProps {
  fields: PlaceFields
  /** Those that the template has beside the game's own. */
  ports: { query: boolean; rcon: boolean }
  /** Addresses of the node. */
  addresses: readonly string[]
  /** What the panel refused, by the names of its fields. */
  faults: Record<string, string[]>
  /** Said where nothing is typed: a new server gets free ports, a known one keeps its own. */
  isNew?: boolean
  onChange: (fields: PlaceFields) => void
}

const columns = { minColWidth: 128, autoFlow: 'auto-fit', spacing: 16 } as const

export function PlaceFieldsView(props: PlaceFieldsViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const { fields, ports, addresses, faults, isNew, onChange } = props
  const wrong = placeFaults(fields)
  const set = (name: keyof PlaceFields) => (value: string) => onChange({ ...fields, [name]: value })
  const figure = (name: Exclude<keyof PlaceFields, 'ip'>, panelName: string) => {
    const fault = wrong[name]
    return {
      inputMode: name.endsWith('Gib') ? ('decimal' as const) : ('numeric' as const),
      maxLength: 10,
      autoComplete: 'off',
      value: fields[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        set(name)(figureTyped(name, event.currentTarget.value)),
      error: fault ? t(`newServer.${fault}`) : fieldMessage(t, faults[panelName]),
    }
  }
  const portHint = isNew ? t('newServer.portAuto') : undefined
  return (
    <>
      <Autocomplete
        label={t('newServer.address')}
        description={t('newServer.addressText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('newServer.anyAddress')}
        data={[...addresses]}
        value={fields.ip}
        onChange={set('ip')}
        error={fieldMessage(t, faults.ip)}
      />
      <SimpleGrid {...columns}>
        <TextInput label={t('newServer.gamePort')} placeholder={portHint} {...figure('port', 'port')} />
        {ports.query && (
          <TextInput
            label={t('newServer.queryPort')}
            placeholder={portHint}
            {...figure('queryPort', 'query_port')}
          />
        )}
        {ports.rcon && (
          <TextInput
            label={t('newServer.rconPort')}
            placeholder={portHint}
            {...figure('rconPort', 'rcon_port')}
          />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={16}>
        <TextInput
          label={t('newServer.memory')}
          description={t('newServer.memoryText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('newServer.noLimit')}
          {...figure('memoryGib', 'memory_limit_bytes')}
          {...unitInField('GiB')}
        />
        <TextInput
          label={t('newServer.cpu')}
          description={t('newServer.cpuText', { full: formatValue(100, 'percent', language) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('newServer.noLimit')}
          {...figure('cpuPercent', 'cpu_limit_percent')}
          {...unitInField('%')}
        />
        <TextInput
          label={t('newServer.disk')}
          description={t('newServer.diskText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('newServer.noLimit')}
          {...figure('diskGib', 'disk_limit_bytes')}
          {...unitInField('GiB')}
        />
      </SimpleGrid>
    </>
  )
}
