// Fills the command palette: every page, server and node, and every action that fits and is permitted.

import type { Profile } from '@rookery/contracts/http/profile.ts'
import { IconKeyboard, IconLogout, IconPalette, IconWorld } from '@tabler/icons-react'
import { languageCodes, languages } from '../../texts/languages.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { schemes, schemeTexts } from '../../ui/design/schemes.ts'
import { useGameServerEntries } from './palette-game-servers.ts'
import { useGameEntries } from './palette-games.ts'
import { useNodeEntries } from './palette-nodes.ts'
import { usePeopleEntries } from './palette-people.ts'
import { usePlaceEntries } from './palette-places.ts'
import { usePluginEntries } from './palette-plugins.ts'
import { type PaletteEntry, PaletteView } from './palette-view.tsx'
import type { ProfileMenuProps } from './profile-menu.tsx'
import type { PluginPlace } from './rail.tsx'

interface PalettePageProps
  extends Pick<ProfileMenuProps, 'onScheme' | 'onLanguage' | 'onShortcuts' | 'onSignOut'> {
  isOpen: boolean
  isAdministrator: boolean
  /** What the person may do with nodes. */
  nodeRights: Profile['sections']['node']
  templateRights: Profile['sections']['template']
  seesPlugins: boolean
  pluginPlaces: readonly PluginPlace[]
  onClose: () => void
}

export function PalettePage(props: PalettePageProps) {
  const t = useTexts()
  const places = usePlaceEntries(props.isAdministrator, props.nodeRights, props.templateRights)
  const gameServers = useGameServerEntries(props.isAdministrator)
  const nodes = useNodeEntries(props.nodeRights.includes('view'))
  const people = usePeopleEntries(props.isAdministrator)
  const games = useGameEntries(props.templateRights.includes('view'))
  const plugins = usePluginEntries(props.seesPlugins, props.pluginPlaces)
  const entries = [
    ...places,
    ...plugins,
    ...gameServers.pages,
    ...nodes,
    ...people,
    ...games,
    ...gameServers.actions,
    ...ownEntries(t, props),
  ]
  return <PaletteView isOpen={props.isOpen} entries={entries} onClose={props.onClose} />
}

function ownEntries(
  t: TextOf,
  { onScheme, onLanguage, onShortcuts, onSignOut }: PalettePageProps,
): PaletteEntry[] {
  const group = 'groupActions'
  return [
    { id: 'shortcuts', group, title: t('shell.shortcuts'), Icon: IconKeyboard, run: onShortcuts },
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
