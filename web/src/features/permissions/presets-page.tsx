// The presets that invitations offer: reads them, saves those that were changed, and resets one to its default.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import {
  changePermissionPreset,
  listPermissionPresets,
  type PermissionPreset,
  resetPermissionPreset,
} from '@rookery/contracts/http/invitations.ts'
import type { PresetName } from '@rookery/contracts/permission-presets.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSameSet } from '../../parts/permissions/logic/preset-text.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { UsersTabs } from '../../parts/users/users-tabs.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LeaveGuard } from '../../ui/controls/leave-guard.tsx'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { PresetsView } from './presets-view.tsx'

export function PresetsPage() {
  const t = useTexts()
  const presets = useQuery(apiQuery(listPermissionPresets, {}))
  if (presets.isError) {
    return (
      <PageFrame title={t('people.presetsTab')}>
        <Panel>
          <ProblemState problem={presets.error} onRetry={() => void presets.refetch()} />
        </Panel>
      </PageFrame>
    )
  }
  return (
    <PageFrame title={t('people.presetsTab')}>
      <UsersTabs />
      <p className="text-quiet">{t('presets.text')}</p>
      {presets.data ? (
        <EditPresets presets={presets.data} />
      ) : (
        <Panel>
          <LoadingRows rows={6} />
        </Panel>
      )}
    </PageFrame>
  )
}

type Drafts = { [Name in PresetName]?: readonly GameServerPermission[] | undefined }

function EditPresets({ presets }: { presets: readonly PermissionPreset[] }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [drafts, setDrafts] = useState<Drafts>({})
  const keep = (changed: PermissionPreset) => {
    queryClient.setQueryData(apiQuery(listPermissionPresets, {}).queryKey, before =>
      before?.map(each => (each.name === changed.name ? changed : each)),
    )
    setDrafts(before => ({ ...before, [changed.name]: undefined }))
  }
  const draftOf = ({ name, permissions }: PermissionPreset) => drafts[name] ?? permissions
  const changed = presets.filter(preset => !isSameSet(draftOf(preset), preset.permissions))
  const save = useMutation({
    mutationFn: async () => {
      for (const { name } of changed) {
        const body = { permissions: [...(drafts[name] ?? [])] }
        keep(await api(changePermissionPreset, { params: { preset: name }, body }))
      }
    },
  })
  const reset = useMutation({
    mutationFn: (name: PresetName) => api(resetPermissionPreset, { params: { preset: name } }),
    onSuccess: keep,
  })
  const error = save.error ?? reset.error
  return (
    <>
      <LeaveGuard hasChanges={changed.length > 0 && !save.isPending} />
      <PresetsView
        presets={presets}
        permissionsOf={draftOf}
        isBusy={save.isPending || reset.isPending}
        isSaved={save.isSuccess && changed.length === 0}
        problem={error ? problemMessage(t, error) : null}
        onToggle={({ name, permissions }, permission, isChecked) => {
          const before = drafts[name] ?? permissions
          const after = isChecked ? [...before, permission] : before.filter(each => each !== permission)
          setDrafts({ ...drafts, [name]: after })
        }}
        onReset={({ name }) => reset.mutate(name)}
        onSave={() => save.mutate()}
        onDiscard={() => setDrafts({})}
      />
    </>
  )
}
