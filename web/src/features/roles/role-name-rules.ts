// The API's name of a role, proposed from the title that people read.

export const isRoleName = (name: string): boolean => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)

const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

export const roleNameFrom = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[äöüß]/g, letter => spelledOut[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
