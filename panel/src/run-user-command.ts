// The panel program as `rookery user` runs it: one command about a person, then the end. A panel may run beside it.

import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { type UserCommand, type UserCommandReport, userCommand } from '@rookery/contracts/user-command.ts'
import type { Config } from './config/config.ts'
import { createAccess } from './features/access/access.ts'
import { createAudit } from './features/audit/audit.ts'
import { createEventFeed } from './features/event-feed/event-feed.ts'
import { performUserCommand } from './features/local-commands/local-commands.ts'
import { openPanelSettings } from './features/panel-settings/panel-settings.ts'
import { createPeopleActivity } from './features/people-activity/people-activity.ts'
import { openUsers } from './features/users/users.ts'
import { databaseOptions, installationPlace, openCache, openInstallation } from './open-services.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import { MemoryCache } from './platform/cache/memory-cache.ts'
import { createChanges } from './platform/changes.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { DatabaseBusyError } from './platform/database/database-errors.ts'
import { readSchemaState } from './platform/database/upkeep/schema-state.ts'
import { createEditTags } from './platform/http/edit-tags.ts'
import { issueMessage } from './platform/http/logic/issue-message.ts'
import { checkDatabase } from './platform/installation/installation.ts'
import { createLog } from './platform/log.ts'
import { PanelError } from './platform/panel-error.ts'
import { rememberedMs } from './platform/recognized-callers.ts'
import { shareChanges } from './platform/shared-changes.ts'

class CommandProblem extends Error {}

/** Standard output carries the report alone. */
const log = createLog('silent')

/** Never throws: whatever is in the way is in the report. */
export async function runUserCommand(
  config: Config,
  input: NodeJS.ReadableStream,
): Promise<UserCommandReport> {
  try {
    return { problem: null, users: await perform(config, readCommand(await text(input))) }
  } catch (error) {
    return { problem: problemOf(error), users: [] }
  }
}

function readCommand(json: string): UserCommand {
  const result = userCommand.safeParse(JSON.parse(json), { error: issueMessage })
  if (result.success) return result.data
  throw new CommandProblem(
    result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
  )
}

async function perform(config: Config, command: UserCommand) {
  const isNew = command.command === 'initialize'
  const database = isNew ? (await openInstallation(config, log, false)).database : await openExisting(config)
  try {
    const cache = await openCacheOrNone(config)
    try {
      return await performUserCommand(await openPeople(config, database, cache), command)
    } finally {
      await cache.close()
    }
  } finally {
    await database.close()
  }
}

/** A database that is there, belongs to this installation and has this version's schema; nothing is made or changed. */
async function openExisting(config: Config): Promise<Database> {
  const place = installationPlace(config, false)
  if (place.databaseFile !== null && !existsSync(place.databaseFile)) {
    throw new CommandProblem(
      `there is no database yet (${place.databaseFile}): start the panel once, or name the installation with DATA_DIR`,
    )
  }
  const database = await openDatabase(databaseOptions(config), log)
  try {
    const { pending, blocking } = await readSchemaState(database.db)
    if (blocking.length > 0) {
      throw new CommandProblem(
        'the database is of a newer version of the panel: use the command of that version',
      )
    }
    if (pending.length > 0) {
      throw new CommandProblem(
        'the database is of an earlier version of the panel: start the panel of this version once, which brings it up to date',
      )
    }
    await checkDatabase(database.db, place)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Without Redis the command works too: what other instances remember without asking is a second old at most. */
async function openCacheOrNone(config: Config): Promise<OpenCache> {
  return openCache(config, log).catch(() => new MemoryCache({ now: () => performance.now(), log }))
}

async function openPeople(config: Config, { db }: Database, cache: OpenCache) {
  const instanceId = randomUUID()
  const changes = await shareChanges(createChanges(), { cache, instanceId, unheardMs: rememberedMs, log })
  const audit = createAudit(log, config.audit.enabled)
  const now = Date.now
  const access = createAccess({
    ...{ db, cache, changes, config: config.access, now },
    hasPlan: async () => false,
    suspensionRefusalOf: async () => null,
  })
  const profileOf = () => Promise.reject(new Error('nobody asks for a profile here'))
  const recordChange = () => Promise.reject(new Error('nobody changes settings here'))
  // No request comes here that could carry one.
  const editTags = createEditTags(randomBytes(32))
  const panelSettings = openPanelSettings({
    ...{ db, changes, audit, recordChange, editTags, log, now },
    config: config.settings,
    startVariables: config.startVariables,
    ...config.startSettings,
    certificateFile: null,
  })
  // A panel that runs numbers what is written here.
  const eventFeed = createEventFeed({ db, changes, log, now, randomUuid: randomUUID, onlyWrites: true })
  const peopleActivity = createPeopleActivity({ db, panelSettings, eventFeed, changes, log, now })
  const people = { db, access, audit, peopleActivity, eventFeed, changes, editTags, now }
  const users = openUsers({ ...people, config: config.auth, languages: [], profileOf })
  return { ...people, users }
}

function problemOf(error: unknown): string {
  if (error instanceof PanelError && error.fields) {
    return Object.entries(error.fields)
      .flatMap(([field, messages]) => messages.map(message => `${field} ${message}`))
      .join('; ')
  }
  if (error instanceof DatabaseBusyError) {
    return 'the database is busy: another program has held it for seconds. Nothing was changed; try again'
  }
  return error instanceof Error ? error.message : String(error)
}
