// The words players may type, and what each of them means.

export type Action =
  | 'look'
  | 'go'
  | 'take'
  | 'drink'
  | 'feed'
  | 'attack'
  | 'strike'
  | 'parry'
  | 'feint'
  | 'shove'
  | 'duel'
  | 'accept'
  | 'decline'
  | 'taunt'
  | 'say'
  | 'shout'
  | 'who'
  | 'scores'
  | 'condition'
  | 'help'
  | 'quit'

const words: Record<Action, string> = {
  look: 'look l examine',
  go: 'go walk run move flee',
  take: 'get g take grab pick',
  drink: 'drink d quaff sip use',
  feed: 'feed',
  attack: 'attack a hit kill k stab punch kick bonk slap whack poke smack bite fight slay bash swing',
  strike: 'strike',
  parry: 'parry p block guard defend',
  feint: 'feint f fake',
  shove: 'shove push',
  duel: 'duel challenge',
  accept: 'accept yes y',
  decline: 'decline no refuse',
  taunt: 'taunt t insult mock',
  say: 'say',
  shout: 'shout yell',
  who: 'who players',
  scores: 'scores score top board',
  condition: 'me hp health i inventory inv status',
  help: 'help h ? commands',
  quit: 'quit exit bye logout',
}

const actionOf = new Map<string, Action>(
  Object.entries(words).flatMap(([action, list]) =>
    list.split(' ').map(word => [word, action as Action] as const),
  ),
)

export type Command = { word: string; action: Action | undefined; rest: string }

export function parseCommand(line: string): Command {
  if (line.startsWith("'")) return { word: 'say', action: 'say', rest: line.slice(1).trim() }
  if (line.startsWith('!')) return { word: 'shout', action: 'shout', rest: line.slice(1).trim() }
  const [first = '', ...others] = line.split(' ')
  const word = first.toLowerCase()
  return { word, action: actionOf.get(word), rest: others.join(' ').trim() }
}
