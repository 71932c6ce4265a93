// Above the table: a filter and what can be made here; with entries chosen, what can be done with them.

import { ActionIcon, Button, CloseButton, Menu, TextInput, Tooltip } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import {
  IconClipboard,
  IconFilePlus,
  IconFilter,
  IconFolderPlus,
  IconPlus,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { actionIcons } from './action-menu.tsx'
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
    <div className={styles.headActions}>
      <Tooltip label={t('files.refresh')}>
        <ActionIcon size={36} aria-label={t('files.refresh')} onClick={onRefresh}>
          <IconRefresh size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Button variant="default" leftSection={<IconSearch size={16} />} disabled={isClosed} onClick={onSearch}>
        {t('fileDeeds.search')}
      </Button>
      {!isReadOnly && !isClosed && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="default" leftSection={<IconPlus size={16} />}>
              {t('fileDeeds.new')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFilePlus size={16} />} onClick={() => onNew('newFile')}>
              {t('fileDeeds.newFile')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={() => onNew('newFolder')}>
              {t('fileDeeds.newFolder')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {!isReadOnly && !isClosed && uploads}
    </div>
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
    <div className={styles.bar}>
      <TextInput
        className={styles.filter}
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
      <span className={styles.count}>{count}</span>
    </div>
  )
}

interface ChosenBarProps {
  chosen: readonly FileEntry[]
  isReadOnly: boolean
  onAction: (action: FileAction) => void
  onClear: () => void
}

export function ChosenBar({ chosen, isReadOnly, onAction, onClear }: ChosenBarProps) {
  const t = useTexts()
  const actions = availableActions(chosen, isReadOnly).filter(action => action !== 'open')
  return (
    <div className={styles.bar} data-chosen>
      <CloseButton size="sm" aria-label={t('files.clearChoice')} onClick={onClear} />
      <strong className={styles.chosenCount}>{t('files.chosen', { count: chosen.length })}</strong>
      <div className={styles.chosenDeeds} role="toolbar" aria-label={t('files.columns.actions')}>
        {actions.map(action => {
          const Icon = actionIcons[action]
          const isSeveral = action === 'download' && (chosen.length > 1 || chosen[0]?.type === 'directory')
          return (
            <Button
              key={action}
              size="compact-sm"
              variant="subtle"
              color={action === 'delete' ? 'danger' : undefined}
              leftSection={<Icon size={15} stroke={1.8} />}
              onClick={() => onAction(action)}
            >
              {isSeveral ? t('fileDeeds.downloadSeveral') : t(`fileDeeds.${action}`)}
            </Button>
          )
        })}
      </div>
    </div>
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
    <div className={styles.heldBar} role="status">
      <IconClipboard size={17} aria-hidden />
      <span>{t(`files.held_${held.how}`, { count: held.entries.length })}</span>
      <Button size="compact-sm" loading={isBusy} onClick={onPaste}>
        {t('files.paste')}
      </Button>
      <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={onDrop}>
        {t('files.dropHeld')}
      </Button>
    </div>
  )
}
