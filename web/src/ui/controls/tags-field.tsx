// Tags as chips, with a line to type the next one.

import { Group, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { allTags, type TypedTags } from './tag-rules.ts'
import styles from './tags-field.module.css'

interface TagsFieldProps {
  id: string
  tags: TypedTags
  error: string | undefined
  removeLabel: (tag: string) => string
  onChange: (tags: TypedTags) => void
}

export function TagsField({ id, tags, error, removeLabel, onChange }: TagsFieldProps) {
  const asChips = { chips: allTags(tags), typed: '' }
  const type = (typed: string) =>
    onChange(typed.includes(',') ? { chips: allTags({ ...tags, typed }), typed: '' } : { ...tags, typed })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && tags.typed.trim() !== '') {
      event.preventDefault()
      onChange(asChips)
    } else if (event.key === 'Backspace' && tags.typed === '' && tags.chips.length > 0) {
      onChange({ ...tags, chips: tags.chips.slice(0, -1) })
    }
  }
  return (
    <>
      {tags.chips.length > 0 && (
        <Group component="ul" gap={6}>
          {tags.chips.map(tag => (
            <li key={tag} className={`badge ${styles.tag}`}>
              <span className="breakable">{tag}</span>
              <button
                type="button"
                aria-label={removeLabel(tag)}
                onClick={() => onChange({ ...tags, chips: tags.chips.filter(each => each !== tag) })}
              >
                <IconX size={12} stroke={2.2} aria-hidden />
              </button>
            </li>
          ))}
        </Group>
      )}
      <TextInput
        id={id}
        aria-describedby={`${id}-text`}
        value={tags.typed}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => tags.typed.trim() !== '' && onChange(asChips)}
        error={error}
      />
    </>
  )
}
