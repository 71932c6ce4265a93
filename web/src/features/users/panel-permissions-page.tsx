// The tab of what a user may do beyond single game servers: their own entries, everywhere and by type.

import { Stack } from '@mantine/core'
import type { GeneralPermission, Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import {
  changeUserPermissions,
  readUserAccess,
  readUserPermissions,
  type StoredEntry,
} from '@rookery/contracts/http/permissions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { EntriesEditorView } from '../../parts/permissions/entries-editor-view.tsx'
import { reasonText } from '../../parts/permissions/logic/reason-text.ts'
import type { Scope } from '../../parts/permissions/logic/scopes.ts'
import { useScopeNames } from '../../parts/permissions/use-scope-names.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { forgetRights, useUser } from './use-user.ts'

export function PanelRightsPage() {
  const user = useUser()
  return user.data ? <PanelRights key={user.data.id} user={user.data} /> : null
}

function PanelRights({ user }: { user: User }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { id: String(user.id) }
  const entries = useQuery(apiQuery(readUserPermissions, { params }))
  const access = useQuery(apiQuery(readUserAccess, { params }))
  const { nameOf, wide, others } = useScopeNames()
  const save = useMutation({
    mutationFn: (wanted: StoredEntry[]) => api(changeUserPermissions, { params, body: wanted }),
    onSuccess: async saved => {
      queryClient.setQueryData(apiQuery(readUserPermissions, { params }).queryKey, saved)
      await forgetRights(queryClient)
    },
  })
  if (entries.isError) return <ProblemState problem={entries.error} onRetry={() => void entries.refetch()} />
  if (!entries.data) return <LoadingRows rows={5} />
  return (
    <Stack gap={16} maw={968}>
      <p className="text-quiet">{t('panelRights.about', { name: user.name })}</p>
      <EntriesEditorView
        key={JSON.stringify(entries.data)}
        entries={entries.data}
        always={wide}
        offered={others}
        nameOf={nameOf}
        nowText={(scope, permission) => nowText(t, access.data, scope, permission)}
        isBusy={save.isPending}
        isSaved={save.isSuccess}
        problem={save.error ? problemMessage(t, save.error) : null}
        onSave={save.mutate}
      />
    </Stack>
  )
}

type UserAccess = AnswerOf<typeof readUserAccess>

/** What holds in a whole section, whichever entry decides; of other scopes the panel tells it server by server. */
function nowText(
  t: TextOf,
  access: UserAccess | undefined,
  { objectType, objectId }: Scope,
  permission: Permission,
): string | null {
  const isAdministration = objectType === null && permission === 'admin roles & permissions'
  const section = access?.sections.find(each => each.object_type === objectType && objectId === null)
  const decision = isAdministration
    ? access?.administrator
    : section?.permissions[permission as GeneralPermission]
  return decision ? t('panelRights.now', { reason: reasonText(t, decision) }) : null
}
