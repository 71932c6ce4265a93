// Permission bits between octal digits and boxes that can be ticked.

export const modeParties = ['owner', 'group', 'others'] as const
export const modeRights = ['read', 'write', 'execute'] as const
export type ModeParty = (typeof modeParties)[number]
export type ModeRight = (typeof modeRights)[number]

const bitOf = (party: ModeParty, right: ModeRight) =>
  1 << ((2 - modeParties.indexOf(party)) * 3 + (2 - modeRights.indexOf(right)))

/** Null while the digits are not three from 0 to 7, with or without a leading zero. */
export const modeOf = (digits: string): number | null =>
  /^0?[0-7]{3}$/.test(digits) ? Number.parseInt(digits, 8) : null

export const digitsOf = (mode: number): string => (mode & 0o777).toString(8).padStart(3, '0')

export const hasRight = (mode: number, party: ModeParty, right: ModeRight): boolean =>
  (mode & bitOf(party, right)) !== 0

export const withRight = (mode: number, party: ModeParty, right: ModeRight, isOn: boolean): number =>
  isOn ? mode | bitOf(party, right) : mode & ~bitOf(party, right)

/** As `ls -l` shows it: rw-r--r--. */
export const modeInLetters = (mode: number): string =>
  modeParties
    .flatMap(party =>
      modeRights.map((right, index) => (hasRight(mode, party, right) ? ('rwx'[index] ?? '') : '-')),
    )
    .join('')
