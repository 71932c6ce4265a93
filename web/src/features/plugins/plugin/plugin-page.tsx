// The page of one plugin: reads it and its log, grants, switches, updates and removes it.

import { Box } from '@mantine/core'
import {
  listShippedPlugins,
  type Plugin,
  readPlugin,
  readPluginLog,
} from '@rookery/contracts/http/plugins.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import type { PluginPermission } from '@rookery/contracts/plugin/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { localized, usePluginPages } from '../../../parts/plugins/plugin-pages.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { UnopenedPage } from '../../../parts/problems/unopened-page.tsx'
import { apiQuery } from '../../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { Panel } from '../../../ui/controls/page-frame.tsx'
import { noteList } from '../../../ui/feedback/note-list.ts'
import { PluginFrame } from '../frame/plugin-frame.tsx'
import { newlyAsked } from '../logic/grants.ts'
import { InstallButton } from '../shipped-plugins-view.tsx'
import { useCheckedUpload } from '../use-checked-upload.ts'
import { useChange, useRemoval, useRestart, useShippedInstall } from '../use-plugin-actions.ts'
import { PluginView, type UpdateNotice } from './plugin-view.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

const refetchInterval = 4_000

export function PluginPage() {
  const { pluginId } = useParams({ from: '/shell/plugins/$pluginId' })
  const call = { params: { id: pluginId } }
  const found = useQuery({ ...apiQuery(readPlugin, call), refetchInterval })
  if (found.data) return <Found key={pluginId} plugin={found.data} />
  return <UnopenedPage read={found} />
}

const pageLimitPx = 800

/** What it brings for below its settings; nothing while it does not run. */
function SettingsPages({ pluginId }: { pluginId: number }) {
  const language = useLanguage()
  return usePluginPages('settings')
    .filter(page => page.plugin_id === pluginId)
    .map(({ id, title }) => {
      const name = localized(title, language)
      return (
        <Panel key={id} title={name}>
          <Box p="12px 16px 16px">
            <PluginFrame pluginId={pluginId} pageId={id} title={name} server={null} limitPx={pageLimitPx} />
          </Box>
        </Panel>
      )
    })
}

/** Switches and boxes move at once; whether it is so is known when the panel has answered. */
const requested = ({ granted, enabled }: Partial<Pick<Plugin, 'granted' | 'enabled'>>) => ({
  ...(granted && { granted }),
  ...(enabled !== undefined && { enabled }),
})

function Found({ plugin }: { plugin: Plugin }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { id, manifest } = plugin
  const profile = useQuery(apiQuery(readProfile, {})).data
  const rights = profile?.sections.plugin ?? []
  const log = useQuery({ ...apiQuery(readPluginLog, { params: { id: String(id) } }), refetchInterval })
  const change = useChange()
  const restart = useRestart()
  const removal = useRemoval(() => void navigate({ to: '/plugins' }))
  const [isRemoving, setIsRemoving] = useState(false)
  const [notice, setNotice] = useState<UpdateNotice | null>(null)
  const takeUpdate = (updated: Plugin) =>
    setNotice({ version: updated.manifest.version, asks: newlyAsked(plugin, updated) })
  const shipped = useQuery({ ...apiQuery(listShippedPlugins, {}), enabled: rights.includes('create') })
  const newer = shipped.data?.find(({ is_update, installed }) => is_update && installed?.id === id)
  const install = useShippedInstall(takeUpdate)
  const upload = useCheckedUpload(uploaded => {
    takeUpdate(uploaded)
    // The package of another plugin was taken for what it is.
    if (uploaded.id !== id)
      void navigate({ to: '/plugins/$pluginId', params: { pluginId: String(uploaded.id) } })
  })
  const reportRefusal = {
    onError: (error: unknown) =>
      noteList.add(t('plugins.notChanged', { name: manifest.name }), problemMessage(t, error)),
  }
  const grant = (granted: PluginPermission[], enabled?: boolean) =>
    change.mutate({ id, granted, ...(enabled !== undefined && { enabled }) }, reportRefusal)
  return (
    <>
      <PluginView
        plugin={change.isPending ? { ...plugin, ...requested(change.variables) } : plugin}
        origin={window.location.origin}
        log={log.data ?? []}
        notice={notice}
        settingsPages={<SettingsPages pluginId={id} />}
        update={
          newer && (
            <InstallButton
              plugin={newer}
              installingId={install.isPending ? newer.manifest.id : null}
              onInstall={() => install.mutate(newer, reportRefusal)}
            />
          )
        }
        isBusy={change.isPending}
        mayUpload={rights.includes('create')}
        mayEdit={rights.includes('edit')}
        mayGrant={rights.includes('edit') && profile?.is_admin === true}
        mayRemove={rights.includes('delete')}
        {...upload}
        onSwitch={enabled => change.mutate({ id, enabled }, reportRefusal)}
        isRestarting={restart.isPending}
        onRestart={() => restart.mutate(id, reportRefusal)}
        onGrant={grant}
        onSave={async settings => void (await change.mutateAsync({ id, settings }))}
        onRemove={() => setIsRemoving(true)}
      />
      <RemoveDialog
        name={manifest.name}
        isOpen={isRemoving}
        isBusy={removal.isPending}
        problem={removal.error ? problemMessage(t, removal.error) : null}
        onClose={() => setIsRemoving(false)}
        onConfirm={() => removal.mutate(id)}
      />
    </>
  )
}
