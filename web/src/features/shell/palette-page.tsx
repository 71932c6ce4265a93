// Fills the command palette: every page, server and node, and every action that fits and is permitted.

import { listNodes } from '@rookery/contracts/http/nodes.ts'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import {
  IconDeviceGamepad2,
  IconKeyboard,
  IconLogout,
  IconPalette,
  IconPuzzle,
  IconServerBolt,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { recentServerIds } from '../../parts/recent-servers/recent-servers.ts'
import { wholeQuery } from '../../platform/api-queries.ts'
import { languageCodes, languages } from '../../texts/languages.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { schemes, schemeTexts } from '../../ui/design/schemes.ts'
import { inOpeningOrder } from './logic/palette-order.ts'
import { useGameServerEntries } from './palette-game-servers.ts'
import { usePlaceEntries } from './palette-places.ts'
import { useUserEntries } from './palette-users.ts'
import { type PaletteEntry, PaletteView } from './palette-view.tsx'
import type { ProfileMenuProps } from './profile-menu.tsx'
import type { PluginPlace } from './rail.tsx'

function usePluginEntries(seesPlugins: boolean, places: readonly PluginPlace[]): PaletteEntry[] {
  const t = useTexts()
  const navigate = useNavigate()
  const list: PaletteEntry = {
    id: 'plugins',
    group: 'groupPages',
    title: t('pages.plugins'),
    Icon: IconPuzzle,
    run: () => void navigate({ to: '/plugins' }),
  }
  return [
    ...(seesPlugins ? [list] : []),
    ...places.map(
      ({ pluginId, pageId, title }): PaletteEntry => ({
        id: `plugin-${pluginId}-${pageId}`,
        group: 'groupPages',
        title,
        Icon: IconPuzzle,
        run: () => void navigate({ to: '/plugins/$pluginId/pages/$pageId', params: { pluginId, pageId } }),
      }),
    ),
  ]
}

function useNodeEntries(canSeeNodes: boolean): PaletteEntry[] {
  const navigate = useNavigate()
  const nodes = useQuery({ ...wholeQuery(listNodes), enabled: canSeeNodes })
  return (nodes.data?.items ?? []).map(node => ({
    id: `node-${node.id}`,
    group: 'groupNodes',
    title: node.name,
    keywords: node.ips.join(' '),
    Icon: IconServerBolt,
    run: () => void navigate({ to: '/nodes/$nodeId', params: { nodeId: String(node.id) } }),
  }))
}

function useGameEntries(canSeeTemplates: boolean): PaletteEntry[] {
  const navigate = useNavigate()
  const templates = useQuery({ ...wholeQuery(listTemplates), enabled: canSeeTemplates })
  return (templates.data?.items ?? []).map(({ id, name, game, slug }) => ({
    id: `template-${id}`,
    group: 'groupGames',
    title: name,
    keywords: `${game} ${slug}`,
    Icon: IconDeviceGamepad2,
    run: () => void navigate({ to: '/templates/$templateId', params: { templateId: String(id) } }),
  }))
}

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
  const { serverId } = useParams({ strict: false })
  const [recentIds] = useState(recentServerIds)
  const places = usePlaceEntries(props.isAdministrator, props.nodeRights, props.templateRights)
  const gameServers = useGameServerEntries(props.isAdministrator)
  const nodes = useNodeEntries(props.nodeRights.includes('view'))
  const users = useUserEntries(props.isAdministrator)
  const games = useGameEntries(props.templateRights.includes('view'))
  const plugins = usePluginEntries(props.seesPlugins, props.pluginPlaces)
  const entries = [
    ...places,
    ...plugins,
    ...gameServers.pages,
    ...nodes,
    ...users,
    ...games,
    ...gameServers.actions,
    ...ownEntries(t, props),
  ]
  return (
    <PaletteView
      isOpen={props.isOpen}
      entries={inOpeningOrder(entries, recentIds, serverId === undefined ? null : Number(serverId))}
      onClose={props.onClose}
    />
  )
}

/** As in the menu of the profile. */
const withoutKeyboard = '(max-width: 720px), (pointer: coarse)'

function ownEntries(
  t: TextOf,
  { onScheme, onLanguage, onShortcuts, onSignOut }: PalettePageProps,
): PaletteEntry[] {
  const group = 'groupActions'
  return [
    ...(window.matchMedia(withoutKeyboard).matches
      ? []
      : [{ id: 'shortcuts', group, title: t('shell.shortcuts'), Icon: IconKeyboard, run: onShortcuts }]),
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
