// The settings of the panel, for administrators; each switch acts at once.

import {
  changePanelSettings,
  type PanelSettingKey,
  readPanelSettings,
} from '@rookery/contracts/http/panel-settings.ts'
import { readPublicConfig } from '@rookery/contracts/http/public-config.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { PanelSettingsView } from './panel-settings-view.tsx'

export function PanelSettingsPage() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const query = apiQuery(readPanelSettings, {})
  const settings = useQuery(query)
  const change = useMutation({
    mutationFn: (body: { [Key in PanelSettingKey]?: boolean }) => api(changePanelSettings, { body }),
    onSuccess: changed => queryClient.setQueryData(query.queryKey, changed),
  })
  const publicConfig = useQuery(apiQuery(readPublicConfig, {}))
  const problem = change.error ?? settings.error
  return (
    <PanelSettingsView
      settings={settings.data ?? null}
      publicConfig={publicConfig.data ?? null}
      isBusy={change.isPending}
      problem={problem ? problemMessage(t, problem) : null}
      onSwitch={(key, isOn) => change.mutate({ [key]: isOn })}
    />
  )
}
