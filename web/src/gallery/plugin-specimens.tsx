// Plugins: the list, one plugin in every state, and the box of its page.

import { pluginLog, plugins, shippedPlugins } from '../../pictures/fixtures/plugin-fixtures.ts'
import { PluginFrameView } from '../features/plugins/frame/plugin-frame-view.tsx'
import { PluginView, type PluginViewProps } from '../features/plugins/plugin/plugin-view.tsx'
import { RemoveView } from '../features/plugins/plugin/remove-dialog.tsx'
import { SettingsView } from '../features/plugins/plugin/settings-view.tsx'
import { PluginsView, type PluginsViewProps } from '../features/plugins/plugins-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const outage = new ApiError({ code: 'unreachable', status: 0, message: 'no answer' })
const refused = new ApiError({
  code: 'invalid_input',
  status: 422,
  message: 'plugin.json is not right',
  fields: {
    'plugin.json.settings.0.kind': ['must be one of text, secret, url, number, boolean, choice'],
    'plugin.wasm': ['imports env.abort, and only rookery.host_call may be imported'],
    'settings.link': ['must be an address such as https://…'],
  },
})
const uploading = { isUploading: false, refusal: null, onUpload: ignore, onDismiss: ignore }

function List(props: Partial<PluginsViewProps>) {
  return (
    <PluginsView
      status="ready"
      plugins={plugins}
      isEnabled
      mayCreate
      mayEdit
      mayGrant
      busyId={null}
      restartingId={null}
      onSwitch={ignore}
      onRestart={ignore}
      onRetry={ignore}
      {...uploading}
      shipped={shippedPlugins(true)}
      installingId={null}
      installProblem={null}
      onInstall={ignore}
      {...props}
    />
  )
}

function One({ index, ...props }: Partial<PluginViewProps> & { index: number }) {
  const plugin = plugins[index]
  if (!plugin) return null
  return (
    <PluginView
      plugin={plugin}
      origin="https://panel.example.org"
      log={[]}
      notice={null}
      isBusy={false}
      mayUpload
      mayEdit
      mayGrant
      mayRemove
      onSwitch={ignore}
      isRestarting={false}
      onRestart={ignore}
      onGrant={ignore}
      onSave={async () => undefined}
      onRemove={ignore}
      {...uploading}
      {...props}
    />
  )
}

function Box({
  kind,
  words,
}:
  | { kind: 'silent' | 'flood' | 'left'; words?: undefined }
  | { kind: 'failed' | 'unloaded'; words: string }) {
  const problem = words === undefined ? { kind } : { kind, words }
  return <PluginFrameView isVisible={false} problem={problem} onRetry={ignore} />
}

export function PluginSpecimens() {
  return (
    <>
      <Specimen name="Plugins in every state">
        <List />
      </Specimen>
      <Specimen name="Plugins, narrow" isNarrow>
        <List />
      </Specimen>
      <Specimen name="Plugins, only to look">
        <List mayCreate={false} mayEdit={false} mayGrant={false} />
      </Specimen>
      <Specimen name="Plugins, switched off for the panel">
        <List isEnabled={false} plugins={plugins.map(each => ({ ...each, state: 'off' }))} />
      </Specimen>
      <Specimen name="No plugins">
        <List plugins={[]} />
      </Specimen>
      <Specimen name="Plugins, loading">
        <List status="loading" plugins={[]} />
      </Specimen>
      <Specimen name="Plugins, problem">
        <List status="problem" problem={outage} plugins={[]} />
      </Specimen>
      <Specimen name="A package refused">
        <List refusal={{ fileName: 'my-plugin-0.1.0.zip', problem: refused }} />
      </Specimen>
      <Specimen name="Plugin, running">
        <One index={0} log={pluginLog} />
      </Specimen>
      <Specimen name="Plugin, waiting, updated with more to ask">
        <One index={1} notice={{ version: '1.1.0', asks: ['routes:public'] }} />
      </Specimen>
      <Specimen name="Plugin, waiting for an administrator">
        <One index={1} mayGrant={false} />
      </Specimen>
      <Specimen name="Plugin, updated, nothing new">
        <One index={2} notice={{ version: '0.3.1', asks: [] }} />
      </Specimen>
      <Specimen name="Plugin, failed">
        <One index={3} />
      </Specimen>
      <Specimen name="Plugin, off, only to look">
        <One index={4} mayUpload={false} mayEdit={false} mayGrant={false} mayRemove={false} />
      </Specimen>
      {plugins[0] && (
        <Specimen name="Settings of a plugin, refused">
          <SettingsView plugin={plugins[0]} mayEdit onSave={async () => undefined} refusal={refused} />
        </Specimen>
      )}
      <Specimen name="Remove a plugin" isNarrow>
        <RemoveView isBusy={false} problem={null} onClose={ignore} onConfirm={ignore} />
      </Specimen>
      <Specimen name="The box of a page, on its way">
        <PluginFrameView isVisible={false} problem={null} onRetry={ignore} />
      </Specimen>
      <Specimen name="The box of a page: does not answer">
        <Box kind="silent" />
      </Specimen>
      <Specimen name="The box of a page: sent too much">
        <Box kind="flood" />
      </Specimen>
      <Specimen name="The box of a page: went elsewhere">
        <Box kind="left" />
      </Specimen>
      <Specimen name="The box of a page: failed">
        <Box kind="failed" words="crashes is not defined" />
      </Specimen>
      <Specimen name="The box of a page: not loaded" isNarrow>
        <Box kind="unloaded" words="This doesn’t exist or was deleted." />
      </Specimen>
    </>
  )
}
