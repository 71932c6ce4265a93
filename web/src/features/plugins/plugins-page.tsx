// The page of all plugins: reads them, takes packages, switches them on and off.

import { listPlugins, type Plugin } from '@rookery/contracts/http/plugins.ts'
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
import { useChange } from './use-plugin-actions.ts'

/** A plugin may fail or come back by itself at any time. */
const refetchInterval = 5_000

export function PluginsPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const profile = useQuery(apiQuery(readProfile, {}))
  const publicConfig = useQuery(apiQuery(readPublicConfig, {}))
  const plugins = useQuery({ ...apiQuery(listPlugins, {}), refetchInterval })
  const change = useChange()
  const upload = useCheckedUpload(
    ({ id }) => void navigate({ to: '/plugins/$pluginId', params: { pluginId: String(id) } }),
  )
  const rights = profile.data?.sections.plugin ?? []
  const switchOne = ({ id, manifest }: Plugin, enabled: boolean) =>
    change.mutate(
      { id, enabled },
      {
        onError: error =>
          noteList.add(t('plugins.notChanged', { name: manifest.name }), problemMessage(t, error)),
      },
    )
  return (
    <PluginsView
      status={plugins.data ? 'ready' : plugins.isError ? 'problem' : 'loading'}
      problem={plugins.error}
      plugins={plugins.data ?? []}
      isEnabled={publicConfig.data?.plugins_enabled ?? true}
      mayCreate={rights.includes('create')}
      mayEdit={rights.includes('edit')}
      busyId={change.isPending ? change.variables.id : null}
      {...upload}
      onSwitch={switchOne}
      onRetry={() => void plugins.refetch()}
    />
  )
}
