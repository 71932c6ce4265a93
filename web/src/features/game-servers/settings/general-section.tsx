// Name, description and tags of a game server.

import { Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import { FieldRow } from '../../../ui/controls/field-row.tsx'
import { SaveableSection } from './saveable-section.tsx'
import { allTags, TagsField, type TypedTags } from './tags-field.tsx'
import { type DetailsSectionProps, useChangeGameServer } from './use-change-game-server.ts'

export function GeneralSection({ gameServer, onCount }: DetailsSectionProps) {
  const t = useTexts()
  const [nameId, descriptionId, tagsId] = [useId(), useId(), useId()]
  const [typed, setTyped] = useState<{ name?: string; description?: string; tags?: TypedTags }>({})
  const name = typed.name ?? gameServer.name
  const description = typed.description ?? gameServer.description
  const tags = typed.tags ?? { chips: gameServer.tags, typed: '' }
  const { section, faults, reset } = useChangeGameServer({
    section: 'general',
    gameServerId: gameServer.id,
    change: {
      ...(name.trim() !== gameServer.name && { name: name.trim() }),
      ...(description.trim() !== gameServer.description && { description: description.trim() }),
      ...(allTags(tags).join() !== gameServer.tags.join() && { tags: allTags(tags) }),
    },
    fields: ['name', 'description', 'tags'],
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
          onChange={next => setTyped({ ...typed, tags: next })}
        />
      </FieldRow>
    </SaveableSection>
  )
}
