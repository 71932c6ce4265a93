// How a game server runs and what it may use, beside what its node has left and whether the limits hold there.

import { Select, TextInput } from '@mantine/core'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readNode } from '@rookery/contracts/http/nodes.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { runtimeName } from '../../../parts/run-state/runtime-names.ts'
import { apiQuery, pageQuery, wholeQuery } from '../../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import { unitInField } from '../../../ui/controls/unit-in-field.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type ChartUnit, decimalSign, formatNumber, formatValue } from '../../../ui/format/unit-rules.ts'
import tones from '../../../ui/tone/tone.module.css'
import {
  bytesOfGib,
  changedPlace,
  figureTyped,
  gibOfBytes,
  type PlaceFields,
  placeFaults,
  placeOf,
} from '../place/place-field-rules.ts'
import { fittingLimit, type Left, limitsLeft } from './logic/limits-left.ts'
import { SaveableSection } from './saveable-section.tsx'
import {
  type DetailsSectionProps,
  type GameServerChange,
  useChangeGameServer,
} from './use-change-game-server.ts'

const rows = [
  { kind: 'memory', name: 'memoryGib', field: 'memory_limit_bytes', unit: 'bytes' },
  { kind: 'cpu', name: 'cpuPercent', field: 'cpu_limit_percent', unit: 'percent' },
  { kind: 'disk', name: 'diskGib', field: 'disk_limit_bytes', unit: 'bytes' },
] as const satisfies { kind: string; name: keyof PlaceFields; field: string; unit: ChartUnit }[]

/** What the node has, what others may use of it, and the ways to run that it and the template have in common. */
function useNodeOf({ gameServer }: Pick<DetailsSectionProps, 'gameServer'>) {
  const node = useQuery(apiQuery(readNode, { params: { id: String(gameServer.node_id) } }))
  const query = { node: String(gameServer.node_id), per_page: 1000 }
  const servers = useQuery(pageQuery(listGameServers, { query }))
  const templates = useQuery(wholeQuery(listTemplates))
  const template = templates.data?.items.find(({ id }) => id === gameServer.template.id)
  const supported = template?.process_managers.filter(way => node.data?.runtimes.includes(way)) ?? []
  return {
    ways: [...new Set([gameServer.process_manager, ...supported])],
    left: node.data && servers.data ? limitsLeft(node.data, servers.data.items, gameServer.id) : null,
  }
}

export function LimitsSection({ gameServer, onCount }: DetailsSectionProps) {
  const t = useTexts()
  const language = useLanguage()
  const wayId = useId()
  const { ways, left } = useNodeOf({ gameServer })
  const [typed, setTyped] = useState<Partial<PlaceFields>>({})
  const [typedWay, setTypedWay] = useState<string | null>(null)
  const known = placeOf(gameServer)
  const place = { ...known, ...typed }
  const way = typedWay ?? gameServer.process_manager
  const wrong = placeFaults(place)
  const { section, faults, reset } = useChangeGameServer({
    section: 'limits',
    gameServerId: gameServer.id,
    change: {
      ...changedPlace(place, known),
      ...(way !== gameServer.process_manager && {
        process_manager: way as GameServerChange['process_manager'],
      }),
    },
    fields: ['memory_limit_bytes', 'cpu_limit_percent', 'disk_limit_bytes', 'process_manager'],
    onCount,
    onSaved: () => {
      setTyped({})
      setTypedWay(null)
    },
  })
  const holds = way !== 'process'
  const tooMuch = rows.filter(
    ({ kind, name, unit }) =>
      typed[name] !== undefined && exceedsNode(place[name], left?.[kind] ?? null, unit),
  )
  return (
    <SaveableSection
      id="limits"
      title={t('settings.limits')}
      text={t('settings.limitsText', { node: gameServer.node_name })}
      {...section}
      note={t('settings.actsLater')}
      blocking={Object.keys(wrong).length + tooMuch.length}
      onDiscard={() => {
        reset()
        setTyped({})
        setTypedWay(null)
      }}
    >
      <FieldRow id={wayId} label={t('newServer.way')}>
        <Select
          id={wayId}
          allowDeselect={false}
          disabled={ways.length < 2}
          data={ways.map(each => ({ value: each, label: runtimeName(t, each) }))}
          value={way}
          onChange={next => next && setTypedWay(next)}
          error={fieldMessage(t, faults.process_manager)}
        />
      </FieldRow>
      {!holds && (
        <div style={{ padding: '0 20px 14px' }}>
          <Notice status={{ tone: 'warning', Icon: IconAlertTriangle }} title={t('settings.notHeldTitle')}>
            {t('settings.notHeldText')}
          </Notice>
        </div>
      )}
      {rows.map(({ kind, name, field, unit }) => (
        <LimitRow
          key={kind}
          label={t(`newServer.${kind}`)}
          text={t(`settings.limitTexts.${kind}`, { full: formatValue(100, 'percent', language) })}
          left={left?.[kind] ?? null}
          unit={unit}
          nodeName={gameServer.node_name}
          value={place[name]}
          // A limit that does not hold can only be taken away.
          isClosed={!holds && kind !== 'disk' && place[name] === ''}
          fault={wrong[name] ? t(`newServer.${wrong[name]}`) : fieldMessage(t, faults[field])}
          onChange={value => setTyped({ ...typed, [name]: figureTyped(name, value) })}
        />
      ))}
    </SaveableSection>
  )
}

interface LimitRowProps {
  label: string
  text: string
  left: Left | null
  unit: ChartUnit
  nodeName: string
  value: string
  isClosed: boolean
  fault: string | undefined
  onChange: (value: string) => void
}

const gib = 1024 ** 3

const amountOf = (value: string, unit: ChartUnit) => (unit === 'bytes' ? bytesOfGib(value) : Number(value))

/** More than the whole machine has never takes effect. */
const exceedsNode = (value: string, left: Left | null, unit: ChartUnit) =>
  left !== null && amountOf(value, unit) > left.total

function LimitRow(props: LimitRowProps) {
  const { label, text, left, unit, value, isClosed, fault, onChange } = props
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const isTooMuch = exceedsNode(value, left, unit)
  const isMore = !isTooMuch && left !== null && amountOf(value, unit) > Math.max(0, left.left)
  return (
    <FieldRow
      id={id}
      label={label}
      text={text}
      note={
        left && (
          <span className={isMore ? `${tones.warning} ${tones.loud}` : undefined}>
            {isMore && <IconAlertTriangle size={14} aria-hidden />}
            <LeftText left={left} unit={unit} isMore={isMore} />
          </span>
        )
      }
    >
      <TextInput
        id={id}
        aria-describedby={`${id}-text ${id}-unit`}
        inputMode={unit === 'bytes' ? 'decimal' : 'numeric'}
        {...unitInField(unit === 'bytes' ? 'GiB' : '%', `${id}-unit`)}
        maxLength={10}
        classNames={{ input: 'numbers' }}
        placeholder={t('newServer.noLimit')}
        disabled={isClosed}
        value={value.replace('.', decimalSign(language))}
        onChange={event => onChange(event.currentTarget.value.replace(',', '.'))}
        error={fault ?? (isTooMuch && left && <TooMuch {...props} left={left} />)}
      />
    </FieldRow>
  )
}

/** It cannot be saved: what the node has, and what fits there. */
function TooMuch({ left, unit, nodeName, onChange }: LimitRowProps & { left: Left }) {
  const t = useTexts()
  const language = useLanguage()
  const fitting = fittingLimit(left, unit === 'bytes' ? gib : 1)
  return (
    <>
      {t(unit === 'percent' ? 'settings.moreCoresThanNode' : 'settings.moreThanNode', {
        node: nodeName,
        total: amountText(left.total, unit, language),
      })}
      {fitting !== null && (
        <>
          {' '}
          <button
            type="button"
            className="link"
            onClick={() => onChange(unit === 'bytes' ? gibOfBytes(fitting) : String(fitting))}
          >
            {t('settings.useFitting', { size: formatValue(fitting, unit, language) })}
          </button>
        </>
      )}
    </>
  )
}

interface LeftTextProps {
  left: Left
  unit: ChartUnit
  isMore: boolean
}

function LeftText({ left, unit, isMore }: LeftTextProps) {
  const t = useTexts()
  const language = useLanguage()
  const format = (amount: number) => amountText(amount, unit, language)
  const total = format(left.total)
  if (unit === 'percent') {
    if (left.left < 0) return t('settings.coresOvercommitted', { over: format(-left.left), total })
    return t(isMore ? 'settings.moreThanCoresLeft' : 'settings.coresLeft', { left: format(left.left), total })
  }
  if (left.left < 0) return t('settings.overcommitted', { over: format(-left.left), total })
  return t(isMore ? 'settings.moreThanLeft' : 'settings.left', { left: format(left.left), total })
}

const amountText = (amount: number, unit: ChartUnit, language: string) =>
  unit === 'percent' ? coresText(amount, language) : formatValue(amount, unit, language)

/** A hundred percent is one core. */
const coresText = (percent: number, language: string) => formatNumber(percent / 100, language)
