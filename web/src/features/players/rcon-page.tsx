// The RCON tab: sends one command at a time and keeps the answers for as long as the page is open.

import { type GameServer, readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { readRconFeatures, sendRconCommand } from '@rookery/contracts/http/rcon.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { readStoredCommands, storeCommands } from '../../parts/console/stored-commands.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { type RconExchange, RconView } from './rcon-view.tsx'
import { reachOf } from './reach-rules.ts'

/** So many answers are kept in sight; each may have 64 KiB. */
const retainedExchanges = 100

export function RconPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const abilities = useQuery(apiQuery(readOwnAbilities, call))
  const features = useQuery(apiQuery(readRconFeatures, call))
  if (features.isError) {
    return <ProblemState problem={features.error} onRetry={() => void features.refetch()} />
  }
  if (!gameServer.data || !abilities.data || !features.data) return <LoadingRows rows={3} />
  return (
    <OpenRcon
      key={serverId}
      gameServer={gameServer.data}
      hasRcon={features.data.console}
      maySeeConsole={abilities.data['game-server-console-view'] ?? false}
    />
  )
}

interface OpenRconProps {
  gameServer: GameServer
  hasRcon: boolean
  maySeeConsole: boolean
}

function OpenRcon({ gameServer, hasRcon, maySeeConsole }: OpenRconProps) {
  const serverId = String(gameServer.id)
  const navigate = useNavigate()
  const { exchanges, send, clear } = useExchanges(serverId)
  return (
    <RconView
      reach={reachOf(gameServer)}
      hasRcon={hasRcon}
      name={gameServer.name}
      exchanges={exchanges}
      earlierCommands={readStoredCommands(`rcon-commands.${serverId}`)}
      onSend={send}
      onRemember={commands => storeCommands(`rcon-commands.${serverId}`, commands)}
      onClear={clear}
      onOpenConsole={
        maySeeConsole
          ? () => void navigate({ to: '/servers/$serverId/console', params: { serverId } })
          : undefined
      }
    />
  )
}

function useExchanges(server: string) {
  const t = useTexts()
  const [exchanges, setExchanges] = useState<readonly RconExchange[]>([])
  const lastId = useRef(0)
  const isWaiting = exchanges.at(-1)?.answer === null

  function settle(id: number, answer: NonNullable<RconExchange['answer']>) {
    setExchanges(all => all.map(one => (one.id === id ? { ...one, answer } : one)))
  }

  return {
    exchanges,
    /** False while the last answer is on its way. */
    send(line: string): boolean {
      if (isWaiting) return false
      const command = line.trim()
      lastId.current += 1
      const id = lastId.current
      setExchanges(all => [...all, { id, command, answer: null }].slice(-retainedExchanges))
      api(sendRconCommand, { params: { server }, body: { command } }).then(
        ({ output }) => settle(id, { output }),
        (error: unknown) => settle(id, { problem: problemMessage(t, error) }),
      )
      return true
    },
    clear: () => setExchanges(all => all.filter(({ answer }) => answer === null)),
  }
}
