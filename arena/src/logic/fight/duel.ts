// Duels: an offer, an acceptance, then secret moves until somebody has won two exchanges.

import { type Duel, type DuelMove, type Fighter, fullHealth } from '../stage/arena-state.ts'
import { capitalised } from '../stage/narration.ts'
import { duelOf, narrate, pick, type Turn, tell, tellRoom } from '../stage/turn.ts'
import { die } from './death.ts'
import { decideExchange, drawLines, exchangeLines, exchangesToWin } from './duel-rules.ts'
import { chooseTarget } from './targets.ts'

const offerMs = 20_000
const exchangeMs = 10_000
const sleepyLimit = 2
const winnerHeals = 30

export function offerDuel(turn: Turn, fighter: Fighter, wish: string) {
  const rival = chooseTarget(turn, fighter, wish)
  if (!rival) return
  const counterOffer = turn.arena.duels.find(
    duel => !duel.accepted && duel.fighterIds[0] === rival.id && duel.fighterIds[1] === fighter.id,
  )
  if (counterOffer) return begin(turn, counterOffer)
  turn.arena.duels = turn.arena.duels.filter(duel => duel.accepted || duel.fighterIds[0] !== fighter.id)
  const duel: Duel = {
    fighterIds: [fighter.id, rival.id],
    moves: [null, null],
    wins: [0, 0],
    accepted: false,
    deadlineMs: turn.nowMs + offerMs,
    sleepyExchanges: 0,
  }
  turn.arena.duels.push(duel)
  narrate(turn, fighter.roomId, '{A} [slap|slaps] {V} with a glove. A duel!', {
    actor: fighter,
    victim: rival,
  })
  if (rival.kind === 'person')
    return tell(turn, rival, 'Type "accept" or "decline". Declining is legal, if not heroic.')
  tellRoom(
    turn,
    rival.roomId,
    rival.kind === 'goose' ? 'The goose honks. That is a yes.' : 'The dummy does not object.',
  )
  begin(turn, duel)
}

export function answerDuel(turn: Turn, fighter: Fighter, accepts: boolean) {
  const duel = turn.arena.duels.findLast(each => !each.accepted && each.fighterIds[1] === fighter.id)
  const challenger = duel && turn.arena.fighters.get(duel.fighterIds[0])
  if (!duel || !challenger) return tell(turn, fighter, 'Nobody has asked you anything.')
  if (!accepts) {
    turn.arena.duels = turn.arena.duels.filter(each => each !== duel)
    return narrate(turn, fighter.roomId, '{A} [decline|declines] politely and [back|backs] away from {V}.', {
      actor: fighter,
      victim: challenger,
    })
  }
  if (
    challenger.roomId !== fighter.roomId ||
    challenger.deadUntilMs !== null ||
    duelOf(turn.arena, challenger)
  ) {
    turn.arena.duels = turn.arena.duels.filter(each => each !== duel)
    return tell(turn, fighter, `${challenger.name} is not available any more. A moral victory.`)
  }
  begin(turn, duel)
}

function begin(turn: Turn, duel: Duel): void {
  const [first, second] = partners(turn, duel)
  turn.arena.duels = turn.arena.duels.filter(
    each => each === duel || !each.fighterIds.some(id => duel.fighterIds.includes(id)),
  )
  duel.accepted = true
  tellRoom(
    turn,
    first.roomId,
    `-- ${capitalised(first.name)} and ${second.name} bow. First to ${exchangesToWin}, to the death. --`,
  )
  nextExchange(turn, duel)
}

function nextExchange(turn: Turn, duel: Duel): void {
  duel.moves = [null, null]
  duel.deadlineMs = turn.nowMs + exchangeMs
  partners(turn, duel).forEach((fighter, seat) => {
    tell(turn, fighter, 'strike, parry or feint? (strike > feint > parry > strike; the other cannot see it)')
    // The dummy only knows one thing: standing there. Attentive duellists profit.
    if (fighter.kind === 'dummy') duel.moves[seat] = 'parry'
    if (fighter.kind === 'goose') duel.moves[seat] = pick(turn, ['strike', 'strike', 'parry', 'feint'])
  })
}

export function chooseMove(turn: Turn, fighter: Fighter, duel: Duel, move: DuelMove): void {
  duel.moves[duel.fighterIds[0] === fighter.id ? 0 : 1] = move
  tell(turn, fighter, `You will ${move}. Keep a straight face.`)
  if (duel.moves[0] !== null && duel.moves[1] !== null) settleExchange(turn, duel)
}

/** Called when both moves are in or the time for them is over. */
export function settleExchange(turn: Turn, duel: Duel) {
  const [first, second] = partners(turn, duel)
  const winner = decideExchange(...duel.moves)
  if (winner === 'nobody') {
    tellRoom(turn, first.roomId, drawLines[duel.moves[0] ?? 'asleep'])
    if (duel.moves[0] === null && ++duel.sleepyExchanges >= sleepyLimit)
      return callOff(turn, duel, first.roomId)
    return nextExchange(turn, duel)
  }
  const seat = winner === 'first' ? 0 : 1
  duel.wins[seat] += 1
  const [victor, loser] = seat === 0 ? [first, second] : [second, first]
  const cast = { actor: victor, victim: loser }
  const line =
    duel.moves[1 - seat] === null ? exchangeLines.asleep : exchangeLines[duel.moves[seat] ?? 'asleep']
  narrate(turn, victor.roomId, line, cast, () => `  [${duel.wins[seat]}:${duel.wins[1 - seat]}]`)
  if (duel.wins[seat] < exchangesToWin) return nextExchange(turn, duel)
  victor.health = Math.min(Math.max(victor.health, fullHealth), victor.health + winnerHeals)
  die(
    turn,
    loser,
    victor,
    '{A} [win|wins] the duel. {V} <say|says> something quotable and <fall|falls> over.',
  )
}

function callOff(turn: Turn, duel: Duel, roomId: string): void {
  turn.arena.duels = turn.arena.duels.filter(each => each !== duel)
  tellRoom(turn, roomId, 'The duel is called off for lack of duel.')
}

/** Leaving in the middle of a duel is losing it. */
export function forfeitDuel(turn: Turn, fighter: Fighter): void {
  const duel = duelOf(turn.arena, fighter)
  if (!duel) return
  const [first, second] = partners(turn, duel)
  const victor = first === fighter ? second : first
  die(turn, fighter, victor, '{V} <leave|leaves> the duel, the arena, and a coward-shaped hole in the wall.')
}

function partners(turn: Turn, duel: Duel): [Fighter, Fighter] {
  const [first, second] = duel.fighterIds.map(id => turn.arena.fighters.get(id))
  if (!first || !second) throw new Error('a duel outlived its duellists')
  return [first, second]
}
