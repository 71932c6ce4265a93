// The shell with its figures: who is signed in, what runs, which nodes are in trouble.

import { useMantineColorScheme } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { logOut } from '@rookery/contracts/http/auth.ts'
import { type GameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes, type Node } from '@rookery/contracts/http/nodes.ts'
import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { readPublicConfig } from '@rookery/contracts/http/public-config.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { useChangeLanguage } from '../../parts/language/use-change-language.ts'
import { localized, usePluginPages } from '../../parts/plugins/plugin-pages.ts'
import { PowerQuestionHost } from '../../parts/power/power-question-host.tsx'
import { apiAs, type Page } from '../../platform/api-client.ts'
import { apiQuery, keyOf, pageQuery, wholeQuery } from '../../platform/api-queries.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { loginSession } from '../../platform/login-session.ts'
import { adoptProfileLanguage, useLanguage, useTexts, withTexts } from '../../texts/texts.ts'
import { DialogPlace } from '../../ui/feedback/dialog-place.tsx'
import type { PageName } from './logic/rail-pages.ts'
import type { JumpPage } from './logic/shortcuts.ts'
import type { PluginPlace } from './rail.tsx'
import { ShellView } from './shell-view.tsx'
import { useShortcuts, useSingleKeys } from './use-shortcuts.ts'

function usePageTitle(): void {
  const product = useTexts()('product.name')
  useEffect(() => {
    const content = document.getElementById('content')
    if (!content) return
    function name() {
      const heading = content?.querySelector('h1')?.textContent?.trim()
      const title = heading ? `${heading} · ${product}` : product
      if (document.title !== title) document.title = title
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(content, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = product
    }
  }, [product])
}

const loadPalette = withTexts(['palette'], () => import('./palette-page.tsx'))
const PalettePage = lazy(async () => ({ default: (await loadPalette()).PalettePage }))
const loadShortcuts = withTexts(['palette'], () => import('./shortcuts-view.tsx'))
const ShortcutsView = lazy(async () => ({ default: (await loadShortcuts()).ShortcutsView }))

const jumpAddresses = {
  home: '/',
  servers: '/servers',
  nodes: '/nodes',
  templates: '/templates',
  tasks: '/tasks',
  activity: '/activity',
  people: '/people',
  plugins: '/plugins',
  settings: '/settings',
  profile: '/profile',
} as const satisfies Record<JumpPage, string>

/** Only what the person may open is shown. */
function pagesOf(profile: Profile | undefined): PageName[] {
  const seesNodes = profile?.sections.node.includes('view') ?? false
  const seesTemplates = profile?.sections.template.includes('view') ?? false
  const seesPlugins = profile?.sections.plugin.includes('view') ?? false
  return [
    'home',
    'servers',
    ...(seesNodes ? (['nodes'] as const) : []),
    ...(seesTemplates ? (['templates'] as const) : []),
    'tasks',
    'activity',
    ...(profile?.is_admin ? (['people'] as const) : []),
    ...(seesPlugins ? (['plugins'] as const) : []),
    ...(profile?.is_admin ? (['settings'] as const) : []),
  ]
}

function usePluginPlaces(): PluginPlace[] {
  const language = useLanguage()
  return usePluginPages('admin-page').map(({ plugin_id, plugin_manifest_id, id, title }) => ({
    pluginId: String(plugin_id),
    manifestId: plugin_manifest_id,
    pageId: id,
    title: localized(title, language),
  }))
}

/** What the panel says to everyone is what the sign-in page waits for. */
const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey[0] !== keyOf(readPublicConfig)[0]

function useSignOut() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    const sessionToken = loginSession.sessionToken()
    await navigate({ to: '/sign-in' })
    loginSession.end()
    await queryClient.cancelQueries({ predicate: isPersonal })
    queryClient.removeQueries({ predicate: isPersonal })
    queryClient.getMutationCache().clear()
    // Last, so that nothing the page has asked for is refused on its way; on this machine it has ended in any case.
    await apiAs(sessionToken, logOut, {}).catch(() => undefined)
  }
}

const hasFallen = ({ items }: Page<GameServer>) =>
  items.some(({ state }) => state === 'crashed' || state === 'install_failed')

const countAway = ({ items }: Page<Node>) =>
  items.filter(node => node.enabled && node.enrolled && !node.online).length

const countAll = ({ total }: Page<unknown>) => total

/** What the header and the lit window tell. The shell is drawn anew for these few values, never for a change in a list. */
function useSigns(profile: Profile | undefined) {
  const fallen = useQuery({ ...wholeQuery(listGameServers), select: hasFallen })
  const away = useQuery({
    ...wholeQuery(listNodes),
    enabled: profile?.sections.node.includes('view') ?? false,
    select: countAway,
  })
  const working = useQuery({
    ...pageQuery(listTasks, { query: { status: 'working', per_page: 1 } }),
    select: countAll,
  })
  const nodesAway = away.data ?? 0
  return { tasksRunning: working.data ?? 0, nodesAway, isAllWell: nodesAway === 0 && !fallen.data }
}

/** The keys, and the help that lists them. */
function useKeyboard(pages: readonly PageName[]) {
  const navigate = useNavigate()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [areSingleKeysOn, setAreSingleKeysOn] = useSingleKeys()
  const reachable: JumpPage[] = [...pages, 'profile']
  const openHelp = () => setIsHelpOpen(true)
  useShortcuts(areSingleKeysOn, {
    onHelp: openHelp,
    onJump: page => reachable.includes(page) && void navigate({ to: jumpAddresses[page] }),
  })
  const help = isHelpOpen && (
    <ShortcutsView
      isOpen={isHelpOpen}
      pages={reachable}
      areSingleKeysOn={areSingleKeysOn}
      onSingleKeys={setAreSingleKeysOn}
      onClose={() => setIsHelpOpen(false)}
    />
  )
  return { openHelp, help }
}

interface ShellPageProps {
  line: LineState
  /** What is said above every page. */
  notice?: ReactNode
}

export function ShellPage({ line, notice }: ShellPageProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = useLanguage()
  const signOut = useSignOut()
  const [isSearching, setIsSearching] = useState(false)
  useHotkeys([['mod+K', () => setIsSearching(true)]], [])

  const profile = useQuery(apiQuery(readProfile, {}))
  const isAdministrator = profile.data?.is_admin ?? false
  const pluginPlaces = usePluginPlaces()
  const signs = useSigns(profile.data)

  const profileLanguage = profile.data?.language
  useEffect(() => {
    if (profileLanguage) void adoptProfileLanguage(profileLanguage)
  }, [profileLanguage])

  const pages = pagesOf(profile.data)
  const keyboard = useKeyboard(pages)
  usePageTitle()
  const own = {
    onScheme: setColorScheme,
    onLanguage: useChangeLanguage(),
    onShortcuts: keyboard.openHelp,
    onSignOut: () => void signOut(),
  }
  return (
    <>
      <ShellView
        pages={pages}
        pluginPlaces={pluginPlaces}
        person={profile.data ? { login: profile.data.login, name: profile.data.name, isAdministrator } : null}
        scheme={colorScheme}
        language={language}
        {...signs}
        isReconnecting={line === 'reconnecting'}
        onSearch={() => setIsSearching(true)}
        {...own}
      >
        {notice}
        <Outlet />
      </ShellView>
      <PowerQuestionHost />
      <DialogPlace>
        {keyboard.help}
        {isSearching && (
          <PalettePage
            isOpen={isSearching}
            isAdministrator={isAdministrator}
            nodeRights={profile.data?.sections.node ?? []}
            templateRights={profile.data?.sections.template ?? []}
            seesPlugins={profile.data?.sections.plugin.includes('view') ?? false}
            pluginPlaces={pluginPlaces}
            onClose={() => setIsSearching(false)}
            {...own}
          />
        )}
      </DialogPlace>
    </>
  )
}
