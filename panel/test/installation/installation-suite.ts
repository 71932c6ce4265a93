// How an installation holds to its database, on every kind of database.

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Config, readConfig } from '../../src/config/config.ts'
import { openInstallation } from '../../src/open-services.ts'
import { installationFile, writeInstallationFile } from '../../src/platform/installation/installation.ts'
import { createLog } from '../../src/platform/log.ts'

/** `newDatabase` gives the variables of an empty one. */
export function installationSuite(newDatabase: (folder: string) => Promise<Record<string, string>>): void {
  const home = mkdtempSync(join(tmpdir(), 'rookery-installation-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const log = createLog('silent')

  function configOf(folder: string, variables: Record<string, string>): Config {
    const secret = { AUTH_SECRET: '0123456789abcdef'.repeat(2) }
    const place = { CONFIG_FILE: join(folder, 'config.env'), DATA_DIR: folder }
    const environment = { ...place, ...secret, ...variables }
    const reading = readConfig({ environment, fileText: null, workingDirectory: folder })
    if ('problems' in reading) throw new Error(reading.problems.join('\n'))
    return reading.config
  }

  function newFolder(): string {
    const folder = join(home, randomUUID())
    mkdirSync(folder)
    return folder
  }

  /** As the panel starts, with somebody in its database. */
  async function start(config: Config, { beginsAnew = false, isSetUp = true } = {}): Promise<string> {
    const { database, installationId } = await openInstallation(config, log, beginsAnew)
    const [login, times] = [randomUUID(), { created_at: 1, updated_at: 1 }]
    const user = { login, login_key: login, name: '', password_hash: '', metadata: '{}', ...times }
    if (isSetUp) await database.db.insertInto('users').values(user).execute()
    await database.close()
    writeInstallationFile(config.configFile, installationId, log)
    return installationId
  }

  test('an installation that was set up does not start on an empty database, unless on purpose', async () => {
    const folder = newFolder()
    const id = await start(configOf(folder, await newDatabase(folder)))
    const empty = configOf(folder, await newDatabase(newFolder()))
    await expect(start(empty)).rejects.toThrow(
      /is gone.*\n.*rookery panel restore.*\n.*start over.*installation\.json/,
    )
    await expect(start(empty)).rejects.toThrow('is gone')
    expect(JSON.parse(readFileSync(installationFile(empty.configFile), 'utf8'))).toEqual({ id })
    expect(await start(empty, { beginsAnew: true })).not.toBe(id)
    await start(empty)
  })

  test('a new instance with a folder of its own joins the installation of its database', async () => {
    const variables = await newDatabase(newFolder())
    const id = await start(configOf(newFolder(), variables))
    const second = configOf(newFolder(), variables)
    expect(await start(second)).toBe(id)
    expect(await start(second)).toBe(id)
  })

  test('the database of another installation is refused', async () => {
    const folder = newFolder()
    await start(configOf(folder, await newDatabase(folder)))
    const others = await newDatabase(newFolder())
    await start(configOf(newFolder(), others))
    await expect(start(configOf(folder, others))).rejects.toThrow('belongs to another installation')
  })

  test('an installation from before there were ids gets one and is protected from then on', async () => {
    const folder = newFolder()
    const config = configOf(folder, await newDatabase(folder))
    const forgetId = async () => {
      const { database } = await openInstallation(config, log, false)
      await database.db.deleteFrom('panel_secrets').where('name', '=', 'installation_id').execute()
      await database.close()
    }
    await start(config)
    await forgetId()
    rmSync(installationFile(config.configFile))
    const id = await start(config)
    expect(await start(config)).toBe(id)
    // A backup from before that, restored with the tools of the database.
    await forgetId()
    expect(await start(config)).toBe(id)
  })

  test('a start that ended before the first administrator was made goes on', async () => {
    const folder = newFolder()
    const config = configOf(folder, await newDatabase(folder))
    const id = await start(config, { isSetUp: false })
    expect(await start(config)).toBe(id)
  })

  test('a folder that cannot be written, and a damaged file, are told', async () => {
    const warnings: unknown[] = []
    const nowhere = join(newFolder(), 'missing', 'config.env')
    writeInstallationFile(nowhere, randomUUID(), { warn: (...message: unknown[]) => warnings.push(message) })
    expect(warnings).toMatchObject([[{ reason: 'ENOENT' }, expect.stringContaining('would not be noticed')]])
    const folder = newFolder()
    const config = configOf(folder, await newDatabase(folder))
    writeFileSync(installationFile(config.configFile), 'half')
    await expect(start(config)).rejects.toThrow('is damaged')
  })
}
