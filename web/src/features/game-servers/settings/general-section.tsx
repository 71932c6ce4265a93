// Name, description and tags of a game server, for administrators also its id in another system.

import { Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import { allTags, type TypedTags } from '../../../ui/controls/tag-rules.ts'
import { TagsField } from '../../../ui/controls/tags-field.tsx'
import { SaveableSection } from './saveable-section.tsx'
import { type DetailsSectionProps, useChangeGameServer } from './use-change-game-server.ts'

interface Typed {
  name?: string
  description?: string
  tags?: TypedTags
  external?: string
}

interface GeneralSectionProps extends DetailsSectionProps {
  /** Who also keeps the id of another system. */
  isAdministrator: boolean
}

export function GeneralSection({ gameServer, isAdministrator, onCount }: GeneralSectionProps) {
  const t = useTexts()
  const [nameId, descriptionId, tagsId, externalId] = [useId(), useId(), useId(), useId()]
  const [typed, setTyped] = useState<Typed>({})
  const name = typed.name ?? gameServer.name
  const description = typed.description ?? gameServer.description
  const tags = typed.tags ?? { chips: gameServer.tags, typed: '' }
  const storedExternal = gameServer.external_id ?? ''
  const external = typed.external ?? storedExternal
  const { section, faults, reset } = useChangeGameServer({
    section: 'general',
    gameServerId: gameServer.id,
    change: {
      ...(name.trim() !== gameServer.name && { name: name.trim() }),
      ...(description.trim() !== gameServer.description && { description: description.trim() }),
      ...(allTags(tags).join() !== gameServer.tags.join() && { tags: allTags(tags) }),
      ...(external.trim() !== storedExternal && { external_id: external.trim() || null }),
    },
    fields: ['name', 'description', 'tags', 'external_id'],
    onCount,
    onSaved: () => setTyped({}),
  })
  return (
    <SaveableSection
      id="general"
      title={t('settings.general')}
      text={t('settings.generalText')}
      {...section}
      blocking={name.trim() ? 0 : 1}
      onDiscard={() => {
        reset()
        setTyped({})
      }}
    >
      <FieldRow id={nameId} label={t('newServer.name')}>
        <TextInput
          id={nameId}
          maxLength={190}
          value={name}
          onChange={event => setTyped({ ...typed, name: event.currentTarget.value })}
          error={name.trim() ? fieldMessage(t, faults.name) : t('newServer.needName')}
        />
      </FieldRow>
      <FieldRow id={descriptionId} label={t('settings.description')} text={t('settings.descriptionText')}>
        <Textarea
          id={descriptionId}
          aria-describedby={`${descriptionId}-text`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={description}
          onChange={event => setTyped({ ...typed, description: event.currentTarget.value })}
          error={fieldMessage(t, faults.description)}
        />
      </FieldRow>
      <FieldRow id={tagsId} label={t('newServer.tags')} text={t('settings.tagsText')}>
        <TagsField
          id={tagsId}
          tags={tags}
          error={fieldMessage(t, faults.tags)}
          removeLabel={tag => t('settings.removeTag', { tag })}
          onChange={next => setTyped({ ...typed, tags: next })}
        />
      </FieldRow>
      {isAdministrator && (
        <FieldRow id={externalId} label={t('settings.externalId')} text={t('settings.externalIdText')}>
          <TextInput
            id={externalId}
            aria-describedby={`${externalId}-text`}
            maxLength={190}
            spellCheck={false}
            value={external}
            onChange={event => setTyped({ ...typed, external: event.currentTarget.value })}
            error={fieldMessage(t, faults.external_id)}
          />
        </FieldRow>
      )}
    </SaveableSection>
  )
}
