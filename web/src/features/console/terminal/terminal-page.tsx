// The terminal tab: attaches to the game's terminal and loads the parts that draw it on demand.

import { useComputedColorScheme } from '@mantine/core'
import { type GameServer, readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { apiQuery } from '../../../platform/api-queries.ts'
import { arriving } from '../../../platform/lazy-loading.ts'
import { useTexts } from '../../../texts/texts.ts'
import { attachMessage, canAttach } from '../logic/attach-message.ts'
import { TerminalView } from './terminal-view.tsx'
import { useAttach } from './use-attach.ts'

const AttachTerminal = lazy(async () => ({
  default: (await arriving(() => import('./attach-terminal.tsx'))).AttachTerminal,
}))

export function TerminalPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const abilities = useQuery(apiQuery(readOwnAbilities, call))
  if (!gameServer.data || !abilities.data) return null
  const mayAttach = abilities.data['game-server-console-view'] && abilities.data['game-server-console-send']
  return <OpenTerminal key={serverId} gameServer={gameServer.data} mayAttach={mayAttach ?? false} />
}

function OpenTerminal({ gameServer, mayAttach }: { gameServer: GameServer; mayAttach: boolean }) {
  const t = useTexts()
  const { id, name, state, node_online: isNodeOnline } = gameServer
  const session = useAttach(id, mayAttach && canAttach(state, isNodeOnline))
  const colorScheme = useComputedColorScheme('dark')
  const { line, isAttached, isDetached } = session
  return (
    <TerminalView
      terminal={
        <Suspense fallback={null}>
          <AttachTerminal
            feed={session.feed}
            label={t('terminal.title', { name })}
            gapText={t('terminal.gap')}
            anewText={t('terminal.anew')}
            colorScheme={colorScheme}
            isEnabled={isAttached}
            onType={session.type}
            onSize={session.resize}
          />
        </Suspense>
      }
      message={mayAttach ? attachMessage({ line, state, isNodeOnline, isDetached, isAttached }) : 'forbidden'}
      isAttached={isAttached}
      ended={session.ended}
      refusal={session.refusal}
      onAttach={session.attach}
      onDetach={session.detach}
    />
  )
}
