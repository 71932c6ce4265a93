// The pages of plugins that have an address of their own: a tab of a game server, and a page for administrators.

import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { PluginPageEntry } from '@rookery/contracts/http/plugins.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { localized, usePluginPages } from '../../../parts/plugins/plugin-pages.ts'
import { apiQuery } from '../../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { PageFrame } from '../../../ui/controls/page-frame.tsx'
import { PluginFrame } from './plugin-frame.tsx'
import { PluginFrameView } from './plugin-frame-view.tsx'

const limitPx = 4_000

function useEntry(slot: PluginPageEntry['slot'], pluginId: string, pageId: string) {
  return usePluginPages(slot).find(page => String(page.plugin_id) === pluginId && page.id === pageId)
}

/** Its plugin may have been switched off meanwhile: the attempt to load it says so. */
function Shown(props: {
  pluginId: string
  pageId: string
  title: string
  server: { id: number; name: string } | null
}) {
  const { pluginId, pageId, title, server } = props
  return (
    <PluginFrame
      pluginId={Number(pluginId)}
      pageId={pageId}
      title={title}
      server={server}
      limitPx={limitPx}
    />
  )
}

export function ServerTabPage() {
  const language = useLanguage()
  const { serverId, pluginId, pageId } = useParams({
    from: '/shell/servers/$serverId/plugin/$pluginId/$pageId',
  })
  const entry = useEntry('server-tab', pluginId, pageId)
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server: serverId } })).data
  if (!gameServer) return <PluginFrameView isVisible={false} problem={null} onRetry={() => undefined} />
  const server = { id: gameServer.id, name: gameServer.name }
  const title = entry ? localized(entry.title, language) : pageId
  return <Shown pluginId={pluginId} pageId={pageId} title={title} server={server} />
}

export function AdminPage() {
  const t = useTexts()
  const language = useLanguage()
  const { pluginId, pageId } = useParams({ from: '/shell/plugins/$pluginId/pages/$pageId' })
  const entry = useEntry('admin-page', pluginId, pageId)
  const title = entry ? localized(entry.title, language) : pageId
  return (
    <PageFrame
      path={<Link to="/plugins">{t('pages.plugins')}</Link>}
      title={title}
      beside={entry && entry.plugin_name !== title ? entry.plugin_name : undefined}
    >
      <Shown pluginId={pluginId} pageId={pageId} title={title} server={null} />
    </PageFrame>
  )
}
