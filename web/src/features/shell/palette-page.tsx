// Fills the command palette: every page, every server, and every action that fits and is permitted.

import { type GameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import {
  IconBolt,
  IconDownload,
  IconLogout,
  IconPalette,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRotateClockwise,
  IconTerminal2,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { wholeQuery } from '../../platform/api-queries.ts'
import { schemes, schemeTexts } from '../../ui/design/schemes.ts'
import { type Abilities, fitsState, type PowerAction, permittedActions } from '../../ui/power/power-rules.ts'
import { useAbilitiesOf } from '../../ui/power/use-abilities.ts'
import { usePowerAction } from '../../ui/power/use-power-action.ts'
import { lookOf } from '../../ui/run-state/state-look.ts'
import { languageCodes, languages } from '../../ui/texts/languages.ts'
import { type TextOf, useTexts } from '../../ui/texts/texts.ts'
import { usePlaceEntries } from './palette-places.ts'
import { type PaletteEntry, PaletteView } from './palette-view.tsx'
import type { ProfileMenuProps } from './profile-menu.tsx'

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
  pause: IconPlayerPause,
  resume: IconPlayerTrackNext,
  kill: IconBolt,
}

/** Rights are asked server by server: the palette offers actions for so many, and the way to all others. */
const askedAbout = 50

export function PalettePage(props: PalettePageProps) {
  const t = useTexts()
  const gameServers = useQuery({ ...wholeQuery(listGameServers), enabled: props.isOpen })
  const power = usePowerAction()
  const places = usePlaceEntries(props.isAdministrator)
  const list = gameServers.data?.items ?? []
  const abilitiesOf = useAbilitiesOf(
    list.slice(0, askedAbout).map(({ id }) => id),
    props.isAdministrator,
  )
  const open = useOpenGameServer()
  const entries: PaletteEntry[] = props.isOpen
    ? [
        ...places,
        ...list.flatMap(each => gameServerEntries(t, each, abilitiesOf(each.id), open)),
        ...list.flatMap(each => powerEntries(t, each, abilitiesOf(each.id), power.act)),
        ...ownEntries(t, props),
      ]
    : []
  return <PaletteView isOpen={props.isOpen} entries={entries} onClose={props.onClose} />
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

function gameServerEntries(
  t: TextOf,
  gameServer: GameServer,
  abilities: Abilities,
  open: OpenGameServer,
): PaletteEntry[] {
  const words = `${gameServer.template.name} ${gameServer.node_name} ${gameServer.ip}:${gameServer.port}`
  const note = gameServer.node_online ? t(`states.${gameServer.state}`) : t('states.away')
  const group = 'groupServers'
  const page: PaletteEntry = {
    id: `server-${gameServer.id}`,
    group,
    title: gameServer.name,
    words,
    note,
    Icon: lookOf(gameServer.state, gameServer.node_online).Icon,
    run: () => open(gameServer, 'overview'),
  }
  if (!abilities['game-server-console-view']) return [page]
  const terminal: PaletteEntry = {
    id: `console-${gameServer.id}`,
    group,
    title: t('palette.consoleOf', { name: gameServer.name }),
    Icon: IconTerminal2,
    run: () => open(gameServer, 'console'),
  }
  return [page, terminal]
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
