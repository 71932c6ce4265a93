// The page of one role: its names, what it gives, its plan, and the end of it.

import { Box, Modal, Stack } from '@mantine/core'
import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import { changeRole, deleteRole, listRoles, type Role, readRole } from '@rookery/contracts/http/roles.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { EntriesEditorView } from '../../parts/permissions/entries-editor-view.tsx'
import { useScopeNames } from '../../parts/permissions/use-scope-names.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { UnopenedPage } from '../../parts/problems/unopened-page.tsx'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import { Section } from '../../ui/controls/section.tsx'
import { DeleteRoleRow, DeleteRoleView } from './delete-role-view.tsx'
import { RoleHeaderView } from './role-header-view.tsx'
import { RoleNamesView } from './role-names-view.tsx'
import { RolePlanPage } from './role-plan.tsx'

export function RolePage() {
  const { roleId } = useParams({ from: '/shell/people/roles/$roleId' })
  const role = useQuery(apiQuery(readRole, { params: { id: roleId } }))
  if (!role.data) return <UnopenedPage read={role} shape="form" />
  return (
    <Stack className={frame.page} gap={20}>
      <RoleDetails key={role.data.id} role={role.data} />
    </Stack>
  )
}

function useRoleChange(roleId: number) {
  const queryClient = useQueryClient()
  const params = { id: String(roleId) }
  return useMutation({
    mutationFn: (change: CallOf<typeof changeRole>['body']) => api(changeRole, { params, body: change }),
    onSuccess: role => {
      queryClient.setQueryData(apiQuery(readRole, { params }).queryKey, role)
      void queryClient.invalidateQueries({ queryKey: keyOf(listRoles) })
      // Whoever holds it may now see and do other things.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users'),
      })
    },
  })
}

function RoleDetails({ role }: { role: Role }) {
  const t = useTexts()
  const naming = useRoleChange(role.id)
  const filling = useRoleChange(role.id)
  const refusal = useRefusal(naming.error, ['name', 'title'])
  const { nameOf, wide, gameServers, others } = useScopeNames()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <>
      <RoleHeaderView role={role} />
      <Stack gap={4} maw={968}>
        <h2>{t('roles.rights')}</h2>
        <Box component="p" className="text-quiet" mb={12}>
          {t('roles.rightsText')}
        </Box>
        <EntriesEditorView
          key={JSON.stringify(role.entries)}
          entries={role.entries}
          always={[]}
          offered={[...wide, ...gameServers, ...others]}
          nameOf={nameOf}
          isBusy={filling.isPending}
          isSaved={filling.isSuccess}
          problem={filling.error ? problemMessage(t, filling.error) : null}
          onSave={entries => filling.mutate({ entries })}
        />
      </Stack>
      <div>
        <Section title={t('roles.details')} text={t('roles.detailsText')}>
          <RoleNamesView
            known={role}
            isBusy={naming.isPending}
            isSaved={naming.isSuccess}
            {...refusal}
            onSave={names => naming.mutate(role.built_in ? { title: names.title } : names)}
          />
        </Section>
        <Section title={t('plans.plan')} text={t('plans.ofRoleText')}>
          <RolePlanPage role={role} />
        </Section>
        <Section title={t('roles.deleteTitle')} text={t('roles.deleteText')}>
          <DeleteRoleRow role={role} onDelete={() => setIsDeleting(true)} />
        </Section>
      </div>
      {isDeleting && <DeleteRolePage role={role} onClose={() => setIsDeleting(false)} />}
    </>
  )
}

/** The dialog that deletes a role. */
function DeleteRolePage({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api(deleteRole, { params: { id: String(role.id) } }),
    onSuccess: async () => {
      await navigate({ to: '/people/roles' })
      void queryClient.invalidateQueries({ queryKey: keyOf(listRoles) })
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users'),
      })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('roles.confirmTitle', { role: role.title })}>
      <DeleteRoleView
        role={role}
        isBusy={ending.isPending}
        problem={ending.error ? problemMessage(t, ending.error) : null}
        onDelete={() => ending.mutate()}
        onClose={onClose}
      />
    </Modal>
  )
}
