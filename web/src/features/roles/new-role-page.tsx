// The dialog that creates a role and leads to what it gives.

import { Modal } from '@mantine/core'
import { createRole, listRoles } from '@rookery/contracts/http/roles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { type NamedRole, RoleNamesView } from './role-names-view.tsx'

export function NewRolePage({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (input: NamedRole) => api(createRole, { body: input }),
    onSuccess: async role => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listRoles) })
      await navigate({ to: '/people/roles/$roleId', params: { roleId: String(role.id) } })
    },
  })
  const refusal = useRefusal(create.error, ['name', 'title'])
  return (
    <Modal opened onClose={onClose} title={t('roles.newTitle')}>
      <RoleNamesView
        known={null}
        isBusy={create.isPending}
        isSaved={false}
        {...refusal}
        onSave={create.mutate}
        onClose={onClose}
      />
    </Modal>
  )
}
