// The RCON tab: sends one command at a time and keeps the answers for as long as the page is open.

import { type GameServer, readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { readRconFeatures, sendRconCommand } from '@rookery/contracts/http/rcon.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { readStoredCommands, storeCommands } from '../../parts/console/stored-commands.ts'
import { reachOf } from '../../parts/players/game-reach-rules.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { type RconExchange, RconView } from './rcon-view.tsx'

/** So many answers are kept in sight; each may have 64 KiB. */
const retainedExchanges = 100

export function RconPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const abilities = useQuery(apiQuery(readOwnAbilities, call))
  const features = useQuery(apiQuery(readRconFeatures, call))
  const profile = useQuery(apiQuery(readProfile, {}))
  if (features.isError) {
    return <ProblemState problem={features.error} onRetry={() => void features.refetch()} />
  }
  if (!gameServer.data || !abilities.data || !features.data) return <LoadingRows rows={3} />
  return (
    <OpenRcon
      key={serverId}
      gameServer={gameServer.data}
      hasRcon={features.data.console}
      knownCommands={features.data.commands}
      maySeeConsole={abilities.data['game-server-console-view'] ?? false}
      mayChangePorts={profile.data?.is_admin ?? false}
    />
  )
}

interface OpenRconProps {
  gameServer: GameServer
  hasRcon: boolean
  knownCommands: readonly string[]
  maySeeConsole: boolean
  mayChangePorts: boolean
}

function OpenRcon({ gameServer, hasRcon, knownCommands, maySeeConsole, mayChangePorts }: OpenRconProps) {
  const serverId = String(gameServer.id)
  const navigate = useNavigate()
  const { exchanges, send, clear } = useExchanges(serverId)
  return (
    <RconView
      reach={reachOf(gameServer)}
      hasRcon={hasRcon}
      knownCommands={knownCommands}
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
      onOpenSettings={
        mayChangePorts
          ? () =>
              void navigate({
                to: '/servers/$serverId/settings',
                params: { serverId },
                hash: 'network',
              })
          : undefined
      }
    />
  )
}

/** The game was not reached, or did not let the panel in: port, password or a switch in the game is what to look at. */
const isReachProblem = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'game_unreachable' || error.code === 'conflict')

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
      setExchanges(all => [...all, { id, command, atMs: Date.now(), answer: null }].slice(-retainedExchanges))
      api(sendRconCommand, { params: { server }, body: { command } }).then(
        ({ output }) => settle(id, { output }),
        (error: unknown) => settle(id, { problem: problemMessage(t, error), isReach: isReachProblem(error) }),
      )
      return true
    },
    clear: () => setExchanges(all => all.filter(({ answer }) => answer === null)),
  }
}
