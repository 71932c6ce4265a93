// A repository of restic that opens at once, for tests that do not create their own.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each opens it. */
export const preparedPasswords = ['first-password', 'second-password'] as const

/**
 * As `restic init` made it, but for its keys: their passwords are turned into keys by one round of scrypt instead of the
 * 32,768 that restic chooses on a usual machine. Every call of restic is half a second shorter, and does the same.
 */
const config =
  '0v/PTl/E8T+dZdvkZMSu2Hl5zWpOUQl+UvTblBvLBw6ICy1FH+V62CNdzqWLc19g3tAijsjK3XRFcJz8yzevbEfUX/YqNLIm' +
  'URqEgqD8piXQmHfkbvbrdWKZcC/NYlngvIeoIqOecKNO5oOeCOd8IA6ltF+t7+AVSfDp1u5RSuzRuyFCWEkafN/n4LklrYE7' +
  '99xGA5toSkV9XTo='
const keys = [
  {
    salt: 'zU6j/E1n11qXzbYiuZYjLxbjqwVeiRshK01KePkbQLz3rVa1VPdiBgoLz3CZosnlVcjcRSklTRxWyhRc1ezGhQ==',
    data:
      '/xYW9G47bCCtG24WokCRsLXpAqTiM0zqnlJl2IqDQJKZM6GBF237xiF2KiEH4P9CRLpaELnFPL73qPn481QZWE3fkmwX/T4W' +
      '9sLe19q9ui+c75TMSw5wGgMq93w7ynN3pve9MR/HudrbntHCLkbWgog7gFBOr6+wNQEd40fZN/liaHTjeqeonG7XaBwDPQ4w' +
      'RKtfFknry7//abog4j561Q==',
  },
  {
    salt: 'sxarmQsEyHH2Pv5P2q4iDPqQaNoPFS1hDvGbiCwF6DG66RuSpXxBeZAw36B/HBhqS8bl+/+FjUDhYsmkE5cq0g==',
    data:
      '49HWu56EYhIMOajuzxtH4sHZMKPcYye1GnVO/5rb8Hl2JmARk5MgZHoCoCtkQBfg2JVrtZwbh07eOUxdqwyPBNv5xrywkt3d' +
      'TI1FVpGt6NjpdJZZRrXg7fcQzdxuOfUNYiwVcwQ+xTmPPZpfHaeUVD0McohCOpErWEH3GfLOc/un3YB+1Xd6GJwtikFzhrzg' +
      'xI1w+jDkkhdbgRjX7BTkjg==',
  },
]

/** In a folder that is not there yet. */
export function prepareRepository(folder: string): void {
  // As restic itself does: what a full disk cannot hold is then a file, and never its folder.
  const prefixes = Array.from({ length: 256 }, (_, at) => `data/${at.toString(16).padStart(2, '0')}`)
  for (const name of [...prefixes, 'index', 'keys', 'locks', 'snapshots'])
    mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'config'), Buffer.from(config, 'base64'))
  for (const key of keys) {
    const facts = { created: '2026-11-18T00:00:00Z', username: 'root', hostname: 'test' }
    const content = JSON.stringify({ ...facts, kdf: 'scrypt', N: 2, r: 1, p: 1, ...key })
    writeFileSync(join(folder, 'keys', createHash('sha256').update(content).digest('hex')), content)
  }
}
