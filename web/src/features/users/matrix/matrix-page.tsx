// The tab of a user's rights on game servers: collects changes over all columns, shows what they mean, saves them.

import { Modal } from '@mantine/core'
import { listPermissionPresets, type PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { readPermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import {
  columnWithPreset,
  type MatrixChanges,
  outlookOf,
  pressCell,
} from '../../../parts/permissions/logic/permission-cells.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { apiQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { LeaveGuard } from '../../../ui/controls/leave-guard.tsx'
import { useUser } from '../use-user.ts'
import { countChanges, summarize } from './matrix-summary-rules.ts'
import { MatrixView } from './matrix-view.tsx'
import { OutcomeView } from './outcome-view.tsx'
import { ReviewView } from './review-view.tsx'
import { useMatrixColumns } from './use-matrix-columns.ts'
import { type SaveOutcome, useSaveMatrix } from './use-save-matrix.ts'

export function MatrixPage() {
  const user = useUser()
  return user.data ? <Matrix key={user.data.id} user={user.data} /> : null
}

/** Columns that are out of sight keep their changes, so what they hold comes from the cache. */
function useColumnOf(userId: number) {
  const queryClient = useQueryClient()
  return useCallback(
    (gameServerId: number) => {
      const params = { id: String(userId), server: String(gameServerId) }
      return queryClient.getQueryData(apiQuery(readPermissionsOnGameServer, { params }).queryKey)
    },
    [queryClient, userId],
  )
}

/** What was pressed, what is looked at, and what has come of saving. */
function useEditing(user: User) {
  const columnOf = useColumnOf(user.id)
  const [changes, setChanges] = useState<MatrixChanges>({})
  const [lookedAt, setLookedAt] = useState<{ gameServerId: number; permission: string } | null>(null)
  const [isReviewing, setIsReviewing] = useState(false)
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null)
  const save = useSaveMatrix(user.id, ended => {
    setOutcome(ended)
    setChanges(ended.failed)
    setIsReviewing(ended.error !== null)
  })
  const onInspect = useCallback((gameServerId: number, { permission }: PermissionOnGameServer) => {
    setLookedAt({ gameServerId, permission })
  }, [])
  const onPress = useCallback(
    (gameServerId: number, { permission }: PermissionOnGameServer) => {
      const column = columnOf(gameServerId) ?? []
      setOutcome(null)
      setChanges(before => ({
        ...before,
        [gameServerId]: pressCell(column, gameServerId, before[gameServerId] ?? {}, permission),
      }))
    },
    [columnOf],
  )
  const onPreset = useCallback(
    (gameServerId: number, { permissions }: PermissionPreset) => {
      const column = columnOf(gameServerId) ?? []
      setOutcome(null)
      setChanges(before => ({
        ...before,
        [gameServerId]: columnWithPreset(column, gameServerId, permissions),
      }))
    },
    [columnOf],
  )
  const discard = () => setChanges({})
  const onForget = () => setLookedAt(null)
  return {
    columnOf,
    changes,
    lookedAt,
    outcome,
    save,
    isReviewing,
    setIsReviewing,
    onInspect,
    onForget,
    onPress,
    onPreset,
    discard,
  }
}

function Matrix({ user }: { user: User }) {
  const { ref, columns, toolbar, nameOf, status, problem, retry } = useMatrixColumns(user.id)
  const editing = useEditing(user)
  const presets = useQuery(apiQuery(listPermissionPresets, {}))
  const { changes, outcome, columnOf, setIsReviewing } = editing
  const count = countChanges(changes)
  return (
    <div ref={ref}>
      <LeaveGuard hasChanges={count > 0} />
      <MatrixView
        {...toolbar}
        status={status}
        problem={problem}
        user={user}
        columns={columns}
        changes={changes}
        inspected={inspectedOf(editing.lookedAt, columnOf, nameOf, changes)}
        outcome={
          outcome && !outcome.error && count === 0 ? (
            <OutcomeView userId={user.id} denied={outcome.denied} nameOf={nameOf} />
          ) : null
        }
        onInspect={editing.onInspect}
        onForget={editing.onForget}
        onPress={editing.onPress}
        presets={presets.data ?? []}
        onPreset={editing.onPreset}
        onReview={() => setIsReviewing(true)}
        onDiscard={editing.discard}
        onRetry={retry}
      />
      <Review user={user} nameOf={nameOf} {...editing} />
    </div>
  )
}

interface ReviewProps extends ReturnType<typeof useEditing> {
  user: User
  nameOf: (gameServerId: number) => string
}

function Review({
  user,
  nameOf,
  changes,
  columnOf,
  outcome,
  save,
  isReviewing,
  setIsReviewing,
}: ReviewProps) {
  const t = useTexts()
  const count = countChanges(changes)
  return (
    <Modal
      opened={isReviewing && count > 0}
      onClose={() => setIsReviewing(false)}
      title={t('matrix.reviewTitle', { name: user.name })}
      size={520}
    >
      <ReviewView
        userName={user.name}
        summary={summarize(changes, columnOf)}
        nameOf={nameOf}
        count={count}
        isBusy={save.isPending}
        problem={outcome?.error ? problemMessage(t, outcome.error) : null}
        onSave={() => save.mutate(changes)}
        onClose={() => setIsReviewing(false)}
      />
    </Modal>
  )
}

function inspectedOf(
  lookedAt: { gameServerId: number; permission: string } | null,
  columnOf: (gameServerId: number) => PermissionOnGameServer[] | undefined,
  nameOf: (gameServerId: number) => string,
  changes: MatrixChanges,
) {
  const column = lookedAt ? columnOf(lookedAt.gameServerId) : undefined
  const cell = column?.find(each => each.permission === lookedAt?.permission)
  if (!lookedAt || !column || !cell) return null
  const { gameServerId } = lookedAt
  const ofColumn = changes[gameServerId] ?? {}
  return {
    cell,
    gameServerId,
    gameServerName: nameOf(gameServerId),
    changes: ofColumn,
    outlook: outlookOf(cell, column, gameServerId, ofColumn),
  }
}
