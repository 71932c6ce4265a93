// The dialog that deletes a user.

import { Modal } from '@mantine/core'
import { deleteUser, listUsers, type User } from '@rookery/contracts/http/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { api } from '../../../platform/api-client.ts'
import { keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DeleteUserView } from './delete-user-view.tsx'

export function DeleteUserPage({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api(deleteUser, { params: { id: String(user.id) } }),
    onSuccess: async () => {
      await navigate({ to: '/people' })
      await queryClient.invalidateQueries({ queryKey: keyOf(listUsers) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('user.confirmTitle', { name: user.name })}>
      <DeleteUserView
        isBusy={ending.isPending}
        problem={ending.error ? problemMessage(t, ending.error) : null}
        onDelete={() => ending.mutate()}
        onClose={onClose}
      />
    </Modal>
  )
}
