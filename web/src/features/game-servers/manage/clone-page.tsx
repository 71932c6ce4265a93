// Clones a game server and goes to the page of the clone, where the copying can be watched.

import { Modal } from '@mantine/core'
import {
  cloneGameServer,
  type GameServerDetail,
  listGameServers,
} from '@rookery/contracts/http/game-servers.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRefusal } from '../../../parts/problems/use-refusal.ts'
import { api } from '../../../platform/api-client.ts'
import { keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CloneView } from './clone-view.tsx'

interface ClonePageProps {
  gameServer: GameServerDetail
  onClose: () => void
}

export function ClonePage({ gameServer, onClose }: ClonePageProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const clone = useMutation({
    mutationFn: (body: { name: string; files: boolean }) =>
      api(cloneGameServer, { params: { server: String(gameServer.id) }, body }),
    onSuccess: async created => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
      onClose()
      await navigate({ to: '/servers/$serverId', params: { serverId: String(created.id) } })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('manageServer.cloneTitle', { name: gameServer.name })}>
      <CloneView
        gameServer={gameServer}
        isBusy={clone.isPending}
        {...useRefusal(clone.error, ['name'])}
        onClose={onClose}
        onClone={input => clone.mutate(input)}
      />
    </Modal>
  )
}
