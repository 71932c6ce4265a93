// All that has good defaults, behind one fold: settings of the game, ports, limits, image, and what happens afterwards.

import { Box, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { isContainerEngine } from '@rookery/contracts/process-managers.ts'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { runtimeName } from '../../../parts/run-state/runtime-names.ts'
import { OwnerSelect } from '../../../parts/users/owner-select.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { SwitchRow } from '../../../ui/controls/switch-row.tsx'
import { PlaceFieldsView } from '../place/place-fields-view.tsx'
import styles from './create.module.css'
import type { NodeChoice } from './logic/node-choices.ts'
import { type DraftProps, VariableRows } from './variable-rows.tsx'

interface MoreSettingsViewProps extends DraftProps {
  template: Template
  variables: readonly TemplateVariable[]
  /** The node that will run it. */
  choice: NodeChoice | undefined
  /** Address and ports are the panel's choice, and limits stand above. */
  isWithinPlan: boolean
}

const chapterSpace = { gap: 16, pt: 8, px: 20, pb: 20 }

export function MoreSettingsView(props: MoreSettingsViewProps) {
  const t = useTexts()
  const { template, variables, choice, isWithinPlan, draft, faults, onDraft } = props
  const ports = { query: template.ports.query !== undefined, rcon: template.ports.rcon !== undefined }
  return (
    <details className={`panel ${styles.rest}`}>
      <summary>
        <IconChevronRight size={18} aria-hidden />
        <Stack component="span" gap={0}>
          <strong>{t('newServer.rest')}</strong>
          <span className="text-note">
            {t(isWithinPlan ? 'newServer.restTextOwn' : 'newServer.restText')}
          </span>
        </Stack>
      </summary>
      {variables.length > 0 && (
        <Chapter title={t('newServer.variables')}>
          <VariableRows {...props} />
        </Chapter>
      )}
      {!isWithinPlan && (
        <Chapter title={t('newServer.placeAndLimits')}>
          <Stack {...chapterSpace}>
            <PlaceFieldsView
              isNew
              fields={draft.place}
              ports={ports}
              addresses={choice?.node.ips ?? []}
              faults={faults}
              onChange={place =>
                onDraft({
                  ...draft,
                  place,
                  isMemoryChosen: draft.isMemoryChosen || place.memoryGib !== draft.place.memoryGib,
                })
              }
            />
            <Runtime {...props} />
          </Stack>
        </Chapter>
      )}
      <Chapter title={t('newServer.details')}>
        <Stack {...chapterSpace}>
          {isWithinPlan && <Runtime {...props} />}
          <SimpleGrid minColWidth={180} autoFlow="auto-fit" spacing={16}>
            {!isWithinPlan && (
              <OwnerSelect
                label={t('ownership.owner')}
                owner={draft.owner}
                onChoose={owner => onDraft({ ...draft, owner })}
                error={fieldMessage(t, faults.owner_id)}
              />
            )}
            <TextInput
              label={t('newServer.tags')}
              placeholder={t('newServer.tagsText')}
              value={draft.tags}
              onChange={event => onDraft({ ...draft, tags: event.currentTarget.value })}
              error={fieldMessage(t, faults.tags)}
            />
          </SimpleGrid>
        </Stack>
      </Chapter>
      <Afterwards {...props} />
    </details>
  )
}

function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="line-above" aria-label={title}>
      <Box component="h3" className="text-faint" pt={14} px={20} pb={2} fz={12.5} fw={500}>
        {title}
      </Box>
      <div>{children}</div>
    </section>
  )
}

/** Asked only where there is something to choose. */
function Runtime({ template, choice, draft, faults, onDraft }: MoreSettingsViewProps) {
  const t = useTexts()
  const ways = choice?.ways ?? []
  const way = draft.way ?? ways[0] ?? ''
  const images = isContainerEngine(way) ? (template.container?.images ?? []) : []
  if (ways.length < 2 && images.length < 2) return null
  return (
    <SimpleGrid minColWidth={180} autoFlow="auto-fit" spacing={16}>
      {ways.length > 1 && (
        <Select
          label={t('newServer.way')}
          allowDeselect={false}
          data={ways.map(each => ({ value: each, label: runtimeName(t, each) }))}
          value={way}
          onChange={next => onDraft({ ...draft, way: next })}
          error={fieldMessage(t, faults.process_manager)}
        />
      )}
      {images.length > 1 && (
        <Select
          label={t('newServer.image')}
          allowDeselect={false}
          data={images.map(({ label }) => label)}
          value={draft.image ?? images[0]?.label ?? null}
          onChange={image => onDraft({ ...draft, image })}
          error={fieldMessage(t, faults.image)}
        />
      )}
    </SimpleGrid>
  )
}

function Afterwards({ draft, onDraft }: MoreSettingsViewProps) {
  const t = useTexts()
  return (
    <Chapter title={t('newServer.afterwards')}>
      <SwitchRow
        label={t('newServer.install')}
        text={t('newServer.installText')}
        isOn={draft.install}
        onSwitch={isOn => onDraft({ ...draft, install: isOn })}
      />
      <SwitchRow
        label={t('newServer.start')}
        text={t('newServer.startText')}
        isOn={draft.install && draft.start}
        isDisabled={!draft.install}
        onSwitch={isOn => onDraft({ ...draft, start: isOn })}
      />
    </Chapter>
  )
}
