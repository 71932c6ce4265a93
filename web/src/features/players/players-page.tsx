// The players tab: asks the game every ten seconds while it is in sight, and carries out what is asked for.

import { Modal, Stack } from '@mantine/core'
import { type GameServer, readGameServer, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import {
  banPlayer,
  kickPlayer,
  listPlayerBans,
  listPlayers,
  listRecentPlayers,
  messagePlayers,
  queryGame,
  unbanPlayer,
} from '@rookery/contracts/http/players.ts'
import { readRconFeatures } from '@rookery/contracts/http/rcon.ts'
import type { GamePlayer, PlayerBan } from '@rookery/contracts/players.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { reachOf } from '../../parts/players/game-reach-rules.ts'
import { type Abilities, fitsState, permissionFor } from '../../parts/power/power-rules.ts'
import { usePowerAction } from '../../parts/power/use-power-action.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { joinAddress } from '../../parts/run-state/join-address.ts'
import { refetchMs, useGameQuery } from '../../parts/usage/use-game-query.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { BansView } from './bans-view.tsx'
import { PlayerDialogView } from './player-dialog-view.tsx'
import { PlayersView } from './players-view.tsx'
import { RecentPlayersView } from './recent-players-view.tsx'

interface Players {
  /** Null while nothing has been read; what was read last while the game does not answer. */
  list: readonly GamePlayer[] | null
  error: unknown
  refetchNow: () => void
}

function usePlayers(server: string, isUp: boolean): Players {
  const answer = useQuery({
    ...apiQuery(listPlayers, { params: { server } }),
    enabled: isUp,
    retry: false,
    staleTime: 0,
    refetchInterval: refetchMs,
  })
  return { list: answer.data ?? null, error: answer.error, refetchNow: () => void answer.refetch() }
}

/** Read once somebody asks for them: games write the question into their console. */
function useBans(server: string, isUp: boolean) {
  const [isAsked, setIsAsked] = useState(false)
  const answer = useQuery({
    ...apiQuery(listPlayerBans, { params: { server } }),
    enabled: isAsked && isUp,
    retry: false,
    staleTime: 60_000,
  })
  const lift = useMutation({
    mutationFn: ({ id, name }: PlayerBan) =>
      api(unbanPlayer, { params: { server }, body: { player: id ?? name } }),
    onSettled: () => answer.refetch(),
  })
  return {
    isAsked,
    list: answer.data ?? null,
    isBusy: answer.isFetching && !lift.isPending,
    error: lift.error ?? answer.error,
    lift,
    ask: () => {
      lift.reset()
      if (isAsked) void answer.refetch()
      else setIsAsked(true)
    },
    refetchShown: () => {
      if (isAsked) void answer.refetch()
    },
  }
}

export function PlayersPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const call = { params: { server: serverId } }
  const gameServer = useQuery(apiQuery(readGameServer, call))
  const abilities = useQuery(apiQuery(readOwnAbilities, call))
  if (!gameServer.data || !abilities.data) return null
  return <LivePlayers key={serverId} gameServer={gameServer.data} abilities={abilities.data} />
}

interface Asked {
  action: 'kick' | 'ban'
  player: Pick<GamePlayer, 'id' | 'name'>
  isOnline: boolean
}

function LivePlayers({ gameServer, abilities }: { gameServer: GameServer; abilities: Abilities }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { server: String(gameServer.id) }
  const reach = reachOf(gameServer)
  const players = usePlayers(params.server, reach === 'up')
  const recent = useQuery({
    ...apiQuery(listRecentPlayers, { params }),
    enabled: reach !== 'away',
    retry: false,
    staleTime: 0,
    refetchInterval: reach === 'up' ? refetchMs : false,
  })
  const bans = useBans(params.server, reach === 'up')
  const query = useGameQuery(gameServer)
  const features = useQuery({
    ...apiQuery(readRconFeatures, { params }),
    enabled: abilities['game-server-rcon-console'] ?? false,
  })
  const power = usePowerAction()
  const rising = (['start', 'resume'] as const).find(
    action => abilities[permissionFor[action]] && fitsState(action, gameServer.state, gameServer.node_online),
  )
  const [asked, setAsked] = useState<Asked | null>(null)
  const remove = useMutation({
    mutationFn: ({ action, player, reason }: Omit<Asked, 'isOnline'> & { reason: string }) =>
      api(action === 'kick' ? kickPlayer : banPlayer, {
        params,
        body: { player: player.id ?? player.name, reason },
      }),
    onSuccess: () => {
      setAsked(null)
      players.refetchNow()
      bans.refetchShown()
      void recent.refetch()
      void queryClient.invalidateQueries({ queryKey: keyOf(queryGame) })
    },
  })
  const message = useMutation({
    mutationFn: (text: string) => api(messagePlayers, { params, body: { message: text } }),
  })
  // Whoever may not read what the template offers is shown all of it: the panel says what it refuses.
  const offered = features.data?.players ?? {
    kick: true,
    ban: true,
    bans: true,
    unban: true,
    message: true,
  }
  const online = new Set(reach === 'up' ? players.list?.map(({ name }) => name) : [])
  const left = reach === 'away' ? [] : (recent.data ?? []).filter(({ name }) => !online.has(name))

  function ask(next: Asked) {
    remove.reset()
    setAsked(next)
  }

  return (
    <Stack gap={16}>
      <PlayersView
        reach={reach}
        players={players.list}
        query={query}
        address={joinAddress(gameServer.ip, gameServer.port, window.location.hostname)}
        problem={players.error ? problemMessage(t, players.error) : null}
        mayKick={offered.kick}
        mayBan={offered.ban}
        mayMessage={offered.message}
        rising={
          rising
            ? {
                action: rising,
                isBusy: power.busyId === gameServer.id,
                onAct: () => power.act(gameServer, rising),
              }
            : null
        }
        onKick={player => ask({ action: 'kick', player, isOnline: true })}
        onBan={player => ask({ action: 'ban', player, isOnline: true })}
        message={{
          isBusy: message.isPending,
          isSent: message.isSuccess,
          problem: message.error ? problemMessage(t, message.error) : null,
          onSend: text =>
            message.mutateAsync(text).then(
              () => true,
              () => false,
            ),
        }}
      />
      {reach === 'up' && offered.bans && (
        <BansView
          bans={bans.list}
          isAsked={bans.isAsked}
          isBusy={bans.isBusy}
          problem={bans.error ? problemMessage(t, bans.error) : null}
          mayLift={offered.unban}
          lifting={bans.lift.isPending ? bans.lift.variables : null}
          onAsk={bans.ask}
          onLift={ban => bans.lift.mutate(ban)}
        />
      )}
      {left.length > 0 && (
        <RecentPlayersView
          players={left}
          bannedNames={new Set(bans.list?.map(({ name }) => name))}
          mayBan={offered.ban && reach === 'up'}
          onBan={player => ask({ action: 'ban', player, isOnline: false })}
        />
      )}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? t(`players.${asked.action}Title`, { name: asked.player.name }) : ''}
      >
        {asked && (
          <PlayerDialogView
            action={asked.action}
            isOnline={asked.isOnline}
            isBusy={remove.isPending}
            problem={remove.error ? problemMessage(t, remove.error) : null}
            onConfirm={reason => remove.mutate({ ...asked, reason })}
            onClose={() => setAsked(null)}
          />
        )}
      </Modal>
    </Stack>
  )
}
