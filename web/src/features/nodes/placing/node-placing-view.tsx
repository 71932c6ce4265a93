// What may come to a node: open, closed or draining, where it stands, by which tags it is found, and how much of it is
// given away.

import { Autocomplete, Box, Button, Group, TextInput } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { placementStates } from '@rookery/contracts/node-placement.ts'
import { type FormEvent, useId, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import { OptionCards } from '../../../ui/controls/option-cards.tsx'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { TagsField } from '../../../ui/controls/tags-field.tsx'
import { unitInField } from '../../../ui/controls/unit-in-field.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { decimalSign, formatValue } from '../../../ui/format/unit-rules.ts'
import styles from '../nodes.module.css'
import {
  draftOf,
  type PlacingChange,
  type PlacingDraft,
  placingChange,
  placingFaults,
  type Resource,
  reserveTyped,
  resources,
} from './placing-draft-rules.ts'

export interface NodePlacingViewProps {
  node: Node
  /** Those of other nodes, to choose from. */
  locations: readonly string[]
  isBusy: boolean
  isSaved: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSave: (change: PlacingChange) => void
}

export function NodePlacingView(props: NodePlacingViewProps) {
  const { node, locations, isBusy, isSaved, faults, problem, onSave } = props
  const t = useTexts()
  const [locationId, tagsId] = [useId(), useId()]
  const [typed, setTyped] = useState<Partial<PlacingDraft>>({})
  const draft = { ...draftOf(node), ...typed }
  const wrong = placingFaults(draft)
  const change = placingChange(draft, node)
  const set = (part: Partial<PlacingDraft>) => setTyped({ ...typed, ...part })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (change && wrong.length === 0) onSave(change)
  }

  return (
    <Panel title={t('nodePlacing.title')}>
      <form onSubmit={submit} noValidate autoComplete="off">
        <Box px={20} py={16}>
          <OptionCards
            label={t('nodePlacing.title')}
            value={draft.placement}
            options={placementStates.map(state => ({
              value: state,
              title: t(`nodePlacing.${state}`),
              text: t(`nodePlacing.${state}Text`),
            }))}
            onChange={placement => set({ placement })}
          />
        </Box>
        <FieldRow id={locationId} label={t('nodePlacing.location')} text={t('nodePlacing.locationText')}>
          <Autocomplete
            id={locationId}
            aria-describedby={`${locationId}-text`}
            data={[...new Set(locations)]}
            maxLength={190}
            value={draft.location}
            onChange={location => set({ location })}
            error={fieldMessage(t, faults.location)}
          />
        </FieldRow>
        <FieldRow id={tagsId} label={t('nodePlacing.tags')} text={t('nodePlacing.tagsText')}>
          <TagsField
            id={tagsId}
            tags={draft.tags}
            error={fieldMessage(t, faults.tags)}
            removeLabel={tag => t('nodePlacing.removeTag', { tag })}
            onChange={tags => set({ tags })}
          />
        </FieldRow>
        {resources.map(resource => (
          <CapacityRow
            key={resource}
            resource={resource}
            total={totalOf(node, resource)}
            draft={draft}
            wrong={wrong}
            onDraft={set}
          />
        ))}
        {problem && (
          <Box px={20} pb={14}>
            <FormProblem>{problem}</FormProblem>
          </Box>
        )}
        {(change || isSaved) && (
          <Group className={styles.foot} gap={8} justify="flex-end">
            {change ? (
              <>
                <Button variant="subtle" disabled={isBusy} onClick={() => setTyped({})}>
                  {t('actions.discard')}
                </Button>
                <Button type="submit" loading={isBusy} disabled={wrong.length > 0}>
                  {t('actions.save')}
                </Button>
              </>
            ) : (
              <SavedLabel>{t('nodePlacing.saved')}</SavedLabel>
            )}
          </Group>
        )}
      </form>
    </Panel>
  )
}

/** Null: the machine has not said. */
function totalOf({ limits }: Node, resource: Resource): number | null {
  if (resource === 'cpu') return limits.cpu_cores === undefined ? null : limits.cpu_cores * 100
  return (resource === 'memory' ? limits.memory_bytes : limits.disk_bytes) ?? null
}

interface CapacityRowProps {
  resource: Resource
  total: number | null
  draft: PlacingDraft
  wrong: ReturnType<typeof placingFaults>
  onDraft: (part: Partial<PlacingDraft>) => void
}

function CapacityRow({ resource, total, draft, wrong, onDraft }: CapacityRowProps) {
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const { reserve, promised } = draft
  const text =
    total === null
      ? undefined
      : t(resource === 'cpu' ? 'nodePlacing.cpuText' : 'nodePlacing.has', {
          total: formatValue(total, resource === 'cpu' ? 'percent' : 'bytes', language),
          full: formatValue(100, 'percent', language),
        })
  const common = { flex: '1 1 120px', maxLength: 10, classNames: { input: 'numbers' } }
  return (
    <FieldRow id={id} label={t(`nodePlacing.${resource}`)} text={text}>
      <Group gap={12} align="flex-start">
        <TextInput
          id={id}
          {...common}
          {...unitInField(resource === 'cpu' ? '%' : 'GiB')}
          inputMode={resource === 'cpu' ? 'numeric' : 'decimal'}
          description={t('nodePlacing.kept')}
          inputWrapperOrder={['input', 'description', 'error']}
          value={reserve[resource].replace('.', decimalSign(language))}
          onChange={event =>
            onDraft({
              reserve: { ...reserve, [resource]: reserveTyped(resource, event.currentTarget.value) },
            })
          }
          error={wrong.includes(`reserve.${resource}`) && t('nodePlacing.wrongAmount')}
        />
        <TextInput
          {...common}
          {...unitInField('%')}
          aria-label={t('nodePlacing.promisedOf', { what: t(`nodePlacing.${resource}`) })}
          inputMode="numeric"
          description={t('nodePlacing.promised')}
          inputWrapperOrder={['input', 'description', 'error']}
          value={promised[resource]}
          onChange={event =>
            onDraft({ promised: { ...promised, [resource]: event.currentTarget.value.replace(/\D/g, '') } })
          }
          error={wrong.includes(`promised.${resource}`) && t('nodePlacing.wrongShare')}
        />
      </Group>
    </FieldRow>
  )
}
