// What can be done with plugins: install one that comes with Rookery, upload a package, change one, remove it; whatever shows plugins is true afterwards.

import type { CallOf, EndpointShape } from '@rookery/contracts/http/endpoint.ts'
import {
  changePlugin,
  deletePlugin,
  installShippedPlugin,
  listPlugins,
  listShippedPlugins,
  type Plugin,
  readPlugin,
  readPluginLog,
  type ShippedPlugin,
  uploadPlugin,
} from '@rookery/contracts/http/plugins.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pluginPagesEndpoint } from '../../parts/plugins/plugin-pages.ts'
import { api, apiBytes } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'

/** What lists plugins, and what shows a single one. */
const ofAll = [listPlugins, listShippedPlugins, pluginPagesEndpoint]
const ofOne = [readPlugin, readPluginLog]

function useNotify() {
  const queryClient = useQueryClient()
  return (endpoints: readonly EndpointShape[]) => {
    for (const endpoint of endpoints) void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
}

export function useUpload(onDone: (plugin: Plugin) => void) {
  const notify = useNotify()
  return useMutation({
    mutationFn: async (file: File) => {
      const sent = { bytes: file, headers: { 'content-type': 'application/zip' } }
      return (await (await apiBytes(uploadPlugin, {}, sent)).json()) as Plugin
    },
    onSuccess: plugin => {
      notify([...ofAll, ...ofOne])
      onDone(plugin)
    },
  })
}

export function useShippedInstall(onDone: (plugin: Plugin) => void) {
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ manifest }: ShippedPlugin) => api(installShippedPlugin, { body: { id: manifest.id } }),
    onSuccess: plugin => {
      notify([...ofAll, ...ofOne])
      onDone(plugin)
    },
  })
}

type Change = CallOf<typeof changePlugin>['body'] & { id: number }

export function useChange() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ id, ...body }: Change) => api(changePlugin, { params: { id: String(id) }, body }),
    onSuccess: plugin => {
      const one = apiQuery(readPlugin, { params: { id: String(plugin.id) } })
      queryClient.setQueryData(one.queryKey, plugin)
    },
    onSettled: () => notify([...ofAll, ...ofOne]),
  })
}

/** Off and on again: a plugin that has failed begins anew, without waiting for its next try. */
export function useRestart() {
  const notify = useNotify()
  return useMutation({
    mutationFn: async (id: number) => {
      const params = { id: String(id) }
      await api(changePlugin, { params, body: { enabled: false } })
      return api(changePlugin, { params, body: { enabled: true } })
    },
    onSettled: () => notify([...ofAll, ...ofOne]),
  })
}

export function useRemoval(onDone: () => void) {
  const notify = useNotify()
  return useMutation({
    mutationFn: (id: number) => api(deletePlugin, { params: { id: String(id) } }),
    onSuccess: () => {
      onDone()
      // Its own page would only learn that it is gone.
      notify(ofAll)
    },
  })
}
