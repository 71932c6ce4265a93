// The palette's entries of game servers: their pages, their tabs and the power actions that fit.

import { type GameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { IconChartLine, IconPrompt, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { wholeQuery } from '../../platform/api-queries.ts'
import { powerIcons } from '../../ui/power/power-icons.ts'
import { type Abilities, fitsState, type PowerAction, permittedActions } from '../../ui/power/power-rules.ts'
import { useAbilitiesOf } from '../../ui/power/use-abilities.ts'
import { usePowerAction } from '../../ui/power/use-power-action.ts'
import { lookOf } from '../../ui/run-state/state-look.ts'
import { type TextOf, useTexts } from '../../ui/texts/texts.ts'
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
  const list = gameServers.data?.items ?? []
  const abilitiesOf = useAbilitiesOf(
    list.slice(0, askedAbout).map(({ id }) => id),
    isAdministrator,
  )
  return {
    pages: list.map(each => pageEntry(t, each, navigate)),
    actions: [
      ...list.flatMap(each => tabEntries(t, each, abilitiesOf(each.id), navigate)),
      ...list.flatMap(each => powerEntries(t, each, abilitiesOf(each.id), power.act)),
    ],
  }
}

function pageEntry(t: TextOf, gameServer: GameServer, navigate: Navigate): PaletteEntry {
  const { id, name, state, node_online: isNodeOnline } = gameServer
  return {
    id: `server-${id}`,
    group: 'groupServers',
    title: name,
    words: `${gameServer.template.name} ${gameServer.node_name} ${gameServer.ip}:${gameServer.port}`,
    note: isNodeOnline ? t(`states.${state}`) : t('states.away'),
    Icon: lookOf(state, isNodeOnline).Icon,
    run: () => void navigate({ to: '/servers/$serverId', params: { serverId: String(id) } }),
  }
}

const tabs = [
  { tab: 'console', Icon: IconTerminal2, needs: ['game-server-console-view'] },
  { tab: 'terminal', Icon: IconPrompt, needs: ['game-server-console-view', 'game-server-console-send'] },
  { tab: 'metrics', Icon: IconChartLine, needs: ['game-server-metrics'] },
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
      title: t(`palette.${tab}Of`, { name }),
      Icon,
      run: () => void navigate({ to: `/servers/$serverId/${tab}`, params: { serverId: String(id) } }),
    }))

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
      Icon: powerIcons[action],
      run: () => act(gameServer, action),
    }))
