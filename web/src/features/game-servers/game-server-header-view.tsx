// The strip that stays in sight on every tab of a game server: name, state, address, power.

import { Box, Group, Stack } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { PluginPageEntry } from '@rookery/contracts/http/plugins.ts'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { GameIcon } from '../../parts/games/game-icon.tsx'
import { localized } from '../../parts/plugins/plugin-pages.ts'
import { type PagePowerProps, PowerButtons } from '../../parts/power/page-power-buttons.tsx'
import { joinAddress } from '../../parts/run-state/join-address.ts'
import { StatePill } from '../../parts/run-state/state-pill.tsx'
import { isMeasured } from '../../parts/usage/usage-figures.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Breadcrumbs } from '../../ui/controls/breadcrumbs.tsx'
import { CopyableAddress } from '../../ui/controls/copy-button.tsx'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { PageTabs } from '../../ui/controls/page-tabs.tsx'
import tabs from '../../ui/controls/tabs.module.css'
import { Span } from '../../ui/time/live-time.tsx'
import { CompactHead, useIsScrolledAway } from './compact-head.tsx'
import styles from './game-server.module.css'

interface GameServerHeaderProps extends Omit<PagePowerProps, 'gameServer'> {
  gameServer: GameServer
  pageHost: string
  /** Tabs that plugins add after our own. */
  pluginPages?: readonly PluginPageEntry[]
  /** Players, load and memory, live; left out for those who may not see them. */
  figures?: ReactNode
  /** The tab below says how to join. */
  isAddressBelow?: boolean
  /** What an administrator may do beyond its power. */
  menu?: ReactNode
  /** Who may do what here is for administrators. */
  seesAccess?: boolean
}

export function GameServerHeaderView({
  gameServer,
  pageHost,
  pluginPages = [],
  figures,
  menu,
  seesAccess = false,
  isAddressBelow = false,
  ...power
}: GameServerHeaderProps) {
  const { abilities, isLoading = false } = power
  const t = useTexts()
  const language = useLanguage()
  const head = useRef<HTMLDivElement>(null)
  const isScrolledAway = useIsScrolledAway(head)
  const serverId = String(gameServer.id)
  const buttons = <PowerButtons gameServer={gameServer} {...power} />
  return (
    <Stack ref={head} component="header" className={styles.header} gap={0}>
      {isScrolledAway && <CompactHead gameServer={gameServer}>{buttons}</CompactHead>}
      <Breadcrumbs visibleFrom="sm" here={gameServer.name}>
        <Link to="/servers">{t('pages.servers')}</Link>
      </Breadcrumbs>
      <Link to="/servers" className={styles.back} aria-label={t('pages.servers')}>
        <IconChevronLeft size={22} stroke={1.8} aria-hidden />
      </Link>
      <Group className={styles.top} gap="12px 24px" justify="space-between">
        <Group className={styles.name} gap={12} wrap="nowrap" miw={0}>
          <Box component="span" display="flex" visibleFrom="sm">
            <GameIcon template={gameServer.template} size={36} />
          </Box>
          <h1 className="breakable" title={gameServer.name}>
            {gameServer.name}
          </h1>
        </Group>
        <Group className={styles.actions} gap={8} wrap="nowrap">
          {buttons}
          {menu}
        </Group>
      </Group>
      <Group className={styles.strip} gap="6px 12px" mih={28} mt={10}>
        <Group component="span" className={styles.state} gap={12} wrap="nowrap">
          <span role="status">
            <StatePill
              state={gameServer.state}
              isNodeOnline={gameServer.node_online}
              isSuspended={gameServer.suspended !== null}
              size="large"
            />
          </span>
          <span className={`text-quiet ${styles.since}`}>
            {gameServer.node_online ? (
              <Span from={gameServer.state_changed_at} frame={span => t('states.forSpan', { span })} />
            ) : (
              t('states.lastKnown', { state: t(`states.${gameServer.state}`) })
            )}
          </span>
        </Group>
        <div className={styles.facts} data-empty={(isAddressBelow && !isMeasured(gameServer)) || undefined}>
          <Dotted className={`text-quiet ${styles.place}`}>
            {!isAddressBelow && (
              <CopyableAddress address={joinAddress(gameServer.ip, gameServer.port, pageHost)} />
            )}
            <Box component="span" visibleFrom="sm">
              {gameServer.node_name}
            </Box>
            <Box component="span" visibleFrom="sm">
              {gameServer.template.name}
            </Box>
          </Dotted>
          {figures}
        </div>
      </Group>
      <PageTabs label={gameServer.name} isLoading={isLoading}>
        <Link
          to="/servers/$serverId"
          params={{ serverId }}
          activeOptions={{ exact: true }}
          className={tabs.tab}
        >
          {t('pages.overview')}
        </Link>
        {abilities['game-server-console-view'] && (
          <Link to="/servers/$serverId/console" params={{ serverId }} className={tabs.tab}>
            {t('pages.console')}
          </Link>
        )}
        {abilities['game-server-console-view'] && abilities['game-server-console-send'] && (
          <Link to="/servers/$serverId/terminal" params={{ serverId }} className={tabs.tab}>
            {t('pages.terminal')}
          </Link>
        )}
        {abilities['game-server-rcon-players'] && (
          <Link to="/servers/$serverId/players" params={{ serverId }} className={tabs.tab}>
            {t('pages.players')}
          </Link>
        )}
        {abilities['game-server-rcon-console'] && (
          <Link to="/servers/$serverId/rcon" params={{ serverId }} className={tabs.tab}>
            {t('pages.rcon')}
          </Link>
        )}
        {abilities['game-server-files'] && (
          <Link to="/servers/$serverId/files" params={{ serverId }} className={tabs.tab}>
            {t('pages.files')}
          </Link>
        )}
        {abilities['game-server-files'] && (
          <Link to="/servers/$serverId/backups" params={{ serverId }} className={tabs.tab}>
            {t('pages.backups')}
          </Link>
        )}
        {abilities['game-server-settings'] && (
          <Link to="/servers/$serverId/databases" params={{ serverId }} className={tabs.tab}>
            {t('pages.databases')}
          </Link>
        )}
        {abilities['game-server-tasks'] && (
          <Link to="/servers/$serverId/schedules" params={{ serverId }} className={tabs.tab}>
            {t('pages.schedules')}
          </Link>
        )}
        {abilities['game-server-metrics'] && (
          <Link to="/servers/$serverId/metrics" params={{ serverId }} className={tabs.tab}>
            {t('pages.metrics')}
          </Link>
        )}
        {(abilities['game-server-settings'] || seesAccess) && (
          <Link to="/servers/$serverId/settings" params={{ serverId }} className={tabs.tab}>
            {t('serverMenu.edit')}
          </Link>
        )}
        <Link to="/servers/$serverId/activity" params={{ serverId }} className={tabs.tab}>
          {t('pages.activity')}
        </Link>
        {seesAccess && (
          <Link to="/servers/$serverId/access" params={{ serverId }} className={tabs.tab}>
            {t('pages.access')}
          </Link>
        )}
        {pluginPages.map(({ plugin_id, id, title }) => (
          <Link
            key={`${plugin_id} ${id}`}
            to="/servers/$serverId/plugin/$pluginId/$pageId"
            params={{ serverId, pluginId: String(plugin_id), pageId: id }}
            className={tabs.tab}
          >
            {localized(title, language)}
          </Link>
        ))}
      </PageTabs>
    </Stack>
  )
}
