// The shell around every page: rail, header, and a calm sign when the live connection is lost.

import { Box, Group } from '@mantine/core'
import { IconLoader2, IconPlugConnectedX, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import type { PageName } from './logic/rail-pages.ts'
import { ProfileMenu, type ProfileMenuProps } from './profile-menu.tsx'
import { type PluginPlace, Rail } from './rail.tsx'
import styles from './shell.module.css'

interface ShellViewProps extends ProfileMenuProps {
  pages: readonly PageName[]
  pluginPlaces: readonly PluginPlace[]
  tasksRunning: number
  nodesAway: number
  isAllWell: boolean
  isReconnecting: boolean
  onSearch: () => void
  children: ReactNode
}

export function ShellView(props: ShellViewProps) {
  const { pages, pluginPlaces, children, isAllWell, isReconnecting, ...header } = props
  const t = useTexts()
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {t('pages.skip')}
      </a>
      <Rail pages={pages} pluginPlaces={pluginPlaces} isAllWell={isAllWell} />
      <Header {...header} />
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      {isReconnecting && (
        <Group
          component="p"
          className={`text-note ${styles.reconnecting}`}
          gap={8}
          wrap="nowrap"
          role="status"
        >
          <IconLoader2 size={16} className={styles.turning} aria-hidden />
          {t('shell.reconnecting')}
        </Group>
      )}
    </div>
  )
}

type HeaderProps = Omit<
  ShellViewProps,
  'pages' | 'pluginPlaces' | 'children' | 'isAllWell' | 'isReconnecting'
>

function Header({ tasksRunning, nodesAway, onSearch, ...profile }: HeaderProps) {
  const t = useTexts()
  const tasksText = tasksRunning > 0 ? t('shell.tasksRunning', { count: tasksRunning }) : t('shell.noTasks')
  return (
    <Group component="header" className={styles.header} gap={16} wrap="nowrap" justify="space-between">
      <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={16} aria-hidden />
        <Box component="span" className="truncate" flex={1}>
          <Box component="span" visibleFrom="sm">
            {t('shell.search')}
          </Box>
          <Box component="span" hiddenFrom="sm">
            {t('shell.searchShort')}
          </Box>
        </Box>
        <Box component="kbd" className={styles.key} visibleFrom="sm">
          Ctrl K
        </Box>
      </button>
      <Group flex="none" gap={8} wrap="nowrap">
        {nodesAway > 0 && (
          <Link to="/nodes" className={`${styles.sign} ${tones.trouble}`}>
            <IconPlugConnectedX size={16} aria-hidden />
            <SignText text={t('shell.nodesAway', { count: nodesAway })} count={nodesAway} />
          </Link>
        )}
        {tasksRunning > 0 && (
          <Link to="/tasks" className={`${styles.sign} ${tones.building}`} aria-label={tasksText}>
            <IconLoader2 size={16} className={styles.turning} aria-hidden />
            <SignText text={tasksText} count={tasksRunning} />
          </Link>
        )}
        <ProfileMenu {...profile} />
      </Group>
    </Group>
  )
}

/** On a phone the number has to do. */
function SignText({ text, count }: { text: string; count: number }) {
  return (
    <>
      <Box component="span" visibleFrom="sm">
        {text}
      </Box>
      <Box component="span" hiddenFrom="sm">
        {count}
      </Box>
    </>
  )
}
