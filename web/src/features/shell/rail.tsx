// The narrow rail on the left; on a phone it is the bar at the bottom.

import { Stack } from '@mantine/core'
import {
  IconAdjustments,
  IconDeviceGamepad2,
  IconHistory,
  IconHome,
  IconListCheck,
  IconPuzzle,
  IconServer2,
  IconServerBolt,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { RookLogo } from '../../parts/logo/logo.tsx'
import { useTexts } from '../../texts/texts.ts'
import styles from './shell.module.css'

export type PageName =
  | 'home'
  | 'servers'
  | 'nodes'
  | 'templates'
  | 'tasks'
  | 'activity'
  | 'people'
  | 'plugins'
  | 'settings'

const places: { page: PageName; to: LinkProps['to']; Icon: TablerIcon; isExact?: true }[] = [
  { page: 'home', to: '/', Icon: IconHome, isExact: true },
  { page: 'servers', to: '/servers', Icon: IconServer2 },
  { page: 'nodes', to: '/nodes', Icon: IconServerBolt },
  { page: 'templates', to: '/templates', Icon: IconDeviceGamepad2 },
  { page: 'tasks', to: '/tasks', Icon: IconListCheck },
  { page: 'activity', to: '/activity', Icon: IconHistory },
  { page: 'people', to: '/people', Icon: IconUsers },
  { page: 'plugins', to: '/plugins', Icon: IconPuzzle },
]

export interface PluginPlace {
  pluginId: string
  pageId: string
  title: string
}

interface RailProps {
  pages: readonly PageName[]
  /** Pages that plugins bring for administrators. */
  pluginPlaces: readonly PluginPlace[]
  isAllWell: boolean
}

/** The palette and the page of the plugin lead to all of them. */
const visiblePluginPlaces = 4

export function Rail({ pages, pluginPlaces, isAllWell }: RailProps) {
  const t = useTexts()
  return (
    <Stack component="nav" className={styles.rail} gap={4} align="center" aria-label={t('pages.main')}>
      <Link to="/" className={styles.logo} aria-label={t('product.name')}>
        <RookLogo size={30} isLit={isAllWell} />
      </Link>
      {places
        .filter(({ page }) => pages.includes(page))
        .map(({ page, to, Icon, isExact }) => (
          <Link key={page} to={to} activeOptions={{ exact: isExact ?? false }} className={styles.place}>
            <Icon size={21} stroke={1.7} aria-hidden />
            <span>{t(`pages.${page}`)}</span>
          </Link>
        ))}
      {pluginPlaces.slice(0, visiblePluginPlaces).map(({ pluginId, pageId, title }) => (
        <Link
          key={`${pluginId} ${pageId}`}
          to="/plugins/$pluginId/pages/$pageId"
          params={{ pluginId, pageId }}
          className={`${styles.place} ${styles.pluginPlace}`}
          title={title}
        >
          <b className={styles.letter} aria-hidden>
            {title.charAt(0).toUpperCase()}
          </b>
          <span>{title}</span>
        </Link>
      ))}
      {pages.includes('settings') && (
        <Link
          to="/settings"
          className={`${styles.place} ${styles.last}`}
          aria-label={t('pages.panelSettings')}
        >
          <IconAdjustments size={21} stroke={1.7} aria-hidden />
          <span>{t('pages.settings')}</span>
        </Link>
      )}
    </Stack>
  )
}
