// The file manager: folders at the side, the way above, the entries of one folder in the middle.

import { Box, Button, CloseButton, Group, Modal, Stack } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import {
  IconFilterOff,
  IconFolderOff,
  IconFolderOpen,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormHint, FormProblem } from '../../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { formatNumber } from '../../../ui/format/unit-rules.ts'
import { Crumbs } from '../crumbs/crumbs.tsx'
import { nameInText } from '../logic/displayed-name.ts'
import { nameOf } from '../logic/file-paths.ts'
import { FolderTree, type FolderTreeProps } from '../tree/folder-tree.tsx'
import styles from './browser.module.css'
import { FolderContent } from './folder-content.tsx'
import type { FileAction } from './logic/available-actions.ts'
import type { HeldEntries } from './logic/paste-plan.ts'
import { HeadActions, HeldBar } from './toolbar.tsx'
import { type FileUsage, UsageLine } from './usage-line.tsx'

export type FolderStatus = 'loading' | 'ready' | 'problem' | 'away' | 'missing'

export interface BrowserViewProps {
  folder: string
  status: FolderStatus
  problem?: unknown
  entries: readonly FileEntry[]
  total: number
  /** The node gave not all names. */
  isCut: boolean
  /** All names are here, and can be put in any order. */
  isWhole: boolean
  isLoadingRest: boolean
  isReadOnly: boolean
  usage: FileUsage | null
  tree: Omit<FolderTreeProps, 'folder' | 'onOpen'>
  held: HeldEntries | null
  isBusy: boolean
  refusal: string | null
  /** A task at work, followed live. */
  task?: ReactNode
  uploads?: ReactNode
  sftp?: ReactNode
  onOpenFolder: (path: string) => void
  onAction: (action: FileAction, entries: readonly FileEntry[]) => void
  onRename: (entry: FileEntry, name: string) => void
  onNew: (what: 'newFile' | 'newFolder') => void
  onHold: (how: HeldEntries['how'], entries: readonly FileEntry[]) => void
  onPaste: () => void
  onDropHeld: () => void
  onCloseRefusal: () => void
  onSearch: () => void
  onRefresh: () => void
  onLoadMore: () => void
  onLoadAll: () => void
}

export function BrowserView(props: BrowserViewProps) {
  const { folder, status, isReadOnly, held, usage, onOpenFolder } = props
  const t = useTexts()
  const [isSftpVisible, setIsSftpVisible] = useState(false)
  const isClosed = status === 'away' || status === 'missing' || status === 'problem'
  return (
    <div className={styles.browser}>
      <aside className={`panel ${styles.side}`}>
        <FolderTree {...props.tree} folder={folder} onOpen={onOpenFolder} />
      </aside>
      <section className={`panel ${styles.main}`}>
        <Group className="line-below" gap="8px 16px" mih={56} py={8} pl={10} pr={12}>
          <Crumbs path={folder} onOpen={onOpenFolder} />
          <HeadActions
            isReadOnly={isReadOnly}
            isClosed={isClosed}
            uploads={props.uploads}
            onSearch={props.onSearch}
            onRefresh={props.onRefresh}
            onNew={props.onNew}
          />
        </Group>
        <Search {...props} />
        {held && !isClosed && (
          <HeldBar held={held} isBusy={props.isBusy} onPaste={props.onPaste} onDrop={props.onDropHeld} />
        )}
        <Content {...props} />
        {!isClosed && <Foot usage={usage} onSftp={() => setIsSftpVisible(true)} />}
      </section>
      <Modal
        opened={isSftpVisible}
        onClose={() => setIsSftpVisible(false)}
        size={640}
        title={t('files.sftpTitle')}
      >
        {isSftpVisible && props.sftp}
      </Modal>
    </div>
  )
}

interface FootProps {
  usage: FileUsage | null
  onSftp: () => void
}

function Foot({ usage, onSftp }: FootProps) {
  const t = useTexts()
  return (
    <Group className="line-above" gap={12} wrap="nowrap" mih={44} py={6} pl={16} pr={10}>
      {usage && <UsageLine usage={usage} />}
      <Button
        flex="none"
        ml="auto"
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlugConnected size={15} />}
        onClick={onSftp}
      >
        {t('pages.sftp')}
      </Button>
    </Group>
  )
}

function Search({ isReadOnly, status, refusal, task, onCloseRefusal }: BrowserViewProps) {
  const t = useTexts()
  if (!refusal && !task && !(isReadOnly && status === 'ready')) return null
  return (
    <Stack className={`line-below ${styles.note}`} data-with-task={task ? true : undefined} gap={8} p={12}>
      {isReadOnly && status === 'ready' && <FormHint>{t('files.working')}</FormHint>}
      {refusal && (
        <FormProblem
          close={<CloseButton size="xs" aria-label={t('actions.close')} onClick={onCloseRefusal} />}
        >
          {refusal}
        </FormProblem>
      )}
      {task}
    </Stack>
  )
}

const iconSize = { size: 28, stroke: 1.5 }

function Content(props: BrowserViewProps) {
  const t = useTexts()
  const { status, folder, entries } = props
  // Whoever opened a folder with the keyboard goes on with it there.
  const isByKeys = useRef(false)
  if (status === 'loading') return <LoadingRows rows={8} />
  if (status === 'problem') return <ProblemState problem={props.problem} onRetry={props.onRefresh} />
  if (status === 'away') {
    return (
      <EmptyState
        icon={<IconPlugConnectedX {...iconSize} />}
        title={t('files.awayTitle')}
        text={t('files.awayText')}
      />
    )
  }
  if (status === 'missing') {
    return (
      <EmptyState
        icon={<IconFolderOff {...iconSize} />}
        title={t('files.missingTitle')}
        text={t('files.missingText')}
        action={
          <Button variant="default" onClick={() => props.onOpenFolder('')}>
            {t('files.toRoot')}
          </Button>
        }
      />
    )
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<IconFolderOpen {...iconSize} />}
        title={t('files.emptyTitle')}
        text={t('files.emptyText')}
      />
    )
  }
  return <Filled key={folder} {...props} isByKeys={isByKeys} />
}

function Filled(props: BrowserViewProps & { isByKeys: RefObject<boolean> }) {
  const t = useTexts()
  const language = useLanguage()
  const [searchText, setSearchText] = useState('')
  const { entries, total, isCut, isWhole, folder } = props
  const number = (count: number) => formatNumber(count, language)
  return (
    <>
      <FolderContent
        {...props}
        label={t('files.list', { folder: folder === '' ? t('files.root') : nameInText(nameOf(folder)) })}
        searchText={searchText}
        onSearchText={setSearchText}
        empty={
          <EmptyState
            icon={<IconFilterOff {...iconSize} />}
            title={t('files.noMatchTitle')}
            text={t('files.noMatchText')}
            action={
              <Button variant="default" onClick={() => setSearchText('')}>
                {t('files.clearFilter')}
              </Button>
            }
          />
        }
      />
      {!isWhole && (
        <Group
          className="line-above text-note"
          gap={12}
          wrap="nowrap"
          justify="space-between"
          px={16}
          py={10}
          role="status"
        >
          <span>{t('files.someOf', { shown: number(entries.length), total: number(total) })}</span>
          <Button
            flex="none"
            size="compact-sm"
            variant="default"
            loading={props.isLoadingRest}
            onClick={props.onLoadAll}
          >
            {t('files.loadAll')}
          </Button>
        </Group>
      )}
      {isCut && (
        <Box component="p" className="line-above text-note" px={16} py={10}>
          {t('files.cut', { total: number(total) })}
        </Box>
      )}
    </>
  )
}
