// The words of the console and of RCON, read into commands.

export type AdminCommand =
  | { kind: 'nothing' | 'help' | 'status' | 'players' | 'bans' }
  | { kind: 'stop' }
  | { kind: 'say'; text: string }
  | { kind: 'kick' | 'ban' | 'unban'; name: string }
  | { kind: 'map'; map: string }
  | { kind: 'count'; lines: number; pauseMs: number }
  | { kind: 'flood'; megabytes: number }
  | { kind: 'crash'; code: number }
  | { kind: 'wrong'; reason: string }

export const adminHelp = [
  'help                this list',
  'status              name, map, round, players, ports',
  'players             who plays, one line each',
  'say TEXT            speak to everyone',
  'kick NAME           show somebody the door',
  'ban NAME            kick, and keep the name out',
  'unban NAME          let the name back in',
  'bans                names that are kept out',
  'map NAME            begin a new round on another map',
  'count N [MS]        print N numbered lines, MS milliseconds apart',
  'flood MEGABYTES     print that much as fast as it is read (console only)',
  'crash [CODE]        fall over on purpose',
  'stop                say goodbye and end',
]

export function parseAdminCommand(line: string): AdminCommand {
  const [word = '', ...values] = line.trim().split(/\s+/)
  const rest = line.trim().slice(word.length).trim()
  switch (word.toLowerCase()) {
    case '':
      return { kind: 'nothing' }
    case 'help':
    case 'status':
    case 'players':
    case 'bans':
      return { kind: word.toLowerCase() as 'help' }
    case 'stop':
      return { kind: 'stop' }
    case 'say':
      return rest === '' ? wrong('say what? Usage: say TEXT') : { kind: 'say', text: rest }
    case 'kick':
    case 'ban':
    case 'unban':
      return named(word.toLowerCase() as 'kick', values)
    case 'map':
      return values[0] === undefined ? wrong('which map? Usage: map NAME') : { kind: 'map', map: values[0] }
    case 'count':
      return parseCount(values)
    case 'flood':
      return parseFlood(values)
    case 'crash':
      return parseCrash(values)
    default:
      return wrong(`"${word.slice(0, 40)}" is not a command here. Try "help".`)
  }
}

function named(kind: 'kick' | 'ban' | 'unban', values: string[]): AdminCommand {
  const [name] = values
  return name === undefined ? wrong(`${kind} whom? Usage: ${kind} NAME`) : { kind, name }
}

function parseCount(values: string[]): AdminCommand {
  const lines = whole(values[0], 1, 100_000_000)
  const pauseMs = whole(values[1] ?? '0', 0, 3_600_000)
  if (lines === null || pauseMs === null) return wrong('usage: count N [MS], N from 1 to 100000000')
  return { kind: 'count', lines, pauseMs }
}

function parseFlood(values: string[]): AdminCommand {
  const megabytes = whole(values[0], 1, 100_000)
  return megabytes === null ? wrong('usage: flood MEGABYTES, from 1 to 100000') : { kind: 'flood', megabytes }
}

function parseCrash(values: string[]): AdminCommand {
  const code = whole(values[0] ?? '1', 0, 255)
  return code === null ? wrong('usage: crash [CODE], CODE from 0 to 255') : { kind: 'crash', code }
}

function whole(value: string | undefined, min: number, max: number): number | null {
  if (value === undefined || !/^\d{1,9}$/.test(value)) return null
  const number = Number(value)
  return number >= min && number <= max ? number : null
}

function wrong(reason: string): AdminCommand {
  return { kind: 'wrong', reason }
}
