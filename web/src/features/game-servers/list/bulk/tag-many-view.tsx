// Adds and removes tags of several game servers: a box for each tag, half ticked where only some have it.

import { Box, Button, Group, TextInput } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../../texts/texts.ts'
import form from '../../../../ui/controls/form.module.css'
import {
  afterTick,
  changedBy,
  isTicked,
  type TagChanges,
  type TagState,
  tagStates,
} from './logic/bulk-tags.ts'
import styles from './tag-many.module.css'

interface TagManyViewProps {
  gameServers: readonly Pick<GameServer, 'id' | 'tags'>[]
  /** Of all game servers that the person sees. */
  everyTag: readonly string[]
  onClose: () => void
  onTag: (changes: TagChanges) => void
}

const longestTag = 64

export function TagManyView({ gameServers, everyTag, onClose, onTag }: TagManyViewProps) {
  const t = useTexts()
  const [changes, setChanges] = useState<TagChanges>(new Map())
  const [typed, setTyped] = useState('')
  const typedTag = typed.trim()
  const added = [...changes.keys()].filter(tag => !everyTag.includes(tag))
  const states = tagStates(gameServers, [...everyTag, ...added])
  /** A tag that is typed and not yet added counts too. */
  const wanted: TagChanges = typedTag ? new Map(changes).set(typedTag, 'add') : changes
  const count = changedBy(gameServers, wanted).length

  function addTyped() {
    setChanges(wanted)
    setTyped('')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (count > 0) onTag(wanted)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className="text-quiet">
        {t(gameServers.length === 1 ? 'manyServers.tagTextOfOne' : 'manyServers.tagText')}
      </p>
      {states.length > 0 && (
        <ul className={`well ${styles.tags}`} aria-label={t('manyServers.tags')}>
          {states.map(state => (
            <TagRow
              key={state.tag}
              state={state}
              isTicked={isTicked(state, changes)}
              of={gameServers.length}
              onTick={() => setChanges(known => afterTick(known, state))}
            />
          ))}
        </ul>
      )}
      <Group gap={8} wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          label={t('manyServers.newTag')}
          maxLength={longestTag}
          data-autofocus
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !typedTag) return
            event.preventDefault()
            addTyped()
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={!typedTag}
          onClick={addTyped}
        >
          {t('manyServers.addTag')}
        </Button>
      </Group>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" disabled={count === 0}>
          {count === 0 ? t('manyServers.tagNothing') : t('manyServers.tagConfirm', { count })}
        </Button>
      </Group>
    </form>
  )
}

interface TagRowProps {
  state: TagState
  /** Null: some have it, others do not. */
  isTicked: boolean | null
  of: number
  onTick: () => void
}

function TagRow({ state, isTicked: ticked, of, onTick }: TagRowProps) {
  const t = useTexts()
  return (
    <li>
      <label className={styles.tag}>
        <input
          type="checkbox"
          className="tick"
          ref={box => {
            if (box) box.indeterminate = ticked === null
          }}
          checked={ticked === true}
          onChange={onTick}
        />
        <span className="truncate">{state.tag}</span>
        {of > 1 && (
          <Box component="span" className="text-caption numbers" ml="auto" flex="none">
            {t('manyServers.tagged', { count: state.count, of })}
          </Box>
        )}
      </label>
    </li>
  )
}
