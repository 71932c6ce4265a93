// Wires the panel, top to bottom: a feature uses only what was opened above it.

import { randomBytes as random, randomUUID as randomUuid } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { openDaemonLink } from './daemon-link.ts'
import { createAccess } from './features/access/access.ts'
import { openActivity } from './features/activity/activity.ts'
import { createAudit } from './features/audit/audit.ts'
import { openAuth } from './features/auth/auth.ts'
import { openBackupStorages } from './features/backup-storages/backup-storages.ts'
import { openBackups } from './features/backups/backups.ts'
import { openBulkActions } from './features/bulk-actions/bulk-actions.ts'
import { createCaptcha } from './features/captcha/captcha.ts'
import { openConsole } from './features/console/console.ts'
import { openDatabaseHosts } from './features/database-hosts/database-hosts.ts'
import { type Databases, openDatabases } from './features/databases/databases.ts'
import { eventFeedChannel } from './features/event-channel/channel.ts'
import { createEventFeed } from './features/event-feed/event-feed.ts'
import { createNodePresence } from './features/event-feed/node-presence.ts'
import { eventsChannel } from './features/events/channel.ts'
import { openFiles } from './features/files/files.ts'
import { openGameServers } from './features/game-servers/game-servers.ts'
import { openInvitations } from './features/invitations/invitations.ts'
import { createTakeLocalCommands } from './features/local-commands/local-commands.ts'
import { openMetrics } from './features/metrics/metrics.ts'
import { openNodeInstall } from './features/node-install/node-install.ts'
import { openNodes } from './features/nodes/nodes.ts'
import { openOwnership } from './features/ownership/ownership.ts'
import { openPanelBackup } from './features/panel-backup/panel-backup.ts'
import { openPanelSettings, type RecordSettings } from './features/panel-settings/panel-settings.ts'
import { createPeopleActivity } from './features/people-activity/people-activity.ts'
import { openPermissions } from './features/permissions/permissions.ts'
import { openPlans } from './features/plans/plans.ts'
import { openPlayers } from './features/players/players.ts'
import { openPlugins } from './features/plugins/plugins.ts'
import { openPower } from './features/power/power.ts'
import { openPrometheus } from './features/prometheus/prometheus.ts'
import { publicConfigRoutes } from './features/public-config/routes.ts'
import { openRcon } from './features/rcon/rcon.ts'
import { openRoles } from './features/roles/roles.ts'
import { openSchedules } from './features/schedules/schedules.ts'
import { openServiceAccounts } from './features/service-accounts/service-accounts.ts'
import { openSftp } from './features/sftp/sftp.ts'
import { openTasks } from './features/tasks/tasks.ts'
import { createTemplateTranslations } from './features/template-translations/template-translations.ts'
import { openTemplates } from './features/templates/templates.ts'
import { openTokens } from './features/tokens/tokens.ts'
import { openTwoFactor } from './features/two-factor/two-factor.ts'
import { openUsers } from './features/users/users.ts'
import { openWebhooks } from './features/webhooks/webhooks.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import type { LoginSessionCaller } from './platform/caller.ts'
import { createChanges } from './platform/changes.ts'
import type { Database } from './platform/database/database.ts'
import { createWritableCheck } from './platform/database/writable-check.ts'
import type { CertificatePair } from './platform/http/certificate-files.ts'
import { createDraining, usualDrainTimes } from './platform/http/draining.ts'
import { createEditTags } from './platform/http/edit-tags.ts'
import type { RequestTimes } from './platform/http/http-server.ts'
import { createIdempotency } from './platform/idempotency/idempotency.ts'
import { storeId } from './platform/installation/installation.ts'
import type { Log } from './platform/log.ts'
import { rememberedMs } from './platform/recognized-callers.ts'
import { derivedKey } from './platform/secret-box.ts'
import { shareChanges } from './platform/shared-changes.ts'
import { reportUnreadableSecrets, sealStoredSecrets, secretBoxesOf, secretKeysOf } from './stored-secrets.ts'
import { createWebServer } from './web-server.ts'

export interface AppOptions extends RequestTimes {
  config: Config
  database: Database
  cache: OpenCache
  log: Log
  version: string
  /** Folder of the built web application. */
  webFolder: string
  /** Folder of the built-in templates. */
  templatesFolder: string
  /** Where browsers and daemons find this panel. */
  publicUrl: string
  /** The folder that holds `dist` with what is handed out: the daemon of new nodes, plugins; left out where nothing is built. */
  programFolder?: string
  tls: CertificatePair | null
  /** The program of a plugin's thread, when it is bundled. */
  pluginWorkerFile?: URL
  /** For tests: which addresses a name has, as plugins see it. */
  resolveForPlugins?: (host: string) => Promise<LookupAddress[]>
  /** The same, as webhooks see it. */
  resolveForWebhooks?: (host: string) => Promise<LookupAddress[]>
  now?: () => number
  /** How often house is kept; the usual time when left out. */
  housekeepingMs?: number
}

const usualHousekeepingMs = 15_000
const languages = ['en', 'de', 'es', 'fr', 'ru', 'zh']
const defaultLanguage = 'en'

export type App = Awaited<ReturnType<typeof createApp>>

export async function createApp(options: AppOptions) {
  const { config, cache, log, version, publicUrl } = options
  const { db, versions } = options.database
  const now = options.now ?? Date.now
  const instanceId = randomUuid()
  const changes = await shareChanges(createChanges(), { cache, instanceId, unheardMs: rememberedMs, log })
  const secretKeys = secretKeysOf(config)
  const { encryptionKey, sessionKey } = secretKeys
  const boxes = secretBoxesOf(secretKeys)
  let grpcPort = config.grpc.port

  const eventFeed = createEventFeed({ db, changes, log, now, randomUuid })
  const editTags = createEditTags(derivedKey(sessionKey, 'tags of what is edited'))
  /** What every feature may use of the platform; its deps say what it takes. */
  const platform = { db, versions, cache, boxes, changes, eventFeed, editTags, log, now, random, randomUuid }
  /** What is needed of features that are opened further down, and is asked for when somebody calls. */
  const later = {
    features: () => ({ audit, nodes, tasks, gameServers, backups, sftp }),
    profileOf: (userId: number) => auth.profileOf(userId),
    logOut: (caller: LoginSessionCaller) => auth.endEnrollment(caller),
    recordChange: (...change: Parameters<RecordSettings>) => peopleActivity.writeSettings(...change),
    countGameServers: (nodeId: number) => gameServers.countOfNode(nodeId),
    portsOf: (nodeId: number) => gameServers.portsOf(nodeId),
    redefineOnNodes: (nodeIds: readonly number[] | null) => gameServers.redefineOnNodes(nodeIds),
    grpcPort: () => grpcPort,
    openChannels: () => web.openChannels(),
    hasPlan: (userId: number) => plans.hasPlan(userId),
    suspensionRefusalOf: (gameServerId: number) => gameServers.suspensionRefusalOf(gameServerId),
    prepareDatabases: (of: Parameters<Databases['prepare']>[0]) => databases.prepare(of),
    countOwned: {
      backups: (within: Database['db'], ownerId: number) => backups.countOfOwner(within, ownerId),
      databases: (within: Database['db'], ownerId: number) => databases.countOfOwner(within, ownerId),
    },
  }
  const { link, localLink, authority } = await openDaemonLink({
    ...platform,
    ...later,
    config,
    encryptionKey,
    instanceId,
  })

  const audit = createAudit(log, config.audit.enabled)
  const access = createAccess({ ...platform, ...later, config: config.access })
  const panelSettings = openPanelSettings({
    ...platform,
    ...later,
    audit,
    config: config.settings,
    startVariables: config.startVariables,
    ...config.startSettings,
    certificateFile: config.http.tls?.certFile ?? null,
  })
  const peopleActivity = createPeopleActivity({ ...platform, panelSettings })
  const users = openUsers({
    ...platform,
    ...later,
    access,
    audit,
    peopleActivity,
    config: config.auth,
    languages,
  })
  const roles = openRoles({ ...platform, access, audit, peopleActivity })
  const plans = openPlans({ ...platform, ...later, users, roles, access, audit, peopleActivity })
  const tokens = openTokens({ ...platform, access, audit, peopleActivity })
  const serviceAccounts = openServiceAccounts({ ...platform, users, access, audit, peopleActivity })
  const captcha = createCaptcha(config.captcha, log)
  const twoFactor = openTwoFactor({
    ...platform,
    ...later,
    users,
    access,
    audit,
    peopleActivity,
    config: config.auth,
  })
  const auth = openAuth({
    ...platform,
    audit,
    peopleActivity,
    access,
    users,
    captcha,
    twoFactor,
    tokens,
    keys: serviceAccounts.keys,
    config: config.auth,
    sessionKey,
    defaultLanguage,
  })
  const takeLocalCommands = createTakeLocalCommands({ ...platform, users, audit })
  const nodeInstall = openNodeInstall({
    ...platform,
    config,
    publicUrl,
    programFolder: options.programFolder ?? null,
    nodeProgram: { file: process.execPath, platform: process.platform, architecture: process.arch },
  })
  const nodes = openNodes({
    ...platform,
    ...later,
    ...{ nodeInstall, access, audit, peopleActivity, link, authority, publicUrl, version },
  })
  const translations = createTemplateTranslations(options.templatesFolder)
  const templates = openTemplates({ ...platform, access, audit, peopleActivity, translations })
  const tasks = openTasks({ ...platform, access, audit, translations, link })
  const backupStorages = openBackupStorages({ ...platform, ...later, audit, peopleActivity, nodes, link })
  const databaseHosts = openDatabaseHosts({ ...platform, audit, peopleActivity })
  const gameServers = openGameServers({
    ...platform,
    ...later,
    ...{ access, audit, peopleActivity, plans, nodes, backupStorages, templates, translations, tasks, link },
    trashDays: config.trashDays,
  })
  const databases = openDatabases({ ...platform, hosts: databaseHosts, ...{ audit, plans, gameServers } })
  const permissions = openPermissions({ ...platform, users, access, audit, peopleActivity, gameServers })
  const invitations = openInvitations({
    ...platform,
    users,
    permissions,
    audit,
    peopleActivity,
    gameServers,
  })
  const ownership = openOwnership({
    ...platform,
    ...{ users, access, audit, peopleActivity, plans, gameServers, invitations },
  })
  const gameConsole = openConsole({ ...platform, access, gameServers, link })
  const rcon = openRcon({ gameServers, templates, link })
  const players = openPlayers({ gameServers, link })
  const schedules = openSchedules({ ...platform, access, gameServers, nodes, rcon, translations, link })
  const power = openPower({ ...platform, access, gameServers, nodes, rcon, players, tasks, link })
  const bulkActions = openBulkActions({
    ...platform,
    ...{ access, users, gameServers, tasks, power, console: gameConsole, link },
  })
  const files = openFiles({
    ...{ access, gameServers, tasks, link, panelSettings, changes, audit },
    uploads: config.uploads,
  })
  const backups = openBackups({
    ...platform,
    ...{ access, audit, plans, gameServers, backupStorages, power, tasks, link },
  })
  const panelBackup = openPanelBackup({
    ...platform,
    ...{ audit, peopleActivity, backupStorages, publicUrl, dataDir: config.dataDir },
    panel: {
      ...{ configFile: config.configFile, database: config.database, version },
      secrets: {
        AUTH_SECRET: config.auth.secret.reveal(),
        ...(config.encryptionKey && { ENCRYPTION_KEY: config.encryptionKey.reveal() }),
      },
    },
    program: {
      file: options.programFolder ? join(options.programFolder, 'dist/daemon.mjs') : null,
      daemonFolder: join(config.dataDir, 'daemon'),
    },
    readInstallationId: () => storeId(db, randomUuid()),
  })
  // Every instance hears of changed rights and tells its own nodes.
  const sftp = openSftp({ ...platform, users, access, twoFactor, gameServers, nodes, link: localLink, audit })
  const activity = openActivity({ ...platform, access, gameServers, translations, config: config.activity })
  const metrics = openMetrics({
    ...platform,
    ...{ activity, gameServers, nodes, access, audit, link, localLink },
  })
  const plugins = openPlugins({
    ...platform,
    players,
    gameServers,
    nodes,
    users,
    access,
    audit,
    peopleActivity,
    config: config.plugins,
    workerFile: options.pluginWorkerFile ?? null,
    shippedFolder: options.programFolder ? join(options.programFolder, 'dist/plugins') : null,
    ...(options.resolveForPlugins && { resolve: options.resolveForPlugins }),
    version,
  })

  const webhooks = openWebhooks({
    ...platform,
    ...{ audit, peopleActivity, version, config: config.webhooks },
    ...(options.resolveForWebhooks && { resolve: options.resolveForWebhooks }),
  })
  const nodePresence = createNodePresence({ ...platform, link })
  const prometheus = openPrometheus({
    ...platform,
    ...later,
    ...{ metrics, link, localLink, version },
    config: config.prometheus,
    drivers: { database: config.database.driver, cache: config.cache.driver },
  })

  const idempotency = createIdempotency({
    ...platform,
    key: derivedKey(sessionKey, 'idempotent requests'),
    box: boxes.idempotentAnswers,
  })
  const draining = createDraining(cache.isShared ? usualDrainTimes : null)
  const sqliteFile = config.database.driver === 'sqlite' ? config.database.file : null
  const checkDatabase = createWritableCheck(db, sqliteFile)
  const checkReadiness = async () => {
    if (draining.isLeaving()) throw new Error('this instance of the panel stops')
    await checkDatabase()
    await cache.ping()
  }
  const people = [auth, twoFactor, users, roles, plans, tokens, serviceAccounts, panelSettings]
  const games = [
    nodeInstall,
    nodes,
    templates,
    tasks,
    gameServers,
    backupStorages,
    backups,
    panelBackup,
    databaseHosts,
    databases,
    schedules,
    permissions,
    invitations,
    ownership,
    gameConsole,
    rcon,
    players,
    power,
    bulkActions,
    files,
  ]
  const routes = [
    ...publicConfigRoutes({ version, defaultLanguage, languages, config, checkReadiness }),
    ...[...people, ...games, sftp, activity, metrics, plugins, webhooks, prometheus].flatMap(
      feature => feature.routes,
    ),
  ]
  const channels = [
    ...[tasks, gameConsole, metrics].flatMap(feature => feature.channels),
    eventsChannel({ changes, access, gameServers, metrics }),
    eventFeedChannel({ eventFeed, changes, access, gameServers }),
  ]
  const web = await createWebServer({
    ...options,
    routes,
    channels,
    changes,
    now,
    draining,
    authenticate: auth.authenticate,
    spendShortLivedToken: auth.spendShortLivedToken,
    authorize: access.authorize,
    ...(prometheus.countRequest && { answered: prometheus.countRequest }),
    performOnce: idempotency.perform,
    whenEnded: tasks.whenEnded,
    denied: (caller, request) => audit.record({ event: 'access.denied', outcome: 'denied', request }, caller),
  })

  const keepHouse = async () => {
    if (cache.isShared) await tasks.handOverForgotten(localLink.onlineNodeIds())
    // A page that only watches asks nothing, and is there all the same.
    for (const { caller, request } of web.channelCalls()) {
      if (caller.kind === 'service-account') serviceAccounts.keys.noteUse(caller, request)
      else auth.devices.noteUse(caller)
    }
    const cleanedUp = [
      auth.cleanUp(),
      activity.cleanUp(),
      tasks.cleanUp(),
      idempotency.cleanUp(),
      gameServers.deleted.purgeExpired(),
    ]
    await Promise.all([
      takeLocalCommands(),
      backups.noteOverdue(),
      tasks.endOverdue(),
      tokens.writeLastUses(),
      serviceAccounts.keys.writeLastUses(),
      serviceAccounts.keys.purgeEnded(),
      panelBackup.keepTime(),
      nodePresence.check(),
      bulkActions.keepHouse(),
      databases.finishLeftovers(),
      eventFeed.keepHouse(),
      webhooks.keepHouse(),
      ...cleanedUp,
    ])
  }
  const housekeeping = setInterval(() => {
    keepHouse().catch(error => log.warn({ err: error }, 'housekeeping failed; it runs again soon'))
  }, options.housekeepingMs ?? usualHousekeepingMs).unref()

  return {
    routes,
    channels,
    nodes,
    users,
    changes,
    /** Runs by itself every 15 seconds. */
    keepHouse,
    /** Events that were told before have their numbers; they get them a moment later by themselves. */
    settleEvents: eventFeed.flush,
    /** How callers are recognized and checked, for programs that measure it. */
    authenticate: auth.authenticate,
    authorize: access.authorize,
    /** Where the panel speaks TLS: for connections from now on. */
    useCertificate: web.useCertificate,
    /** Loads the catalog and opens both ports. */
    async start(): Promise<{ httpPort: number; grpcPort: number }> {
      await templates.loadCatalog(options.templatesFolder)
      await sealStoredSecrets(db, secretKeys, log)
      await reportUnreadableSecrets(db, secretKeys, log)
      grpcPort = (await link.start()).port
      await plugins.start()
      await bulkActions.look()
      return { httpPort: await web.listen(config.http.bindIp, config.http.port), grpcPort }
    },
    /** Answers what has begun, closes every channel with 1001, lets the nodes go; game servers run on. */
    async stop(): Promise<void> {
      clearInterval(housekeeping)
      await web.close()
      await bulkActions.close()
      await panelBackup.close()
      await plugins.close()
      nodePresence.close()
      prometheus.close()
      await nodes.close()
      await link.close()
      await activity.close()
      await peopleActivity.close()
      await eventFeed.close()
      await webhooks.close()
      await Promise.all([
        tokens.writeLastUses(),
        serviceAccounts.keys.writeLastUses(),
        auth.devices.writeLastSeenNow(),
      ])
    },
  }
}
