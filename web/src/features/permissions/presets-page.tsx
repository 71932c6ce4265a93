// The presets that invitations offer: reads them, saves one at a time, and resets one to its default.

import { Button, Group } from '@mantine/core'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import {
  changePermissionPreset,
  listPermissionPresets,
  type PermissionPreset,
  resetPermissionPreset,
} from '@rookery/contracts/http/invitations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PeopleTabs } from '../../parts/people/people-tabs.tsx'
import { ProblemOrClosed } from '../../parts/people/problem-or-closed.tsx'
import { basic } from '../../parts/permissions/logic/permission-cells.ts'
import { PermissionChecks } from '../../parts/permissions/permission-checks.tsx'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { LeaveGuard } from '../../ui/controls/leave-guard.tsx'
import { PageFrame } from '../../ui/controls/page-frame.tsx'
import { SavedLabel } from '../../ui/controls/saved-label.tsx'
import { Section } from '../../ui/controls/section.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'

export function PresetsPage() {
  const t = useTexts()
  const presets = useQuery(apiQuery(listPermissionPresets, {}))
  if (presets.isError) {
    return (
      <PageFrame title={t('pages.people')}>
        <ProblemOrClosed problem={presets.error} onRetry={() => void presets.refetch()} />
      </PageFrame>
    )
  }
  return (
    <PageFrame title={t('pages.people')}>
      <PeopleTabs />
      <p className="text-quiet">{t('presets.text')}</p>
      <div>
        {presets.data?.map(preset => <EditPreset key={preset.name} preset={preset} />) ?? (
          <LoadingRows rows={6} />
        )}
      </div>
    </PageFrame>
  )
}

/** The list with this preset in the place of the old one. */
function useKeepPreset() {
  const queryClient = useQueryClient()
  return (changed: PermissionPreset) =>
    queryClient.setQueryData(apiQuery(listPermissionPresets, {}).queryKey, before =>
      before?.map(each => (each.name === changed.name ? changed : each)),
    )
}

function EditPreset({ preset }: { preset: PermissionPreset }) {
  const t = useTexts()
  const keep = useKeepPreset()
  const params = { preset: preset.name }
  const [draft, setDraft] = useState<readonly GameServerPermission[] | null>(null)
  const onSuccess = (changed: PermissionPreset) => {
    keep(changed)
    setDraft(null)
  }
  const save = useMutation({
    mutationFn: (permissions: readonly GameServerPermission[]) =>
      api(changePermissionPreset, { params, body: { permissions: [...permissions] } }),
    onSuccess,
  })
  const reset = useMutation({ mutationFn: () => api(resetPermissionPreset, { params }), onSuccess })
  const permissions = draft ?? preset.permissions
  const isChanged = permissions.toSorted().join() !== preset.permissions.toSorted().join()
  const isBusy = save.isPending || reset.isPending
  const error = save.error ?? reset.error
  const name = t(`presets.names.${preset.name}`)
  return (
    <Section title={name} text={t(`presets.about.${preset.name}`)}>
      <LeaveGuard hasChanges={isChanged && !isBusy} />
      <div className={`${form.form} ${form.padded}`}>
        {error && <FormProblem>{problemMessage(t, error)}</FormProblem>}
        <PermissionChecks
          label={name}
          checkOf={permission => ({
            isChecked: permissions.includes(permission),
            isFixed: permission === basic,
            isChanged: permissions.includes(permission) !== preset.permissions.includes(permission),
          })}
          onToggle={(permission, isChecked) =>
            setDraft(
              isChecked ? [...permissions, permission] : permissions.filter(each => each !== permission),
            )
          }
        />
        <Group className={form.foot} gap={8} justify="flex-end">
          {save.isSuccess && !isChanged && <SavedLabel>{t('presets.saved')}</SavedLabel>}
          {!preset.is_default && !isChanged && (
            <Button variant="subtle" loading={reset.isPending} onClick={() => reset.mutate()}>
              {t('presets.reset')}
            </Button>
          )}
          {isChanged && (
            <Button variant="subtle" disabled={isBusy} onClick={() => setDraft(null)}>
              {t('actions.discard')}
            </Button>
          )}
          <Button
            variant={isChanged ? 'filled' : 'default'}
            disabled={!isChanged}
            loading={save.isPending}
            aria-label={t('presets.saveOne', { name })}
            onClick={() => save.mutate(permissions)}
          >
            {t('actions.save')}
          </Button>
        </Group>
      </div>
    </Section>
  )
}
