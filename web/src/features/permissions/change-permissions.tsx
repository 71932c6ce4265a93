// What one person may do here, changed in place: presets to fill it in, a box per permission, saved together.

import { Button, Group, Stack } from '@mantine/core'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { listPermissionPresets, type PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import {
  changePermissionsOnGameServer,
  type PermissionOnGameServer,
  readPermissionsOnGameServer,
} from '@rookery/contracts/http/permissions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ColumnChanges,
  canChange,
  cellKind,
  columnWithPreset,
  outlookOf,
  pressCell,
  visibleKind,
} from '../../parts/permissions/logic/permission-cells.ts'
import { presetText } from '../../parts/permissions/logic/preset-text.ts'
import { reasonText } from '../../parts/permissions/logic/reason-text.ts'
import { PermissionChecks } from '../../parts/permissions/permission-checks.tsx'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import choice from '../../ui/controls/choice.module.css'
import { LeaveGuard } from '../../ui/controls/leave-guard.tsx'
import { SaveBar } from '../../ui/controls/save-bar.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { accessSummary } from './permission-summary-rules.ts'

interface ChangePermissionsProps {
  user: Pick<User, 'id' | 'name'>
  gameServerId: number
  cells: readonly PermissionOnGameServer[]
  onClose: () => void
}

export function ChangePermissions({ user, gameServerId, cells, onClose }: ChangePermissionsProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<ColumnChanges>({})
  const presets = useQuery(apiQuery(listPermissionPresets, {}))
  const params = { id: String(user.id), server: String(gameServerId) }
  const save = useMutation({
    mutationFn: () => api(changePermissionsOnGameServer, { params, body: asList(changes) }),
    onSuccess: after => {
      queryClient.setQueryData(apiQuery(readPermissionsOnGameServer, { params }).queryKey, after)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users/{id}/'),
      })
      onClose()
    },
  })
  const count = Object.keys(changes).length
  return (
    <ChangePermissionsView
      name={user.name}
      gameServerId={gameServerId}
      cells={cells}
      presets={presets.data ?? []}
      changes={changes}
      isBusy={save.isPending}
      problem={save.error ? problemMessage(t, save.error) : null}
      guard={<LeaveGuard hasChanges={count > 0 && !save.isPending} />}
      onChange={setChanges}
      onSave={() => save.mutate()}
    />
  )
}

const asList = (changes: ColumnChanges) =>
  (Object.entries(changes) as [GameServerPermission, boolean][]).map(([permission, value]) => ({
    permission,
    value,
  }))

interface ChangePermissionsViewProps {
  name: string
  gameServerId: number
  cells: readonly PermissionOnGameServer[]
  presets: readonly PermissionPreset[]
  changes: ColumnChanges
  isBusy: boolean
  problem: string | null
  guard?: React.ReactNode
  onChange: (changes: ColumnChanges) => void
  onSave: () => void
}

function ChangePermissionsView(props: ChangePermissionsViewProps) {
  const { name, gameServerId, cells, presets, changes, isBusy, problem, guard, onChange } = props
  const t = useTexts()
  const language = useLanguage()
  const count = Object.keys(changes).length
  const summary = accessSummary(
    cells.map(({ permission }) => ({
      permission,
      value: checkOf(cells, gameServerId, changes, permission).isChecked,
    })),
    presets,
  )
  const nearest = summary.kind === 'some' ? summary : null
  const isAdjusted = nearest?.preset && nearest.more.length + nearest.less.length > 0
  const inForce = summary.kind === 'everything' ? 'manager' : nearest?.preset
  const fill = (permissions: readonly GameServerPermission[]) =>
    onChange(columnWithPreset(cells, gameServerId, permissions))
  return (
    <Stack gap={14}>
      {guard}
      {problem && <FormProblem>{problem}</FormProblem>}
      <Group gap="8px 12px">
        <Group component="fieldset" className={choice.segments} gap={0} wrap="nowrap">
          <legend className="visually-hidden">{t('presets.preset')}</legend>
          {presets.map(preset => (
            <button
              key={preset.name}
              type="button"
              className={choice.segment}
              aria-pressed={preset.name === inForce}
              title={presetText(t, preset, language)}
              onClick={() => fill(preset.permissions)}
            >
              {t(`presets.names.${preset.name}`)}
            </button>
          ))}
        </Group>
        {isAdjusted && (
          <span className="text-note" role="status">
            {t('access.adjusted')}
          </span>
        )}
        <Button size="xs" variant="subtle" color="danger" ml="auto" onClick={() => fill([])}>
          {t('access.removeAccess')}
        </Button>
      </Group>
      <PermissionChecks
        label={t('access.changeOf', { name })}
        checkOf={permission =>
          checkOf(cells, gameServerId, changes, permission, source =>
            source.entry?.role
              ? t(source.entry.effect === 'deny' ? 'access.deniedByRole' : 'access.byRole', {
                  role: source.entry.role.title,
                })
              : reasonText(t, source),
          )
        }
        onToggle={permission => onChange(pressCell(cells, gameServerId, changes, permission))}
      />
      {count > 0 && (
        <SaveBar
          text={t('matrix.changes', { count })}
          saveText={t('matrix.save', { count })}
          isBusy={isBusy}
          onSave={props.onSave}
          onDiscard={() => onChange({})}
        />
      )}
    </Stack>
  )
}

/** As it will be once it is saved; where it comes from elsewhere, from where. */
function checkOf(
  cells: readonly PermissionOnGameServer[],
  gameServerId: number,
  changes: ColumnChanges,
  permission: GameServerPermission,
  describe: (source: PermissionOnGameServer['source']) => string = () => '',
) {
  const cell = cells.find(each => each.permission === permission)
  if (!cell) return { isChecked: false, isFixed: true }
  const kind = cellKind(cell, gameServerId)
  const outlook = outlookOf(cell, cells, gameServerId, changes)
  const visible = visibleKind(kind, outlook)
  const isFromElsewhere = kind === 'inherited-allow' || kind === 'inherited-deny' || kind === 'own-deny'
  return {
    isChecked: visible === 'own-allow' || visible === 'inherited-allow',
    isFixed: !canChange(kind),
    isChanged: changes[permission] !== undefined,
    ...(isFromElsewhere && outlook === null && { note: describe(cell.source) }),
  }
}
