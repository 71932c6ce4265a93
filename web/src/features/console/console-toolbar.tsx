// The tools of the console: search, times, copy, download, clear.

import { ActionIcon, Box, Group, TextInput, Tooltip } from '@mantine/core'
import {
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconClock,
  IconCopy,
  IconDownload,
  IconEraser,
  IconSearch,
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

export function ConsoleToolbar({
  matches,
  isCopied,
  hasTimes,
  onTimes,
  onSearch,
  onCopy,
  onDownload,
  onClear,
}: ConsoleToolbarProps) {
  const t = useTexts()
  const [searchText, setSearchText] = useState('')
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
    <Group className={`line-below ${styles.toolbar}`} gap={4} wrap="nowrap">
      <TextInput
        size="xs"
        flex={{ base: 1, sm: 'none' }}
        miw={0}
        w={{ base: 'auto', sm: 240 }}
        leftSection={<IconSearch size={14} aria-hidden />}
        placeholder={t('console.search')}
        aria-label={t('console.search')}
        value={searchText}
        onChange={event => {
          setSearchText(event.currentTarget.value)
          onSearch(event.currentTarget.value, 'next')
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') onSearch(searchText, event.shiftKey ? 'previous' : 'next')
        }}
      />
      {searchText && (
        <>
          <Box component="span" className="text-caption truncate" px={6} role="status">
            {matches && matches.count > 0 ? t('console.matches', matches) : t('console.noMatch')}
          </Box>
          <ActionIcon
            size={28}
            aria-label={t('console.searchPrevious')}
            onClick={() => onSearch(searchText, 'previous')}
          >
            <IconChevronUp size={16} />
          </ActionIcon>
          <ActionIcon
            size={28}
            aria-label={t('console.searchNext')}
            onClick={() => onSearch(searchText, 'next')}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </>
      )}
      <Group component="span" gap={2} wrap="nowrap" ml="auto">
        <Tooltip label={t('console.timesAbout')} multiline maw={280}>
          <ActionIcon
            aria-label={t('console.times')}
            aria-pressed={hasTimes}
            bg={hasTimes ? 'var(--surface-pressed)' : undefined}
            c={hasTimes ? 'var(--accent-text)' : undefined}
            onClick={() => onTimes(!hasTimes)}
          >
            <IconClock size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        {tools.map(({ label, Icon, act }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon aria-label={label} onClick={act}>
              <Icon size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        ))}
      </Group>
    </Group>
  )
}
