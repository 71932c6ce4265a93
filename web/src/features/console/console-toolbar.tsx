// The tools of the console: search, times, copy, download, clear. On a phone the search has the whole row while it is open.

import { ActionIcon, Box, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconClock,
  IconCopy,
  IconDownload,
  IconEraser,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import styles from './console.module.css'

export interface ConsoleToolbarProps {
  matches: { index: number; count: number } | null
  isCopied: boolean
  hasTimes: boolean
  onTimes: (isVisible: boolean) => void
  onSearch: (searchText: string, direction: 'next' | 'previous') => void
  onCopy: () => void
  onDownload: () => void
  onClear: () => void
}

export function ConsoleToolbar(props: ConsoleToolbarProps) {
  const t = useTexts()
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const [isSearching, setIsSearching] = useState(false)
  function endSearch() {
    props.onSearch('', 'next')
    setIsSearching(false)
  }
  return (
    <Group className={`line-below ${styles.toolbar}`} gap={4} wrap="nowrap">
      {isNarrow && !isSearching ? (
        <ActionIcon aria-label={t('console.search')} onClick={() => setIsSearching(true)}>
          <IconSearch size={18} stroke={1.7} />
        </ActionIcon>
      ) : (
        <Search {...props} onEnd={isNarrow ? endSearch : null} />
      )}
      {!(isNarrow && isSearching) && <Tools {...props} isNarrow={isNarrow} />}
    </Group>
  )
}

interface SearchProps extends Pick<ConsoleToolbarProps, 'matches' | 'onSearch'> {
  /** Null where the field always stays. */
  onEnd: (() => void) | null
}

function Search({ matches, onSearch, onEnd }: SearchProps) {
  const t = useTexts()
  const [searchText, setSearchText] = useState('')
  const steps = [
    { direction: 'previous', label: t('console.searchPrevious'), Icon: IconChevronUp },
    { direction: 'next', label: t('console.searchNext'), Icon: IconChevronDown },
  ] as const
  return (
    <>
      <TextInput
        className={styles.search}
        size="xs"
        flex={{ base: 1, sm: 'none' }}
        miw={0}
        w={{ base: 'auto', sm: 240 }}
        leftSection={<IconSearch size={14} aria-hidden />}
        placeholder={t('console.search')}
        aria-label={t('console.search')}
        autoFocus={onEnd !== null}
        enterKeyHint="search"
        value={searchText}
        onChange={event => {
          setSearchText(event.currentTarget.value)
          onSearch(event.currentTarget.value, 'next')
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') onSearch(searchText, event.shiftKey ? 'previous' : 'next')
          if (event.key === 'Escape') onEnd?.()
        }}
      />
      {searchText && (
        <>
          <Box component="span" className="text-caption numbers" flex="none" px={6} role="status">
            {matches && matches.count > 0 ? t('console.matches', matches) : t('console.noMatch')}
          </Box>
          {steps.map(({ direction, label, Icon }) => (
            <ActionIcon
              key={direction}
              size={28}
              aria-label={label}
              onClick={() => onSearch(searchText, direction)}
            >
              <Icon size={16} />
            </ActionIcon>
          ))}
        </>
      )}
      {onEnd && (
        <ActionIcon aria-label={t('console.endSearch')} onClick={onEnd}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      )}
    </>
  )
}

/** A finger that turns it on sees what it does, and has nothing to point with. */
const notTouched = { hover: true, focus: true, touch: false }

function Tools({
  isCopied,
  hasTimes,
  isNarrow,
  onTimes,
  onCopy,
  onDownload,
  onClear,
}: ConsoleToolbarProps & { isNarrow: boolean }) {
  const t = useTexts()
  const tools = [
    {
      label: isCopied ? t('actions.copied') : t('console.copyAll'),
      Icon: isCopied ? IconCheck : IconCopy,
      act: onCopy,
    },
    { label: t('actions.download'), Icon: IconDownload, act: onDownload },
    { label: t('console.clear'), Icon: IconEraser, act: onClear },
  ]
  return (
    <Group component="span" gap={2} wrap="nowrap" ml="auto">
      {/* Above it are state and tabs. */}
      <Tooltip label={t('console.timesAbout')} position="bottom" multiline maw={280} events={notTouched}>
        <Button
          className={styles.times}
          size="xs"
          variant="subtle"
          color="gray"
          px={isNarrow ? 11 : undefined}
          aria-label={t('console.times')}
          aria-pressed={hasTimes}
          onClick={() => onTimes(!hasTimes)}
        >
          <IconClock size={17} stroke={1.7} aria-hidden />
          {!isNarrow && (
            <Box component="span" ml={6}>
              {t('console.times')}
            </Box>
          )}
        </Button>
      </Tooltip>
      {tools.map(({ label, Icon, act }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon aria-label={label} onClick={act}>
            <Icon size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}
