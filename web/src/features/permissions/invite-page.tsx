// The dialog that invites somebody to one game server, and then shows what to hand over.

import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import { inviteToGameServer, listPermissionPresets } from '@rookery/contracts/http/invitations.ts'
import { listUsers } from '@rookery/contracts/http/users.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, pageQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { InviteView } from './invite-view.tsx'
import { InvitedView } from './invited-view.tsx'

const offeredPeople = 50
const typingMs = 200

interface InvitePageProps {
  gameServer: { id: number; name: string }
  onClose: () => void
}

/** Every list about people, and what each of them may do. */
const isAboutPeople = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  String(queryKey[0]).startsWith(listUsers.path)

export function InvitePage({ gameServer, onClose }: InvitePageProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [searchText, setSearchText] = useState('')
  const [typed] = useDebouncedValue(searchText.trim(), typingMs)
  const presets = useQuery(apiQuery(listPermissionPresets, {}))
  const query = { per_page: offeredPeople, ...(typed && { q: typed }) }
  const people = useQuery({ ...pageQuery(listUsers, { query }), placeholderData: keepPreviousData })
  const params = { server: String(gameServer.id) }
  const invite = useMutation({
    mutationFn: (body: CallOf<typeof inviteToGameServer>['body']) =>
      api(inviteToGameServer, { params, body }),
    onSuccess: () => void queryClient.invalidateQueries({ predicate: isAboutPeople }),
  })
  const refusal = useRefusal(invite.error ?? presets.error, ['login', 'name', 'user_id'])
  const invited = invite.data
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        invited
          ? t('access.invitedTitle', { name: invited.user.name, server: gameServer.name })
          : t('access.inviteTitle', { server: gameServer.name })
      }
      size={560}
      yOffset="5dvh"
      closeOnClickOutside={false}
    >
      {invited ? (
        <InvitedView
          serverName={gameServer.name}
          address={window.location.origin}
          user={invited.user}
          password={invited.password}
          permissions={invited.permissions}
          onClose={onClose}
        />
      ) : presets.data ? (
        <InviteView
          presets={presets.data}
          people={people.data?.items ?? []}
          onSearch={setSearchText}
          isBusy={invite.isPending}
          {...refusal}
          onInvite={invite.mutate}
          onClose={onClose}
        />
      ) : (
        <LoadingRows rows={5} />
      )}
    </Modal>
  )
}
