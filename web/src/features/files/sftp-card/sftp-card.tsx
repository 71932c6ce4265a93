// The card about SFTP of one game server: reads how its folder is reached.

import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { readSftpAccess } from '@rookery/contracts/http/sftp.ts'
import { useQuery } from '@tanstack/react-query'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { apiQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { SftpCardView } from './sftp-card-view.tsx'

export function SftpCard({ gameServerId }: { gameServerId: number }) {
  const t = useTexts()
  const params = { server: String(gameServerId) }
  const access = useQuery(apiQuery(readSftpAccess, { params }))
  const gameServer = useQuery(apiQuery(readGameServer, { params }))
  const profile = useQuery(apiQuery(readProfile, {}))
  const maySwitch = profile.data?.sections.node.includes('edit') ?? false
  return (
    <SftpCardView
      access={access.data ?? null}
      problem={access.error ? problemMessage(t, access.error) : null}
      nodeId={maySwitch ? (gameServer.data?.node_id ?? null) : null}
    />
  )
}
