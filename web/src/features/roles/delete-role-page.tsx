// The dialog that deletes a role.

import { Modal } from '@mantine/core'
import { deleteRole, listRoles, type Role } from '@rookery/contracts/http/roles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { DeleteRoleView } from './delete-role-view.tsx'

export function DeleteRolePage({ role, onClose }: { role: Role; onClose: () => void }) {
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
