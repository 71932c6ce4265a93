// The dialog in which an owner lets somebody in by login, or changes what somebody may do.

import { Modal } from '@mantine/core'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { listPermissionPresets } from '@rookery/contracts/http/invitations.ts'
import {
  changeGameServerAccess,
  type PersonWithAccess,
  readGameServerAccess,
  shareGameServer,
} from '@rookery/contracts/http/ownership.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { InviteView } from './invite-view.tsx'

interface SharePageProps {
  gameServer: { id: number; name: string }
  /** Null: somebody is to be let in. */
  person: PersonWithAccess | null
  onClose: () => void
}

export function SharePage({ gameServer, person, onClose }: SharePageProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const presets = useQuery(apiQuery(listPermissionPresets, {}))
  const params = { server: String(gameServer.id) }
  const share = useMutation({
    mutationFn: ({ login = '', permissions }: { login?: string; permissions: GameServerPermission[] }) =>
      person
        ? api(changeGameServerAccess, {
            params: { ...params, user: String(person.id) },
            body: { permissions },
          })
        : api(shareGameServer, { params, body: { login, permissions } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(readGameServerAccess) })
      onClose()
    },
  })
  const refusal = useRefusal(share.error ?? presets.error, ['login'])
  const server = gameServer.name
  const title = person
    ? t('ownership.changeTitle', { name: person.name, server })
    : t('ownership.inviteTitle', { server })
  return (
    <Modal opened onClose={onClose} title={title} size={560} yOffset="5dvh" closeOnClickOutside={false}>
      {presets.data ? (
        <InviteView
          sharing={person ?? 'by login'}
          presets={presets.data}
          people={[]}
          onSearch={() => undefined}
          isBusy={share.isPending}
          {...refusal}
          onInvite={share.mutate}
          onClose={onClose}
        />
      ) : (
        <LoadingRows rows={5} />
      )}
    </Modal>
  )
}
