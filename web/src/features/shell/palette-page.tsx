// Fills the command palette: every page, every server, and every action that fits and is permitted.

import { type GameServer, listGameServers, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import {
  IconBolt,
  IconDownload,
  IconHome,
  IconListCheck,
  IconLogout,
  IconPalette,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconRotateClockwise,
  IconServer2,
  IconServerBolt,
  IconTerminal2,
  IconWorld,
} from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import {
  type Abilities,
  administratorAbilities,
  fitsState,
  type PowerAction,
  permittedActions,
} from '../../ui/power/power-rules.ts'
import { usePowerAction } from '../../ui/power/use-power-action.ts'
import { lookOf } from '../../ui/run-state/state-look.ts'
import { languageCodes, languages } from '../../ui/texts/languages.ts'
import { type TextOf, useTexts } from '../../ui/texts/texts.ts'
import { type PaletteEntry, PaletteView } from './palette-view.tsx'
import { type ProfileMenuProps, schemes, schemeTexts } from './profile-menu.tsx'

interface PalettePageProps extends Pick<ProfileMenuProps, 'onScheme' | 'onLanguage' | 'onSignOut'> {
  isOpen: boolean
  isAdministrator: boolean
  onClose: () => void
}

const powerIcons = {
  install: IconDownload,
  start: IconPlayerPlay,
  stop: IconPlayerStop,
  restart: IconRotateClockwise,
  kill: IconBolt,
}

export function PalettePage(props: PalettePageProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const gameServers = useQuery({ ...wholeQuery(listGameServers), enabled: props.isOpen })
  const power = usePowerAction()
  const pages = usePageEntries(props.isAdministrator)
  const list = gameServers.data?.items ?? []
  const open = useOpenGameServer()
  const entries: PaletteEntry[] = props.isOpen
    ? [
        ...pages,
        ...list.flatMap(gameServer => gameServerEntries(t, gameServer, open)),
        ...list.flatMap(gameServer =>
          powerEntries(
            t,
            gameServer,
            abilitiesKnown(queryClient, gameServer, props.isAdministrator),
            power.act,
          ),
        ),
        ...ownEntries(t, props),
      ]
    : []
  return <PaletteView isOpen={props.isOpen} entries={entries} onClose={props.onClose} />
}

/** For people who are not administrators: the servers whose rights the page has already asked for. */
function abilitiesKnown(queryClient: QueryClient, { id }: GameServer, isAdministrator: boolean): Abilities {
  if (isAdministrator) return administratorAbilities
  return (
    queryClient.getQueryData(apiQuery(readOwnAbilities, { params: { server: String(id) } }).queryKey) ?? {}
  )
}

function usePageEntries(isAdministrator: boolean): PaletteEntry[] {
  const t = useTexts()
  const navigate = useNavigate()
  const group = 'groupPages'
  const actions = 'groupActions'
  const everyone: PaletteEntry[] = [
    { id: 'home', group, title: t('pages.home'), Icon: IconHome, run: () => void navigate({ to: '/' }) },
    {
      id: 'servers',
      group,
      title: t('pages.servers'),
      Icon: IconServer2,
      run: () => void navigate({ to: '/servers' }),
    },
    {
      id: 'tasks',
      group,
      title: t('pages.tasks'),
      Icon: IconListCheck,
      run: () => void navigate({ to: '/tasks' }),
    },
  ]
  if (!isAdministrator) return everyone
  return [
    ...everyone,
    {
      id: 'nodes',
      group,
      title: t('pages.nodes'),
      Icon: IconServerBolt,
      run: () => void navigate({ to: '/nodes' }),
    },
    {
      id: 'new-server',
      group: actions,
      title: t('servers.newServer'),
      Icon: IconPlus,
      run: () => void navigate({ to: '/servers', search: { new: true } }),
    },
    {
      id: 'add-node',
      group: actions,
      title: t('nodes.add'),
      Icon: IconPlus,
      run: () => void navigate({ to: '/nodes', search: { add: true } }),
    },
  ]
}

type OpenGameServer = (gameServer: GameServer, tab: 'overview' | 'console') => void

function useOpenGameServer(): OpenGameServer {
  const navigate = useNavigate()
  return (gameServer, tab) =>
    void navigate({
      to: tab === 'console' ? '/servers/$serverId/console' : '/servers/$serverId',
      params: { serverId: String(gameServer.id) },
    })
}

function gameServerEntries(t: TextOf, gameServer: GameServer, open: OpenGameServer): PaletteEntry[] {
  const words = `${gameServer.template.name} ${gameServer.node_name} ${gameServer.ip}:${gameServer.port}`
  const note = gameServer.node_online ? t(`states.${gameServer.state}`) : t('states.away')
  const group = 'groupServers'
  return [
    {
      id: `server-${gameServer.id}`,
      group,
      title: gameServer.name,
      words,
      note,
      Icon: lookOf(gameServer.state, gameServer.node_online).Icon,
      run: () => open(gameServer, 'overview'),
    },
    {
      id: `console-${gameServer.id}`,
      group,
      title: t('palette.consoleOf', { name: gameServer.name }),
      Icon: IconTerminal2,
      run: () => open(gameServer, 'console'),
    },
  ]
}

function powerEntries(
  t: TextOf,
  gameServer: GameServer,
  abilities: Abilities,
  act: (gameServer: GameServer, action: PowerAction) => void,
): PaletteEntry[] {
  return permittedActions(abilities)
    .filter(action => action !== 'kill' && fitsState(action, gameServer.state, gameServer.node_online))
    .map(action => ({
      id: `${action}-${gameServer.id}`,
      group: 'groupActions',
      title: t(`power.${action}Named`, { name: gameServer.name }),
      Icon: powerIcons[action],
      run: () => act(gameServer, action),
    }))
}

function ownEntries(t: TextOf, { onScheme, onLanguage, onSignOut }: PalettePageProps): PaletteEntry[] {
  const group = 'groupActions'
  return [
    ...schemes.map(scheme => ({
      id: `scheme-${scheme}`,
      group,
      title: t('palette.useTheme', { theme: t(schemeTexts[scheme]) }),
      Icon: IconPalette,
      run: () => onScheme(scheme),
    })),
    ...languageCodes.map(code => ({
      id: `language-${code}`,
      group,
      title: t('palette.useLanguage', { language: languages[code].name }),
      Icon: IconWorld,
      run: () => onLanguage(code),
    })),
    { id: 'sign-out', group, title: t('shell.signOut'), Icon: IconLogout, run: onSignOut },
  ] as PaletteEntry[]
}
