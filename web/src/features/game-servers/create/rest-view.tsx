// All that has good defaults, behind one fold: settings of the game, ports, limits, image, and what happens afterwards.

import { Select, TextInput } from '@mantine/core'
import type { TemplateVariable } from '@rookery/contracts/template/variables.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { runtimeName } from '../../../parts/run-state/runtime-names.ts'
import { useTexts } from '../../../texts/texts.ts'
import { SwitchRow } from '../../../ui/controls/switch-row.tsx'
import { PlaceFieldsView } from '../place/place-fields-view.tsx'
import styles from './create.module.css'
import type { NodeChoice } from './logic/node-choices.ts'
import { type DraftProps, VariableRows } from './variable-rows.tsx'

interface RestViewProps extends DraftProps {
  template: Template
  variables: readonly TemplateVariable[]
  /** The node that will run it. */
  choice: NodeChoice | undefined
}

export function RestView(props: RestViewProps) {
  const t = useTexts()
  const { template, variables, choice, draft, faults, onDraft } = props
  const ports = { query: template.ports.query !== undefined, rcon: template.ports.rcon !== undefined }
  return (
    <details className={styles.rest}>
      <summary>
        <IconChevronRight size={18} aria-hidden />
        <span>
          <span className={styles.restTitle}>{t('newServer.rest')}</span>
          <span className="text-note">{t('newServer.restText')}</span>
        </span>
      </summary>
      {variables.length > 0 && (
        <Group title={t('newServer.variables')}>
          <VariableRows {...props} />
        </Group>
      )}
      <Group title={t('newServer.placeAndLimits')} isPadded>
        <PlaceFieldsView
          isNew
          fields={draft.place}
          ports={ports}
          addresses={choice?.node.ips ?? []}
          faults={faults}
          onChange={place => onDraft({ ...draft, place })}
        />
        <Runtime {...props} />
        <TextInput
          label={t('newServer.tags')}
          placeholder={t('newServer.tagsText')}
          value={draft.tags}
          onChange={event => onDraft({ ...draft, tags: event.currentTarget.value })}
          error={fieldMessage(t, faults.tags)}
        />
      </Group>
      <Afterwards {...props} />
    </details>
  )
}

function Group({ title, isPadded, children }: { title: string; isPadded?: boolean; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3>{title}</h3>
      <div className={isPadded ? styles.padded : undefined}>{children}</div>
    </section>
  )
}

/** Asked only where there is something to choose. */
function Runtime({ template, choice, draft, faults, onDraft }: RestViewProps) {
  const t = useTexts()
  const ways = choice?.ways ?? []
  const way = draft.way ?? ways[0] ?? ''
  const images = way === 'docker' || way === 'podman' ? (template.container?.images ?? []) : []
  if (ways.length < 2 && images.length < 2) return null
  return (
    <div className={styles.pair}>
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
    </div>
  )
}

function Afterwards({ draft, onDraft }: RestViewProps) {
  const t = useTexts()
  return (
    <Group title={t('newServer.afterwards')}>
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
    </Group>
  )
}
