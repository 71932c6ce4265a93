// Picking things up, drinking them, and feeding the goose.

import { hurt } from '../fight/death.ts'
import { type Fighter, type FloorItem, fullHealth } from '../stage/arena-state.ts'
import { between, creature, narrate, others, pick, type Turn, tell, tellRoom } from '../stage/turn.ts'
import { type ItemId, isPotion, itemName, itemWords, type PotionId } from '../world/items.ts'

const regrowMs = 25_000
const litterLimit = 3
const frogMs = 15_000
const wiredMs = 20_000
const friendshipMs = 60_000

export function take(turn: Turn, fighter: Fighter, wish: string) {
  const here = turn.arena.floor.filter(each => each.roomId === fighter.roomId && each.backAtMs === null)
  const key = wish.toLowerCase().replace(/^(up )?(an?|the) |^up /, '')
  const words = key.split(' ')
  const found =
    key === '' ? here[0] : here.find(each => words.some(word => itemWords(each.item).includes(word)))
  if (!found)
    return tell(turn, fighter, key === '' ? 'There is nothing to take.' : `There is no "${wish}" here.`)
  if (isPotion(found.item) && fighter.potion) {
    return tell(turn, fighter, `You carry ${itemName(fighter.potion)} already. Drink it first.`)
  }
  lift(turn, found)
  if (isPotion(found.item)) fighter.potion = found.item
  else {
    if (fighter.weapon !== 'fists') drop(turn, fighter.roomId, fighter.weapon as ItemId)
    fighter.weapon = found.item
  }
  tell(
    turn,
    fighter,
    `You take ${itemName(found.item)}. ${isPotion(found.item) ? 'Type "drink" when the time comes.' : pick(turn, armedLines)}`,
  )
  tellRoom(turn, fighter.roomId, `${fighter.name} picks up ${itemName(found.item)}.`, fighter)
}

function lift(turn: Turn, found: FloorItem): void {
  if (found.recurring) found.backAtMs = turn.nowMs + regrowMs
  else turn.arena.floor = turn.arena.floor.filter(each => each !== found)
}

/** Dropped things do not grow back, and a room keeps only the last few of them. */
export function drop(turn: Turn, roomId: string, item: ItemId): void {
  const litter = turn.arena.floor.filter(each => each.roomId === roomId && !each.recurring)
  const swept = litter.length >= litterLimit ? litter[0] : undefined
  turn.arena.floor = turn.arena.floor.filter(each => each !== swept)
  turn.arena.floor.push({ item, roomId, recurring: false, backAtMs: null })
}

export function drink(turn: Turn, fighter: Fighter) {
  if (!fighter.potion)
    return tell(turn, fighter, 'You have nothing to drink. Look for potions, flasks and coffee.')
  const potion = fighter.potion
  fighter.potion = null
  effects[potion](turn, fighter)
}

const effects: Record<PotionId, (turn: Turn, fighter: Fighter) => void> = {
  red(turn, fighter) {
    fighter.health = Math.min(fullHealth, fighter.health + 45)
    narrate(turn, fighter.roomId, '{A} [drink|drinks] something red. It tastes of cherries and paperwork.', {
      actor: fighter,
    })
    tell(turn, fighter, `Health ${fighter.health}.`)
  },
  espresso(turn, fighter) {
    fighter.wiredUntilMs = turn.nowMs + wiredMs
    narrate(turn, fighter.roomId, '{A} [down|downs] a double espresso and [begin|begins] to vibrate.', {
      actor: fighter,
    })
    tell(turn, fighter, `You attack twice as fast for ${wiredMs / 1000} seconds.`)
  },
  flask(turn, fighter) {
    pick(turn, flaskSurprises)(turn, fighter)
  },
}

const flaskSurprises: ((turn: Turn, fighter: Fighter) => void)[] = [
  (turn, fighter) => {
    fighter.health = fullHealth
    narrate(
      turn,
      fighter.roomId,
      '{A} [empty|empties] the flask and [glow|glows] with health. Green health.',
      { actor: fighter },
    )
  },
  (turn, fighter) => {
    fighter.frogUntilMs = turn.nowMs + frogMs
    narrate(turn, fighter.roomId, '{A} [empty|empties] the flask. Poof. {A} [are|is] a frog.', {
      actor: fighter,
    })
    tell(turn, fighter, `Ribbit, for ${frogMs / 1000} seconds. Your tongue is your weapon.`)
  },
  (turn, fighter) => {
    narrate(turn, fighter.roomId, '{A} [empty|empties] the flask. It was drain cleaner.  [-20]', {
      actor: fighter,
    })
    hurt(turn, fighter, 20, null, '{V} <are|is> very clean inside, and very dead.')
  },
  (turn, fighter) => {
    fighter.readyAtMs = 0
    fighter.guardUntilMs = turn.nowMs + 10_000
    narrate(
      turn,
      fighter.roomId,
      '{A} [empty|empties] the flask and [take|takes] on the texture of granite.',
      { actor: fighter },
    )
    tell(turn, fighter, 'The next attack on you within 10 seconds will bounce.')
  },
  (turn, fighter) => {
    const rooms = turn.arena.map.rooms.filter(room => room.id !== fighter.roomId)
    narrate(turn, fighter.roomId, '{A} [empty|empties] the flask and [are|is] suddenly somewhere else.', {
      actor: fighter,
    })
    fighter.roomId = pick(turn, rooms).id
    tellRoom(turn, fighter.roomId, `${fighter.name} appears with a pop.`, fighter)
    tell(
      turn,
      fighter,
      `You are in ${turn.arena.map.rooms.find(room => room.id === fighter.roomId)?.name}. Probably.`,
    )
  },
]

export function feedGoose(turn: Turn, fighter: Fighter) {
  const goose = creature(turn.arena, 'goose')
  if (!others(turn.arena, fighter).includes(goose))
    return tell(turn, fighter, 'There is no goose here. Count yourself lucky.')
  if (fighter.weapon !== 'baguette')
    return tell(turn, fighter, 'The goose only accepts baguette. It is a matter of principle.')
  fighter.weapon = 'fists'
  const mind = turn.arena.goose
  mind.friendId = fighter.id
  mind.grudgeId = null
  mind.friendUntilMs = turn.nowMs + friendshipMs
  goose.health += between(turn, 10, 20)
  narrate(
    turn,
    fighter.roomId,
    '{A} [feed|feeds] the goose a whole baguette. It looks at {A} with one soft eye, and at everybody else with the other.',
    { actor: fighter },
  )
  tell(turn, fighter, 'You have a goose for one minute. Use it wisely.')
}

const armedLines = ['It suits you.', 'Oh dear.', 'Somebody will regret this.', 'The crowd leans forward.']
