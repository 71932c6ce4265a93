// Deletes a game server, with or without its files, and goes back to the list.

import { Modal } from '@mantine/core'
import {
  deleteGameServer,
  type GameServerDetail,
  listGameServers,
} from '@rookery/contracts/http/game-servers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { SafetyNote } from '../../../parts/safety/lazy-safety-note.tsx'
import { useGameQuery } from '../../../parts/usage/use-game-query.ts'
import { api } from '../../../platform/api-client.ts'
import { keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DeleteView } from './delete-view.tsx'

interface DeletePageProps {
  gameServer: GameServerDetail
  onClose: () => void
}

export function DeletePage({ gameServer, onClose }: DeletePageProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const playersOnline = useGameQuery(gameServer)?.players ?? 0
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: (files: 'keep' | 'delete') =>
      api(deleteGameServer, { params: { server: String(gameServer.id) }, query: { files } }),
    onSuccess: async () => {
      await navigate({ to: '/servers' })
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('manageServer.deleteTitle', { name: gameServer.name })}>
      <DeleteView
        safety={<SafetyNote gameServerId={gameServer.id} action="delete" />}
        name={gameServer.name}
        nodeName={gameServer.node_name}
        playersOnline={playersOnline}
        isBusy={remove.isPending}
        problem={remove.error ? problemMessage(t, remove.error) : null}
        onClose={onClose}
        onDelete={files => remove.mutate(files)}
      />
    </Modal>
  )
}
