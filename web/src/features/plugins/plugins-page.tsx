// The page of all plugins: reads them and those that come with Rookery, takes packages, switches them on and off.

import { listPlugins, listShippedPlugins, type Plugin } from '@rookery/contracts/http/plugins.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { readPublicConfig } from '@rookery/contracts/http/public-config.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { PluginsView } from './plugins-view.tsx'
import { useCheckedUpload } from './use-checked-upload.ts'
import { useChange, useRestart, useShippedInstall } from './use-plugin-actions.ts'

/** A plugin may fail or come back by itself at any time. */
const refetchInterval = 5_000

export function PluginsPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const profile = useQuery(apiQuery(readProfile, {}))
  const publicConfig = useQuery(apiQuery(readPublicConfig, {}))
  const plugins = useQuery({ ...apiQuery(listPlugins, {}), refetchInterval })
  const change = useChange()
  const restart = useRestart()
  const openOne = ({ id }: Plugin) =>
    void navigate({ to: '/plugins/$pluginId', params: { pluginId: String(id) } })
  const upload = useCheckedUpload(openOne)
  const install = useShippedInstall(openOne)
  const rights = profile.data?.sections.plugin ?? []
  const mayCreate = rights.includes('create')
  const shipped = useQuery({ ...apiQuery(listShippedPlugins, {}), enabled: mayCreate })
  const reportRefusal = ({ manifest }: Plugin) => ({
    onError: (error: unknown) =>
      noteList.add(t('plugins.notChanged', { name: manifest.name }), problemMessage(t, error)),
  })
  return (
    <PluginsView
      // What there is to install decides what an empty list looks like: nothing jumps when it arrives.
      status={plugins.data && !shipped.isLoading ? 'ready' : plugins.isError ? 'problem' : 'loading'}
      problem={plugins.error}
      plugins={plugins.data ?? []}
      isEnabled={publicConfig.data?.plugins_enabled ?? true}
      mayCreate={mayCreate}
      mayEdit={rights.includes('edit')}
      mayGrant={profile.data?.is_admin ?? false}
      busyId={change.isPending ? change.variables.id : null}
      {...upload}
      shipped={shipped.data ?? []}
      installingId={install.isPending ? install.variables.manifest.id : null}
      installProblem={install.error && { name: install.variables.manifest.name, problem: install.error }}
      onInstall={plugin => install.mutate(plugin)}
      restartingId={restart.isPending ? restart.variables : null}
      onSwitch={(plugin, enabled) => change.mutate({ id: plugin.id, enabled }, reportRefusal(plugin))}
      onRestart={plugin => restart.mutate(plugin.id, reportRefusal(plugin))}
      onRetry={() => void plugins.refetch()}
    />
  )
}
