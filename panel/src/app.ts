// Wires the panel, top to bottom: a feature uses only what was made above it.

import { randomBytes, randomUUID } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import type { Config } from './config/config.ts'
import { createAccess } from './features/access/access.ts'
import { createActivity } from './features/activity/activity.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { createAudit } from './features/audit/audit.ts'
import { createAuth } from './features/auth/auth.ts'
import { createReadProfile } from './features/auth/read-profile.ts'
import { createRevocationStore } from './features/auth/revocation-store.ts'
import { authRoutes } from './features/auth/routes.ts'
import { createJwtSessionTokens } from './features/auth/session-tokens/jwt-session-tokens.ts'
import { createPasetoSessionTokens } from './features/auth/session-tokens/paseto-session-tokens.ts'
import { createCaptcha } from './features/captcha/captcha.ts'
import { attachChannel } from './features/console/attach-channel.ts'
import { createAttachSessions } from './features/console/attach-sessions.ts'
import { consoleChannel } from './features/console/channel.ts'
import { createConsole } from './features/console/console.ts'
import { consoleRoutes } from './features/console/routes.ts'
import { eventsChannel } from './features/events/channel.ts'
import { createFiles } from './features/files/files.ts'
import { fileRoutes } from './features/files/routes.ts'
import { uploadRoutes } from './features/files/uploads/routes.ts'
import { createCachedLists } from './features/game-servers/cached-lists.ts'
import { createGameServers } from './features/game-servers/game-servers.ts'
import { createGameServersStore } from './features/game-servers/game-servers-store.ts'
import { gameServerRoutes } from './features/game-servers/routes.ts'
import { metricsChannels } from './features/metrics/channel.ts'
import { createMetrics } from './features/metrics/metrics.ts'
import { metricsRoutes } from './features/metrics/routes.ts'
import { createNodes } from './features/nodes/nodes.ts'
import { createNodesStore } from './features/nodes/nodes-store.ts'
import { nodeRoutes } from './features/nodes/routes.ts'
import { createPersonalAccessTokens } from './features/personal-access-tokens/personal-access-tokens.ts'
import { createPersonalAccessTokensStore } from './features/personal-access-tokens/personal-access-tokens-store.ts'
import { personalAccessTokenRoutes } from './features/personal-access-tokens/routes.ts'
import { openPlugins } from './features/plugins/open-plugins.ts'
import { publicConfigRoutes } from './features/public-config/routes.ts'
import { createRcon } from './features/rcon/rcon.ts'
import { rconRoutes } from './features/rcon/routes.ts'
import { createRoles } from './features/roles/roles.ts'
import { createRolesStore } from './features/roles/roles-store.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { scheduleRoutes } from './features/schedules/routes.ts'
import { createSchedules } from './features/schedules/schedules.ts'
import { sftpRoutes } from './features/sftp/routes.ts'
import { createSftp } from './features/sftp/sftp.ts'
import { taskChannel } from './features/tasks/channel.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { createTasks } from './features/tasks/tasks.ts'
import { createTasksStore } from './features/tasks/tasks-store.ts'
import { eggRoutes } from './features/templates/egg-routes.ts'
import { createImportEgg } from './features/templates/import-egg.ts'
import { createImportedTemplatesStore } from './features/templates/imported-templates-store.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { createTemplates } from './features/templates/templates.ts'
import { createTemplatesStore } from './features/templates/templates-store.ts'
import { twoFactorRoutes } from './features/two-factor/routes.ts'
import { createTwoFactor } from './features/two-factor/two-factor.ts'
import { createTwoFactorStore } from './features/two-factor/two-factor-store.ts'
import { userPermissionRoutes } from './features/user-permissions/routes.ts'
import { createUserPermissions } from './features/user-permissions/user-permissions.ts'
import { createUserPermissionsStore } from './features/user-permissions/user-permissions-store.ts'
import { openCompromisedPasswords } from './features/users/compromised-passwords.ts'
import { createPasswords } from './features/users/passwords.ts'
import { userRoutes } from './features/users/routes.ts'
import { createUsers } from './features/users/users.ts'
import { createUsersStore } from './features/users/users-store.ts'
import { openLink } from './open-link.ts'
import type { OpenCache } from './platform/cache/cache.ts'
import { createChanges } from './platform/changes.ts'
import { loadCertificateAuthority } from './platform/daemon-link/certificate-authority.ts'
import type { Database } from './platform/database/database.ts'
import { createWritableCheck } from './platform/database/writable-check.ts'
import { createDraining, usualDrainTimes } from './platform/http/draining.ts'
import type { RequestTimes } from './platform/http/http-server.ts'
import type { Log } from './platform/log.ts'
import { createPanelSecretStore } from './platform/panel-secret-store.ts'
import { rememberedMs } from './platform/recognized-callers.ts'
import { createSecretBox, derivedKey, keyIdOf } from './platform/secret-box.ts'
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
  tls: { cert: string; key: string } | null
  /** The program of a plugin's thread, when it is bundled. */
  pluginWorkerFile?: URL
  /** For tests: which addresses a name has, as plugins see it. */
  resolveForPlugins?: (host: string) => Promise<LookupAddress[]>
  now?: () => number
  /** How often house is kept; the usual time when left out. */
  housekeepingMs?: number
}

const usualHousekeepingMs = 15_000
const languages = ['en', 'de', 'es', 'fr', 'ru', 'zh'] as const

export type App = Awaited<ReturnType<typeof createApp>>

export async function createApp(options: AppOptions) {
  const { config, cache, log, version } = options
  const { db, versions } = options.database
  const now = options.now ?? Date.now
  const instanceId = randomUUID()
  const changes = await shareChanges(createChanges(), { cache, instanceId, unheardMs: rememberedMs, log })
  const secretKeys = secretKeysOf(config)
  const { encryptionKey, sessionKey } = secretKeys
  const boxes = secretBoxesOf(secretKeys)

  const authority = await loadCertificateAuthority(
    createPanelSecretStore(db, boxes.general, boxes.spareAuthority, keyIdOf(encryptionKey), log),
    { clock: now, randomBytes },
  )
  const { link, localLink } = openLink({
    config,
    cache,
    box: createSecretBox(derivedKey(sessionKey, 'messages between instances')),
    authority,
    instanceId,
    changes,
    features: () => ({ audit, nodes, tasks, gameServers, sftp }),
    log,
    now,
  })

  const audit = createAudit(log, config.audit.enabled)
  const access = createAccess({
    db,
    cache,
    changes,
    keepEntriesMs: config.access.memoryTtlSeconds * 1000,
    shareEntriesMs: config.access.sharedTtlSeconds * 1000,
    now,
  })
  const compromisedPasswords = openCompromisedPasswords()
  const users = createUsers({
    store: createUsersStore(db),
    access,
    passwords: createPasswords(config.auth.bcryptCost),
    isCompromised: password => !config.auth.allowWeakPasswords && compromisedPasswords.includes(password),
    changes,
    now,
  })
  const roles = createRoles({ store: createRolesStore(db), access, now })
  const personalAccessTokens = createPersonalAccessTokens({
    store: createPersonalAccessTokensStore(db),
    access,
    changes,
    now,
    random: randomBytes,
  })
  const captcha = createCaptcha(config.captcha, log)
  const twoFactor = createTwoFactor({
    store: createTwoFactorStore(db),
    users,
    access,
    audit,
    cache,
    secretBox: boxes.twoFactor,
    policy: config.auth.mfa,
    now,
    random: randomBytes,
  })
  const revocations = createRevocationStore(db)
  const auth = createAuth({
    audit,
    users,
    captcha,
    twoFactor,
    personalAccessTokens,
    cache,
    changes,
    revocations,
    sessionTokens:
      config.auth.sessionTokenKind === 'jwt'
        ? createJwtSessionTokens(sessionKey)
        : createPasetoSessionTokens(sessionKey),
    now,
    random: randomBytes,
    shortLivedTokenSeconds: config.auth.shortLivedTokenTtlSeconds,
    restrictedSessionSeconds: config.auth.mfa.enrollmentTokenTtlSeconds,
  })
  const nodes = createNodes({
    store: createNodesStore(db, boxes.general),
    caFingerprint: authority.caFingerprint,
    now,
    random: randomBytes,
    isOnline: link.isOnline,
  })
  const templates = createTemplates({ store: createTemplatesStore(db), changes, log, now })
  const importEgg = createImportEgg({
    store: createTemplatesStore(db),
    imported: createImportedTemplatesStore(db),
    access,
    changes,
    now,
  })
  const tasksStore = createTasksStore(db)
  const tasks = createTasks({ store: tasksStore, changes, audit, log, now, randomUuid: randomUUID, link })
  const gameServers = createGameServers({
    store: createGameServersStore(db, boxes.general),
    access,
    nodes,
    templates,
    tasks,
    changes,
    link,
    log,
    now,
    random: randomBytes,
    randomUuid: randomUUID,
  })
  const readGameServerList = createCachedLists({ versions, cache, changes, random: randomUUID, now })
  const schedules = createSchedules({ db, access, gameServers, link, changes, now })
  const userPermissions = createUserPermissions({ store: createUserPermissionsStore(db), access })
  const gameConsole = createConsole({ gameServers, link, changes, log, now })
  const attachSessions = createAttachSessions({ gameServers, link, log, now, newId: randomUUID })
  const rcon = createRcon({ gameServers, templates, link })
  const files = createFiles({ access, gameServers, tasks, link, uploads: config.uploads, changes, audit })
  const sftp = createSftp({
    db,
    cache,
    users,
    access,
    twoFactor,
    gameServers,
    nodes,
    changes,
    // Every instance hears of changed rights and tells its own nodes.
    link: localLink,
    audit,
    grantBox: createSecretBox(derivedKey(sessionKey, 'SFTP sessions')),
    now,
    random: randomBytes,
  })
  const activity = createActivity({ db, access, gameServers, changes, log, now })
  const metrics = createMetrics({ gameServers, nodes, access, audit, link, changes, log, now })

  const plugins = openPlugins({
    db,
    rcon,
    gameServers,
    nodes,
    users,
    access,
    audit,
    changes,
    secretBox: boxes.pluginSettings,
    config: config.plugins,
    workerFile: options.pluginWorkerFile ?? null,
    ...(options.resolveForPlugins && { resolve: options.resolveForPlugins }),
    version,
    log,
    now,
  })

  const sqliteFile = config.database.driver === 'sqlite' ? config.database.file : null
  const checkDatabase = createWritableCheck(db, sqliteFile)
  const profileOf = createReadProfile({ users, access, twoFactor, defaultLanguage: 'en' })
  let grpcPort = config.grpc.port
  const draining = createDraining(cache.isShared ? usualDrainTimes : null)
  const captchaWidget = config.captcha && {
    provider: config.captcha.provider,
    site_key: config.captcha.siteKey,
  }
  const routes = [
    ...publicConfigRoutes(
      {
        name: 'Rookery',
        version,
        default_language: 'en',
        languages: [...languages],
        captcha: captchaWidget,
        plugins_enabled: !config.plugins.disabled,
      },
      async () => {
        if (draining.isLeaving()) throw new Error('this instance of the panel stops')
        await checkDatabase()
        await cache.ping()
      },
    ),
    ...authRoutes(auth, profileOf),
    ...twoFactorRoutes(twoFactor, auth.logOut),
    ...userRoutes({ users, access, audit, languages, profileOf }),
    ...roleRoutes(roles, audit),
    ...personalAccessTokenRoutes(personalAccessTokens, audit),
    ...nodeRoutes({
      nodes,
      access,
      audit,
      publicUrl: options.publicUrl,
      grpcPort: () => grpcPort,
      caPem: authority.caPem,
      countGameServers: gameServers.countOfNode,
      portsOf: gameServers.portsOf,
      readLog: async (nodeId, lines) =>
        (await link.call(nodeId, { $case: 'readLog', value: { lines } })).logLines,
      sendSettings: (nodeId, value) => {
        if (link.isOnline(nodeId)) link.send(nodeId, { $case: 'nodeSettings', value })
      },
      disconnect: link.disconnect,
    }),
    ...templateRoutes({ templates, access, audit }),
    ...eggRoutes({ templates, importEgg, audit, now }),
    ...taskRoutes(tasks, access),
    ...gameServerRoutes(gameServers, access, audit, readGameServerList),
    ...scheduleRoutes(schedules),
    ...userPermissionRoutes({ userPermissions, users, gameServers, access, audit }),
    ...consoleRoutes(gameConsole),
    ...rconRoutes(rcon),
    ...fileRoutes(files),
    ...uploadRoutes(files),
    ...sftpRoutes(sftp),
    ...activityRoutes(activity),
    ...metricsRoutes(metrics),
    ...plugins.routes,
  ]
  const channels = [
    taskChannel(tasks, access, changes),
    consoleChannel(gameConsole, access),
    attachChannel(attachSessions, gameConsole),
    ...metricsChannels(metrics),
    eventsChannel({ changes, access, gameServers, metrics }),
  ]
  const web = await createWebServer({
    config,
    log,
    version,
    routes,
    channels,
    changes,
    now,
    webFolder: options.webFolder,
    tls: options.tls,
    bodyTimes: options.bodyTimes,
    headerTimes: options.headerTimes,
    draining,
    authenticate: auth.authenticate,
    spendShortLivedToken: auth.spendShortLivedToken,
    authorize: access.authorize,
    denied: (caller, request) => audit.record({ event: 'access.denied', outcome: 'denied', request }, caller),
  })

  const keepHouse = async () => {
    if (cache.isShared) await tasks.handOverForgotten(localLink.onlineNodeIds())
    const tidied = [revocations.purge(now()), activity.tidy(), tasks.tidy()]
    await Promise.all([tasks.endOverdue(), personalAccessTokens.writeLastUses(), ...tidied])
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
    /** How callers are recognized and checked, for programs that measure it. */
    authenticate: auth.authenticate,
    authorize: access.authorize,
    /** Loads the catalog and opens both ports. */
    async start(): Promise<{ httpPort: number; grpcPort: number }> {
      await templates.loadCatalog(options.templatesFolder)
      await sealStoredSecrets(db, secretKeys, log)
      await reportUnreadableSecrets(db, secretKeys, log)
      grpcPort = (await link.start()).port
      await plugins.start()
      return { httpPort: await web.listen(config.http.bindIp, config.http.port), grpcPort }
    },
    /** Answers what has begun, closes every channel with 1001, lets the nodes go; game servers run on. */
    async stop(): Promise<void> {
      clearInterval(housekeeping)
      await web.close()
      await plugins.close()
      await link.close()
      await activity.close()
      await personalAccessTokens.writeLastUses()
    },
  }
}
