// Above the table: a filter and what can be made here; with entries chosen, what can be done with them.

import { ActionIcon, Box, Button, CloseButton, Group, Menu, TextInput, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import {
  IconClipboard,
  IconDots,
  IconFilePlus,
  IconFilter,
  IconFolderPlus,
  IconPlus,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { ActionItems, actionIcons } from './action-menu.tsx'
import styles from './browser.module.css'
import { availableActions, type FileAction } from './logic/available-actions.ts'
import type { HeldEntries } from './logic/paste-plan.ts'

export interface HeadActionsProps {
  isReadOnly: boolean
  isClosed: boolean
  /** The buttons of uploads. */
  uploads?: ReactNode
  onSearch: () => void
  onRefresh: () => void
  onNew: (what: 'newFile' | 'newFolder') => void
}

export function HeadActions(props: HeadActionsProps) {
  const t = useTexts()
  const { isReadOnly, isClosed, uploads, onSearch, onRefresh, onNew } = props
  return (
    <Group className={styles.headActions} gap={8}>
      <Tooltip label={t('files.refresh')}>
        <ActionIcon size={36} aria-label={t('files.refresh')} onClick={onRefresh}>
          <IconRefresh size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Button
        variant="default"
        data-brief
        aria-label={t('fileActions.search')}
        leftSection={<IconSearch size={16} />}
        disabled={isClosed}
        onClick={onSearch}
      >
        {t('fileActions.search')}
      </Button>
      {!isReadOnly && !isClosed && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              data-brief
              aria-label={t('fileActions.new')}
              leftSection={<IconPlus size={16} />}
            >
              {t('fileActions.new')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFilePlus size={16} />} onClick={() => onNew('newFile')}>
              {t('fileActions.newFile')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={() => onNew('newFolder')}>
              {t('fileActions.newFolder')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {!isReadOnly && !isClosed && uploads}
    </Group>
  )
}

interface FilterBarProps {
  searchText: string
  /** How many are shown, in words. */
  count: string
  onSearchText: (searchText: string) => void
}

export function FilterBar({ searchText, count, onSearchText }: FilterBarProps) {
  const t = useTexts()
  return (
    <Group className="line-below" gap={10} wrap="nowrap" mih={46} px={16} py={6}>
      <TextInput
        flex={1}
        maw={320}
        size="xs"
        aria-label={t('files.filter')}
        placeholder={t('files.filter')}
        leftSection={<IconFilter size={15} />}
        rightSection={
          searchText && (
            <CloseButton size="xs" aria-label={t('files.clearFilter')} onClick={() => onSearchText('')} />
          )
        }
        value={searchText}
        onChange={event => onSearchText(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Escape' && onSearchText('')}
      />
      <Box component="span" className="text-hint numbers" ml="auto">
        {count}
      </Box>
    </Group>
  )
}

interface ChosenBarProps {
  chosen: readonly FileEntry[]
  isReadOnly: boolean
  onAction: (action: FileAction) => void
  onClear: () => void
}

/** Behind a button of their own: the others, delete among them, stay in sight. */
const rare: readonly FileAction[] = ['mode', 'hash']
/** What a phone has room for beside that button. */
const frequent: readonly FileAction[] = ['download', 'rename', 'delete']

export function ChosenBar({ chosen, isReadOnly, onAction, onClear }: ChosenBarProps) {
  const t = useTexts()
  const actions = availableActions(chosen, isReadOnly).filter(action => action !== 'open')
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const isInSight = (action: FileAction) => (isNarrow ? frequent.includes(action) : !rare.includes(action))
  const rest = actions.filter(action => !isInSight(action))
  return (
    <Group
      className={`line-below ${styles.chosenBar}`}
      gap={10}
      wrap="nowrap"
      mih={46}
      py={isNarrow ? 0 : 6}
      pl={isNarrow ? 2 : 10}
      pr={isNarrow ? 2 : 16}
    >
      <CloseButton
        size={isNarrow ? 44 : 'sm'}
        iconSize={isNarrow ? 18 : undefined}
        aria-label={t('files.clearChoice')}
        onClick={onClear}
      />
      <Box component="strong" className="text-secondary" flex="none">
        {t('files.chosen', { count: chosen.length })}
      </Box>
      <Group
        className={styles.chosenActions}
        gap={2}
        wrap="nowrap"
        ml="auto"
        role="toolbar"
        aria-label={t('files.columns.actions')}
      >
        {actions.filter(isInSight).map(action => {
          const Icon = actionIcons[action]
          const isSeveral = action === 'download' && (chosen.length > 1 || chosen[0]?.type === 'directory')
          const label = isSeveral ? t('fileActions.downloadSeveral') : t(`fileActions.${action}`)
          return (
            <Button
              key={action}
              flex="none"
              size="compact-sm"
              variant="subtle"
              color={action === 'delete' ? 'danger' : undefined}
              data-brief
              aria-label={label}
              title={label}
              leftSection={<Icon size={16} stroke={1.8} />}
              onClick={() => onAction(action)}
            >
              {label}
            </Button>
          )
        })}
        {rest.length > 0 && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon size={isNarrow ? 44 : 30} aria-label={t('files.more')} title={t('files.more')}>
                <IconDots size={17} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <ActionItems actions={rest} onAction={onAction} />
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Group>
  )
}

interface HeldBarProps {
  held: HeldEntries
  isBusy: boolean
  onPaste: () => void
  onDrop: () => void
}

export function HeldBar({ held, isBusy, onPaste, onDrop }: HeldBarProps) {
  const t = useTexts()
  return (
    <Group
      className="line-below text-secondary"
      gap={10}
      wrap="nowrap"
      mih={46}
      py={6}
      pl={16}
      pr={12}
      bg="var(--surface-hover)"
      role="status"
    >
      <IconClipboard size={17} aria-hidden />
      <Box component="span" flex={1}>
        {t(`files.held_${held.how}`, { count: held.entries.length })}
      </Box>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={onPaste}>
        {t('files.paste')}
      </Button>
      <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={onDrop}>
        {t('files.dropHeld')}
      </Button>
    </Group>
  )
}
