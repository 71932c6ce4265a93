// The narrow rail on the left; on a phone it is the bar at the bottom.

import { Menu, Stack } from '@mantine/core'
import {
  IconAdjustments,
  IconDeviceGamepad2,
  IconDots,
  IconHistory,
  IconHome,
  IconListCheck,
  IconPuzzle,
  IconServer2,
  IconServerBolt,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { RookLogo } from '../../parts/logo/logo.tsx'
import { pluginSign } from '../../parts/plugins/plugin-sign.ts'
import { useTexts } from '../../texts/texts.ts'
import { isPluginPlace, type PageName, pagesInBar } from './logic/rail-pages.ts'
import styles from './shell.module.css'

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

/** Pages that belong to the settings of the panel without being below them. */
const besideSettings = ['/backup-storages', '/database-hosts', '/webhooks']

export interface PluginPlace {
  pluginId: string
  /** `id` in its plugin.json. */
  manifestId: string
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
  const pathname = useLocation({ select: location => location.pathname })
  const inBar = pagesInBar(pages, pluginPlaces.length)
  const outOfBar = (page: PageName) => (inBar.includes(page) ? '' : styles.outOfBar)
  const isOnPluginPage = isPluginPlace(pathname, pluginPlaces.slice(0, visiblePluginPlaces))
  const settingsStatus = besideSettings.some(path => pathname.startsWith(path)) ? 'active' : undefined
  return (
    <Stack component="nav" className={styles.rail} gap={4} align="center" aria-label={t('pages.main')}>
      <Link to="/" className={styles.logo} aria-label={t('product.name')}>
        <RookLogo size={30} isLit={isAllWell} />
      </Link>
      {places
        .filter(({ page }) => pages.includes(page))
        .map(({ page, to, Icon, isExact }) => (
          <Link
            key={page}
            to={to}
            activeOptions={{ exact: isExact ?? (page === 'plugins' && isOnPluginPage) }}
            className={`${styles.place} ${outOfBar(page)}`}
          >
            <Icon size={21} stroke={1.7} aria-hidden />
            <span>{t(`pages.${page}`)}</span>
          </Link>
        ))}
      {pluginPlaces.slice(0, visiblePluginPlaces).map(({ pluginId, manifestId, pageId, title }) => (
        <Link
          key={`${pluginId} ${pageId}`}
          to="/plugins/$pluginId/pages/$pageId"
          params={{ pluginId, pageId }}
          className={`${styles.place} ${styles.pluginPlace}`}
          title={title}
        >
          <PluginSign manifestId={manifestId} title={title} size={21} />
          <span>{title}</span>
        </Link>
      ))}
      {pages.includes('settings') && (
        <Link
          to="/settings"
          className={`${styles.place} ${styles.last} ${outOfBar('settings')}`}
          {...(settingsStatus && { 'data-status': settingsStatus })}
        >
          <IconAdjustments size={21} stroke={1.7} aria-hidden />
          <span>{t('pages.settings')}</span>
        </Link>
      )}
      {inBar.length < pages.length + pluginPlaces.length && (
        <More
          pages={pages.filter(page => !inBar.includes(page))}
          pluginPlaces={pluginPlaces}
          pathname={pathname}
        />
      )}
    </Stack>
  )
}

interface MoreProps extends Omit<RailProps, 'isAllWell'> {
  pathname: string
}

/** What has no place in the bar of a phone. */
function More({ pages, pluginPlaces, pathname }: MoreProps) {
  const t = useTexts()
  const hidden = places.filter(({ page }) => pages.includes(page))
  const hasSettings = pages.includes('settings')
  const paths = [
    ...hidden.map(({ to }) => String(to)),
    ...(hasSettings ? ['/settings', ...besideSettings] : []),
  ]
  return (
    <Menu position="top-end" width={220} offset={10}>
      <Menu.Target>
        <button
          type="button"
          className={`${styles.place} ${styles.more}`}
          data-status={paths.some(path => pathname.startsWith(path)) ? 'active' : undefined}
        >
          <IconDots size={21} stroke={1.7} aria-hidden />
          <span>{t('pages.more')}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {hidden.map(({ page, to, Icon }) => (
          <Menu.Item
            key={page}
            className={styles.moreItem}
            leftSection={<Icon size={18} stroke={1.7} />}
            renderRoot={props => <Link to={to} {...props} />}
          >
            {t(`pages.${page}`)}
          </Menu.Item>
        ))}
        {pluginPlaces.map(({ pluginId, manifestId, pageId, title }) => (
          <Menu.Item
            key={`${pluginId} ${pageId}`}
            className={styles.moreItem}
            leftSection={<PluginSign manifestId={manifestId} title={title} size={18} />}
            renderRoot={props => (
              <Link to="/plugins/$pluginId/pages/$pageId" params={{ pluginId, pageId }} {...props} />
            )}
          >
            {title}
          </Menu.Item>
        ))}
        {hasSettings && (
          <Menu.Item
            className={styles.moreItem}
            leftSection={<IconAdjustments size={18} stroke={1.7} />}
            renderRoot={props => <Link to="/settings" {...props} />}
          >
            {t('pages.settings')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Its own where it is drawn, else a letter. */
function PluginSign({ manifestId, title, size }: { manifestId: string; title: string; size: number }) {
  const Icon = pluginSign(manifestId)
  if (Icon) return <Icon size={size} stroke={1.7} aria-hidden />
  return (
    <b className={styles.letter} aria-hidden>
      {title.charAt(0).toUpperCase()}
    </b>
  )
}
