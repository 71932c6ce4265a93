// The row of refused files with its data: the rules, the settings for administrators, the message for everybody else.

import { readUploadRules, type UploadRules, uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import {
  changePanelSettings,
  type PanelSettingKey,
  type PanelSettingsAnswer,
  readPanelSettings,
} from '@rookery/contracts/http/panel-settings.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { nameOf } from './logic/upload.ts'
import { curableRefusals } from './logic/upload-refusal.ts'
import type { RefusedUpload } from './logic/upload-summary.ts'
import { RefusedFilesView } from './refused-files-view.tsx'

const namedFiles = 2

interface RefusedFilesProps {
  /** One at least. */
  refused: readonly RefusedUpload[]
  onRetry: (ids: readonly number[]) => void
}

export function RefusedFiles({ refused, onRetry }: RefusedFilesProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server: String(refused[0]?.upload.gameServerId) }
  const isAdministrator = useQuery(apiQuery(readProfile, {})).data?.is_admin ?? false
  const settingsQuery = apiQuery(readPanelSettings, {})
  const settings = useQuery({ ...settingsQuery, enabled: isAdministrator })
  const rules = withSettings(useQuery(apiQuery(readUploadRules, { params })).data, settings.data)
  const change = useMutation({
    mutationFn: (body: { [Key in PanelSettingKey]?: boolean }) => api(changePanelSettings, { body }),
    onSuccess: changed => queryClient.setQueryData(settingsQuery.queryKey, changed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(readUploadRules) }),
  })
  const message = useAdministratorMessage(refused, params, rules?.limit_bytes ?? uploadLimitBytes)
  const problem = change.error ?? (isAdministrator ? settings.error : null)
  return (
    <RefusedFilesView
      refused={refused}
      rules={rules}
      administrator={isAdministrator ? { settings: settings.data ?? null } : null}
      message={message}
      isBusy={change.isPending}
      problem={problem ? problemMessage(t, problem) : null}
      onSwitch={(key, isOn) => change.mutate({ [key]: isOn })}
      onRetry={onRetry}
    />
  )
}

/** What was just switched counts before the rules are read again. */
function withSettings(
  rules: UploadRules | undefined,
  settings: PanelSettingsAnswer | undefined,
): UploadRules | null {
  if (!rules || !settings) return rules ?? null
  return {
    ...rules,
    allow_archives: settings.upload_archives.value,
    allow_binary: settings.upload_binaries.value,
    transfers: { ...rules.transfers, enabled: settings.large_transfers.value },
  }
}

/** What somebody can send to an administrator as it is: which files, where, what is missing, and where to allow it. */
function useAdministratorMessage(
  refused: readonly RefusedUpload[],
  params: { server: string },
  limitBytes: number,
): string {
  const t = useTexts()
  const language = useLanguage()
  const server = useQuery(apiQuery(readGameServer, { params })).data?.name ?? `#${params.server}`
  const kinds = curableRefusals.filter(kind => refused.some(({ refusal }) => refusal.kind === kind))
  const wanted = refused.filter(({ refusal }) => kinds.some(kind => kind === refusal.kind))
  const names = wanted.slice(0, namedFiles).map(({ upload }) => nameOf(upload.path))
  const rest = wanted.length - names.length
  const list = (items: string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(items)
  const limit = formatValue(limitBytes, 'bytes', language)
  return t('uploads.askText', {
    files: rest > 0 ? `${names.join(', ')} ${t('uploads.more', { count: rest })}` : list(names),
    server,
    kinds: list(kinds.map(kind => t(`uploads.rule.${kind}.name`, { limit }))),
    address: `${window.location.origin}/settings`,
  })
}
