// The tools of the console: search, times, copy, download, clear.

import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
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
    <Group className={styles.toolbar} gap={4} wrap="nowrap">
      <TextInput
        size="xs"
        className={styles.search}
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
          <span className={`text-caption ${styles.matches}`} role="status">
            {matches && matches.count > 0 ? t('console.matches', matches) : t('console.noMatch')}
          </span>
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
      <span className={styles.tools}>
        <Tooltip label={t('console.timesAbout')} multiline maw={280}>
          <ActionIcon
            aria-label={t('console.times')}
            aria-pressed={hasTimes}
            className={hasTimes ? styles.on : undefined}
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
      </span>
    </Group>
  )
}
