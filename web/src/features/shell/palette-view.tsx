// The command palette: type, choose with the arrow keys, go.

import { ActionIcon, Box, Group, Modal } from '@mantine/core'
import { IconSearch, IconX, type TablerIcon } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import type { Tone } from '../../ui/tone/tone.ts'
import { findEntries } from './logic/palette-search.ts'
import styles from './palette.module.css'

export interface PaletteEntry {
  id: string
  group:
    | 'groupRecent'
    | 'groupHere'
    | 'groupQuick'
    | 'groupPages'
    | 'groupServers'
    | 'groupNodes'
    | 'groupGames'
    | 'groupPeople'
    | 'groupActions'
  title: string
  /** The page that it is a part of. */
  path?: string
  keywords?: string
  note?: string
  /** Of which game server it is, and whether it opens that, starts it or does something else with it. */
  gameServer?: { id: number; isItself: boolean; starts?: true }
  /** Wanted so often that it stands before the pages. */
  isQuick?: true
  Icon: TablerIcon
  /** Of the icon, where it says a state. */
  tone?: Tone
  run: () => void
}

interface PaletteViewProps {
  isOpen: boolean
  entries: readonly PaletteEntry[]
  onClose: () => void
}

const visibleAtOnce = 40

export function PaletteView({ isOpen, entries, onClose }: PaletteViewProps) {
  const t = useTexts()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={580}
      attributes={{ content: { 'aria-label': t('palette.title') } }}
      classNames={{ inner: styles.inner, content: styles.content, body: styles.body }}
    >
      <Palette entries={entries} onClose={onClose} />
    </Modal>
  )
}

const kindOf = {
  groupRecent: 'groupServers',
  groupServers: 'groupServers',
  groupHere: 'groupActions',
  groupQuick: 'groupActions',
  groupActions: 'groupActions',
  groupPages: 'groupPages',
  groupNodes: 'groupNodes',
  groupGames: 'groupGames',
  groupPeople: 'groupPeople',
} as const satisfies Record<PaletteEntry['group'], PaletteEntry['group']>

/** While something is typed nothing else says what an entry is. */
function Note({ entry: { note, group }, isGrouped }: { entry: PaletteEntry; isGrouped: boolean }) {
  const t = useTexts()
  const text = note ?? (isGrouped ? undefined : t(`palette.kinds.${kindOf[group]}`))
  return text ? <span className={`text-hint ${styles.note}`}>{text}</span> : null
}

export function Palette({ entries, onClose }: Omit<PaletteViewProps, 'isOpen'>) {
  const t = useTexts()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const chosen = useRef<HTMLDivElement>(null)
  const found = findEntries(entries, query, visibleAtOnce)
  // Grouped only while nothing is typed; a search is ranked by how well it fits.
  const isGrouped = query.trim() === ''

  useEffect(() => {
    if (at >= 0) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function run(entry: PaletteEntry | undefined) {
    if (!entry) return
    onClose()
    entry.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setAt((at + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found[at])
    }
  }

  return (
    <>
      <Group className={styles.field} gap={12} wrap="nowrap">
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-entries"
          aria-activedescendant={found[at] ? `palette-${found[at].id}` : undefined}
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          value={query}
          onChange={event => {
            setQuery(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          className={styles.close}
          size={44}
          variant="subtle"
          color="gray"
          aria-label={t('actions.close')}
          onClick={onClose}
        >
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <div
        id="palette-entries"
        role="listbox"
        aria-label={t('palette.title')}
        className={styles.entries}
        hidden={found.length === 0}
      >
        {found.map((entry, index) => (
          <div key={entry.id}>
            {isGrouped && found[index - 1]?.group !== entry.group && (
              <div className={styles.group}>{t(`palette.${entry.group}`)}</div>
            )}
            <Group
              id={`palette-${entry.id}`}
              ref={index === at ? chosen : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.entry}
              gap={12}
              wrap="nowrap"
              onMouseMove={() => setAt(index)}
              onClick={() => run(entry)}
              onKeyDown={onKeyDown}
            >
              <entry.Icon
                size={17}
                stroke={1.7}
                className={entry.tone && tones[entry.tone]}
                color={entry.tone && 'var(--tone)'}
                aria-hidden
              />
              <span className={`truncate ${styles.title}`}>
                {entry.path && <span className="text-faint">{entry.path} › </span>}
                {entry.title}
              </span>
              <Note entry={entry} isGrouped={isGrouped} />
            </Group>
          </div>
        ))}
      </div>
      <Box
        component="p"
        className="text-quiet"
        p={found.length === 0 ? '28px 12px' : 0}
        ta="center"
        role="status"
      >
        {found.length === 0 && t('palette.nothing', { query })}
      </Box>
      <Box component="p" className={`text-caption ${styles.hint}`} visibleFrom="sm">
        {t('palette.hint')}
      </Box>
    </>
  )
}
