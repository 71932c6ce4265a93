// Players and RCON in all their moods.

import {
  gameQuery,
  playerBans,
  players,
  rconStatus,
  recentPlayers,
} from '../../pictures/fixtures/player-fixtures.ts'
import { BansView, type BansViewProps } from '../features/players/bans-view.tsx'
import { PlayerDialogView } from '../features/players/player-dialog-view.tsx'
import { PlayersView, type PlayersViewProps } from '../features/players/players-view.tsx'
import { RecentPlayersView, type RecentPlayersViewProps } from '../features/players/recent-players-view.tsx'
import { type RconExchange, RconView, type RconViewProps } from '../features/rcon/rcon-view.tsx'
import { PlannedPowerView } from '../parts/power/planned-power-view.tsx'
import type { PowerFacts } from '../parts/power/power-question.ts'
import { PowerQuestionForm } from '../parts/power/power-question-view.tsx'
import { ignore, Specimen } from './specimen.tsx'

const silent = { isBusy: false, isSent: false, problem: null, onSend: async () => true }

function Shown(props: Partial<PlayersViewProps>) {
  return (
    <PlayersView
      reach="up"
      players={players}
      query={gameQuery}
      address="198.51.100.20:25566"
      problem={null}
      mayKick
      mayBan
      mayMessage
      message={silent}
      rising={null}
      onKick={ignore}
      onBan={ignore}
      {...props}
    />
  )
}

function ShownRecent(props: Partial<RecentPlayersViewProps>) {
  return (
    <RecentPlayersView players={recentPlayers} bannedNames={new Set()} mayBan onBan={ignore} {...props} />
  )
}

function ShownBans(props: Partial<BansViewProps>) {
  return (
    <BansView
      bans={playerBans}
      isAsked
      isBusy={false}
      problem={null}
      mayLift
      lifting={null}
      onAsk={ignore}
      onLift={ignore}
      {...props}
    />
  )
}

const asked = (change: Partial<PowerFacts> = {}) => ({
  name: 'Wolfpack survival',
  facts: {
    ...{ players: 5, can_plan: true, can_plan_restore: true, can_wait_until_empty: true },
    ...{ can_message: true, planned: null },
    ...change,
  },
})
const planned = { task_id: 1 } as const
const inAWhile = {
  planned: {
    ...planned,
    action: 'restart',
    when: 'at',
    due_at: new Date(Date.now() + 287_000).toISOString(),
  },
  players: 5,
} as const
const whenEmpty = {
  planned: { ...planned, action: 'stop', when: 'empty', due_at: null },
  players: 3,
} as const

const crowd = ['', ' II', ' III'].flatMap(number =>
  players.map(player => ({ ...player, name: player.name + number, id: `${player.id}${number}` })),
)
const unidentified = players.map(player => ({ ...player, id: null, score: null, ping: null }))

export function PlayerSpecimens() {
  return (
    <>
      <Specimen name="Players">
        <Shown />
      </Specimen>
      <Specimen name="Many players, with a search">
        <Shown players={crowd} query={{ ...gameQuery, players: crowd.length }} />
      </Specimen>
      <Specimen name="Players, narrow" isNarrow>
        <Shown />
      </Specimen>
      <Specimen name="Players by query alone: no commands, few figures">
        <Shown players={unidentified} mayBan={false} mayMessage={false} />
      </Specimen>
      <Specimen name="Nobody plays, message sent">
        <Shown players={[]} query={{ ...gameQuery, players: 0 }} message={{ ...silent, isSent: true }} />
      </Specimen>
      <Specimen name="The game does not name its players">
        <Shown players={[]} mayMessage={false} />
      </Specimen>
      <Specimen name="Recently online, one of them banned">
        <ShownRecent bannedNames={new Set(['GrieferMcGriefface'])} />
      </Specimen>
      <Specimen name="Recently online, more than are shown at first" isNarrow>
        <ShownRecent
          players={recentPlayers.flatMap(player => [player, { ...player, name: `${player.name} II` }])}
        />
      </Specimen>
      <Specimen name="Recently online, of a game that bans only who is there">
        <ShownRecent players={recentPlayers.map(player => ({ ...player, id: null }))} />
      </Specimen>
      <Specimen name="Banned">
        <ShownBans />
      </Specimen>
      <Specimen name="Banned, a ban is being lifted" isNarrow>
        <ShownBans lifting={playerBans[1] ?? null} />
      </Specimen>
      <Specimen name="Banned, not asked for">
        <ShownBans bans={null} isAsked={false} />
      </Specimen>
      <Specimen name="Banned, loading">
        <ShownBans bans={null} isBusy />
      </Specimen>
      <Specimen name="No one is banned">
        <ShownBans bans={[]} />
      </Specimen>
      <Specimen name="Banned, the game gave no list">
        <ShownBans
          bans={null}
          problem="The game’s list of bans cannot be read; it answered: Unknown command."
        />
      </Specimen>
      <Specimen name="Ban of somebody who has left" isNarrow>
        <PlayerDialogView
          action="ban"
          isOnline={false}
          isBusy={false}
          problem={null}
          onConfirm={ignore}
          onClose={ignore}
        />
      </Specimen>
      <Specimen name="Loading">
        <Shown players={null} query={null} mayMessage={false} />
      </Specimen>
      <Specimen name="The game does not answer">
        <Shown
          players={null}
          query={null}
          mayMessage={false}
          problem="The game did not answer by RCON in time: it may be busy, or RCON is switched off."
        />
      </Specimen>
      <Specimen name="The game stopped answering, message refused">
        <Shown
          problem="away"
          message={{ ...silent, problem: 'The message must not contain ; in this game.' }}
        />
      </Specimen>
      <Specimen name="Not running">
        <Shown reach="resting" rising={{ action: 'start', isBusy: false, onAct: ignore }} />
      </Specimen>
      <Specimen name="Paused">
        <Shown reach="paused" />
      </Specimen>
      <Specimen name="Node away">
        <Shown reach="away" />
      </Specimen>
      <Specimen name="Kick" isNarrow>
        <PlayerDialogView action="kick" isBusy={false} problem={null} onConfirm={ignore} onClose={ignore} />
      </Specimen>
      <Specimen name="Restart with players online" isNarrow>
        <PowerQuestionForm action="restart" gameServers={[asked()]} answer={ignore} />
      </Specimen>
      <Specimen name="Stop, players cannot be told" isNarrow>
        <PowerQuestionForm action="stop" gameServers={[asked({ can_message: false })]} answer={ignore} />
      </Specimen>
      <Specimen name="Stop, the node cannot wait" isNarrow>
        <PowerQuestionForm action="stop" gameServers={[asked({ can_plan: false })]} answer={ignore} />
      </Specimen>
      <Specimen name="Restart in a while">
        <PlannedPowerView {...inAWhile} canCancel isCanceling={false} onCancel={ignore} />
      </Specimen>
      <Specimen name="Stop when empty" isNarrow>
        <PlannedPowerView {...whenEmpty} canCancel isCanceling={false} onCancel={ignore} />
      </Specimen>
      <Specimen name="Ban, refused" isNarrow>
        <PlayerDialogView
          action="ban"
          isBusy={false}
          problem="The reason must not contain ; in this game."
          onConfirm={ignore}
          onClose={ignore}
        />
      </Specimen>
    </>
  )
}

const atMs = Date.now()
const exchanges: RconExchange[] = [
  { id: 1, atMs, command: 'status', answer: { output: rconStatus } },
  { id: 2, atMs, command: 'say hello', answer: { output: '' } },
  {
    ...{ id: 3, atMs, command: 'changelevel' },
    answer: { problem: 'The game did not answer by RCON in time.', isReach: true },
  },
]

function ShownRcon(props: Partial<RconViewProps>) {
  return (
    <RconView
      reach="up"
      hasRcon
      name="Wolfpack survival"
      exchanges={exchanges}
      earlierCommands={[]}
      knownCommands={['list', 'seed', 'time query day', 'help']}
      onSend={() => true}
      onRemember={ignore}
      onClear={ignore}
      onOpenConsole={ignore}
      onOpenSettings={ignore}
      {...props}
    />
  )
}

export function RconSpecimens() {
  return (
    <>
      <Specimen name="RCON with answers, one on its way">
        <ShownRcon exchanges={[...exchanges, { id: 4, atMs, command: 'cvarlist', answer: null }]} />
      </Specimen>
      <Specimen name="RCON, nothing asked yet">
        <ShownRcon exchanges={[]} earlierCommands={['status', 'say hello', 'players', 'status']} />
      </Specimen>
      <Specimen name="RCON, not running">
        <ShownRcon reach="resting" />
      </Specimen>
      <Specimen name="RCON, node away">
        <ShownRcon reach="away" exchanges={[]} />
      </Specimen>
      <Specimen name="This game has no RCON">
        <ShownRcon hasRcon={false} />
      </Specimen>
    </>
  )
}
