// Fills the command palette: every page, server and node, and every action that fits and is permitted.

import type { Profile } from '@rookery/contracts/http/profile.ts'
import { IconLogout, IconPalette, IconWorld } from '@tabler/icons-react'
import { schemes, schemeTexts } from '../../ui/design/schemes.ts'
import { languageCodes, languages } from '../../ui/texts/languages.ts'
import { type TextOf, useTexts } from '../../ui/texts/texts.ts'
import { useGameServerEntries } from './palette-game-servers.ts'
import { useNodeEntries } from './palette-nodes.ts'
import { usePlaceEntries } from './palette-places.ts'
import { type PaletteEntry, PaletteView } from './palette-view.tsx'
import type { ProfileMenuProps } from './profile-menu.tsx'

interface PalettePageProps extends Pick<ProfileMenuProps, 'onScheme' | 'onLanguage' | 'onSignOut'> {
  isOpen: boolean
  isAdministrator: boolean
  /** What the person may do with nodes. */
  nodeRights: Profile['sections']['node']
  templateRights: Profile['sections']['template']
  onClose: () => void
}

export function PalettePage(props: PalettePageProps) {
  const t = useTexts()
  const places = usePlaceEntries(props.isAdministrator, props.nodeRights, props.templateRights)
  const gameServers = useGameServerEntries(props.isAdministrator)
  const nodes = useNodeEntries(props.nodeRights.includes('view'))
  const entries = [...places, ...gameServers.pages, ...nodes, ...gameServers.actions, ...ownEntries(t, props)]
  return <PaletteView isOpen={props.isOpen} entries={entries} onClose={props.onClose} />
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
