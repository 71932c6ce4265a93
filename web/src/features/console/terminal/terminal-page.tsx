// The terminal tab: attaches to the game's terminal and loads the parts that draw it on demand.

import { useComputedColorScheme } from '@mantine/core'
import { type GameServer, readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { apiQuery } from '../../../platform/api-queries.ts'
import { arriving } from '../../../platform/lazy-loading.ts'
import { useTexts } from '../../../texts/texts.ts'
import { attachMessage, canAttach } from '../logic/attach-message.ts'
import { withControl } from '../logic/touch-key-rules.ts'
import { TerminalView } from './terminal-view.tsx'
import { TouchKeys } from './touch-keys.tsx'
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
  const message = mayAttach
    ? attachMessage({ line, state, isNodeOnline, isDetached, isAttached })
    : 'forbidden'
  const isSlow = useIsSlow(message === 'connecting')
  const [isControlHeld, setIsControlHeld] = useState(false)
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
            onType={(text, isBinary) => {
              session.type(isControlHeld ? withControl(text) : text, isBinary)
              setIsControlHeld(false)
            }}
            onSize={session.resize}
          />
        </Suspense>
      }
      message={message}
      isSlow={isSlow}
      keys={
        <TouchKeys
          isControlHeld={isControlHeld}
          onControl={() => setIsControlHeld(!isControlHeld)}
          onType={sequence => session.type(sequence, false)}
        />
      }
      isAttached={isAttached}
      ended={session.ended}
      refusal={session.refusal}
      onAttach={session.attach}
      onDetach={session.detach}
    />
  )
}

/** Longer than a node that answers ever takes. */
const slowAfterMs = 8_000

function useIsSlow(isConnecting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isConnecting) return
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isConnecting])
  return isSlow
}
