// Names, passwords and what is left to do, whatever is stored and wherever the hosts are.

/** The shortest of all limits: the name of a user of MySQL. */
const longestName = 32
/** Without what looks alike. */
const nameAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const passwordAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const suffixLength = 8
const passwordLength = 32

/**
 * Of a database and its user: with the number of its game server, or with the beginning of its uuid where it has no
 * number yet. The random end tells it from what another panel, a restored one, or a person has made on
 * the same host.
 */
export function databaseName(
  gameServer: number | string,
  label: string,
  random: (bytes: number) => Buffer,
): string {
  const begin = `s${gameServer}_`
  const end = randomText(suffixLength, nameAlphabet, random)
  const room = longestName - begin.length - end.length - 1
  const readable = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, room)
    .replaceAll(/^_+|_+$/g, '')
  return readable === '' ? begin + end : `${begin}${readable}_${end}`
}

/** Letters and digits alone: it stands in addresses, in YAML and in files of games. */
export function databasePassword(random: (bytes: number) => Buffer): string {
  return randomText(passwordLength, passwordAlphabet, random)
}

/** Every character with the same chance. */
function randomText(length: number, alphabet: string, random: (bytes: number) => Buffer): string {
  const usable = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < usable && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** `creating` and `deleting`: a piece of work goes on, or has broken off. */
export type DatabaseState = 'creating' | 'ready' | 'deleting'

interface Leftover {
  state: DatabaseState
  hasNextPassword: boolean
  /** Its game server is gone for good. */
  isOrphan: boolean
  /** Its game server is deleted, and may come back. */
  isInTrash: boolean
}

/** What a panel that died, or a host that was away, has left to do. */
export function leftToDo({
  state,
  hasNextPassword,
  isOrphan,
  isInTrash,
}: Leftover): 'drop' | 'set password' | null {
  if (isOrphan || state !== 'ready') return 'drop'
  // Nothing uses it there, and its game server's variables are not to be reached.
  return hasNextPassword && !isInTrash ? 'set password' : null
}
