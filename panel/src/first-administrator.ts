// Makes the administrator of a new installation, and leaves a password that nobody chose where only the operator finds it.

import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from './app.ts'
import type { Config } from './config/config.ts'
import type { Log } from './platform/log.ts'

/** Null when somebody is there already; the password is null when it was chosen beforehand. */
export async function seedFirstAdministrator(config: Config, app: App) {
  const { login, email, password } = config.firstAdministrator
  const chosen = password?.reveal()
  const made = await app.users.seedFirstAdministrator({
    login,
    email: email ?? '',
    password: chosen || randomBytes(15).toString('base64url'),
  })
  if (!made) return null
  return { login: made.login, password: chosen ? null : made.password }
}

/** For a panel without `rookery up`, which shows it: a log is kept and copied, so it must not stand there. */
export function leaveFirstPassword(
  dataDir: string,
  { login, password }: { login: string; password: string },
  log: Log,
): void {
  const file = join(dataDir, 'first-administrator.txt')
  rmSync(file, { force: true })
  const message = `login     ${login}\npassword  ${password}\n\nSign in, change the password, and remove this file.\n`
  writeFileSync(file, message, { mode: 0o600, flag: 'wx' })
  log.warn(
    { file },
    'the first administrator was made; the file holds the password, remove it after signing in',
  )
}
