// The palette's entries of game servers: their pages, their tabs and the power actions that fit.

import { type GameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import {
  IconCalendarTime,
  IconChartLine,
  IconDatabaseExport,
  IconFolder,
  IconMessage2Code,
  IconPrompt,
  IconPuzzle,
  IconSettings,
  IconTerminal2,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { localized, usePluginPages } from '../../parts/plugins/plugin-pages.ts'
import { powerIcons } from '../../parts/power/power-icons.ts'
import {
  type Abilities,
  fitsState,
  type PowerAction,
  permittedActions,
} from '../../parts/power/power-rules.ts'
import { useAbilitiesOf } from '../../parts/power/use-abilities.ts'
import { usePowerAction } from '../../parts/power/use-power-action.ts'
import { stateStyle } from '../../parts/run-state/state-style.ts'
import { wholeQuery } from '../../platform/api-queries.ts'
import { type TextOf, useLanguage, useTexts } from '../../texts/texts.ts'
import type { PaletteEntry } from './palette-view.tsx'

/** Rights are asked server by server: the palette offers actions for so many, and the way to all others. */
const askedAbout = 50

/** These ask first, on the server's own page. */
const askFirst: readonly PowerAction[] = ['kill', 'reinstall']

type Navigate = ReturnType<typeof useNavigate>

export function useGameServerEntries(isAdministrator: boolean) {
  const t = useTexts()
  const navigate = useNavigate()
  const gameServers = useQuery(wholeQuery(listGameServers))
  const power = usePowerAction()
  const pluginTabs = usePluginTabs()
  const list = gameServers.data?.items ?? []
  const abilitiesOf = useAbilitiesOf(
    list.slice(0, askedAbout).map(({ id }) => id),
    isAdministrator,
  )
  return {
    pages: list.map(each => pageEntry(t, each, navigate)),
    actions: [
      ...list.flatMap(each => tabEntries(t, each, abilitiesOf(each.id), navigate)),
      ...(isAdministrator ? list.flatMap(each => sectionEntries(t, each, navigate)) : []),
      ...list.flatMap(each => pluginTabs.map(tab => pluginTabEntry(t, each, tab, navigate))),
      ...list.flatMap(each => powerEntries(t, each, abilitiesOf(each.id), power.act)),
    ],
  }
}

function pageEntry(t: TextOf, gameServer: GameServer, navigate: Navigate): PaletteEntry {
  const { id, name, state, node_online: isNodeOnline } = gameServer
  const { Icon, tone } = stateStyle(state, isNodeOnline)
  return {
    id: `server-${id}`,
    group: 'groupServers',
    title: name,
    keywords: `${gameServer.template.name} ${gameServer.node_name} ${gameServer.ip}:${gameServer.port}`,
    note: isNodeOnline ? t(`states.${state}`) : t('states.away'),
    gameServer: { id, isItself: true },
    Icon,
    tone,
    run: () => void navigate({ to: '/servers/$serverId', params: { serverId: String(id) } }),
  }
}

const tabs = [
  { tab: 'console', Icon: IconTerminal2, needs: ['game-server-console-view'] },
  { tab: 'terminal', Icon: IconPrompt, needs: ['game-server-console-view', 'game-server-console-send'] },
  { tab: 'players', Icon: IconUsersGroup, needs: ['game-server-rcon-players'] },
  { tab: 'rcon', Icon: IconMessage2Code, needs: ['game-server-rcon-console'] },
  { tab: 'files', Icon: IconFolder, needs: ['game-server-files'] },
  { tab: 'backups', Icon: IconDatabaseExport, needs: ['game-server-files'] },
  { tab: 'schedules', Icon: IconCalendarTime, needs: ['game-server-tasks'] },
  { tab: 'metrics', Icon: IconChartLine, needs: ['game-server-metrics'] },
  { tab: 'settings', Icon: IconSettings, needs: ['game-server-settings'] },
] as const

const tabEntries = (
  t: TextOf,
  { id, name }: GameServer,
  abilities: Abilities,
  navigate: Navigate,
): PaletteEntry[] =>
  tabs
    .filter(({ needs }) => needs.every(permission => abilities[permission]))
    .map(({ tab, Icon }) => ({
      id: `${tab}-${id}`,
      group: 'groupActions',
      title: t('palette.tabOf', { tab: t(`pages.${tab}`), name }),
      ...(tab === 'console' || tab === 'files' ? { gameServer: { id, isItself: false } } : {}),
      Icon,
      run: () => void navigate({ to: `/servers/$serverId/${tab}`, params: { serverId: String(id) } }),
    }))

const sections = ['general', 'network', 'limits', 'danger'] as const

/** The sections of the settings that are for administrators. */
const sectionEntries = (t: TextOf, { id, name }: GameServer, navigate: Navigate): PaletteEntry[] =>
  sections.map(section => ({
    id: `settings-${section}-${id}`,
    group: 'groupActions',
    title: t('palette.tabOf', { tab: t(`palette.sections.${section}`), name }),
    Icon: IconSettings,
    run: () =>
      void navigate({ to: '/servers/$serverId/settings', params: { serverId: String(id) }, hash: section }),
  }))

interface PluginTab {
  pluginId: string
  pageId: string
  title: string
}

function usePluginTabs(): PluginTab[] {
  const language = useLanguage()
  return usePluginPages('server-tab').map(({ plugin_id, id, title }) => ({
    pluginId: String(plugin_id),
    pageId: id,
    title: localized(title, language),
  }))
}

const pluginTabEntry = (
  t: TextOf,
  { id, name }: GameServer,
  { pluginId, pageId, title }: PluginTab,
  navigate: Navigate,
): PaletteEntry => ({
  id: `plugin-${pluginId}-${pageId}-${id}`,
  group: 'groupActions',
  title: t('palette.tabOf', { tab: title, name }),
  Icon: IconPuzzle,
  run: () =>
    void navigate({
      to: '/servers/$serverId/plugin/$pluginId/$pageId',
      params: { serverId: String(id), pluginId, pageId },
    }),
})

const powerEntries = (
  t: TextOf,
  gameServer: GameServer,
  abilities: Abilities,
  act: (gameServer: GameServer, action: PowerAction) => void,
): PaletteEntry[] =>
  permittedActions(abilities)
    .filter(action => !askFirst.includes(action))
    .filter(action => fitsState(action, gameServer.state, gameServer.node_online))
    .map(action => ({
      id: `${action}-${gameServer.id}`,
      group: 'groupActions',
      title: t(`power.${action}Named`, { name: gameServer.name }),
      gameServer: { id: gameServer.id, isItself: false, ...(action === 'start' ? { starts: true } : {}) },
      Icon: powerIcons[action],
      run: () => act(gameServer, action),
    }))
