// Runs the daemon: reads its command line and its file, starts the app and its link, and stops in good order.

import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { DaemonMessage } from '@rookery/contracts/up-protocol.ts'
import packageFile from '../package.json' with { type: 'json' }
import { type App, type AppOptions, openApp } from './app.ts'
import { reportOnDaemonConfig } from './config/check-report.ts'
import type { DaemonConfig } from './config/daemon-config.ts'
import { daemonFilePath, loadDaemonConfig } from './config/load-daemon-config.ts'
import { pickUserIdBase, writeDaemonConfig } from './config/write-daemon-config.ts'
import { shippedBeside, shippedFromSource } from './features/install/shipped-games.ts'
import { createLog, type Log, RecentLines } from './platform/log.ts'
import { enroll } from './platform/panel-link/enroll.ts'
import { type LinkHooks, LinkRefusal } from './platform/panel-link/link-hooks.ts'
import { readIdentity, replaceCertificate } from './platform/panel-link/node-identity-files.ts'
import { PanelLink } from './platform/panel-link/panel-link.ts'
import { readEnrollmentKey } from './read-enrollment-key.ts'

const usage = `usage: daemon --data DIR                           run the daemon of this machine
       daemon enroll URL --data DIR                join this machine to a panel; the key comes on standard input
       daemon enroll URL --key-file FILE --data DIR
       daemon --check-config [--json] --data DIR   say what is wrong with its file
       daemon --recovery-command --data DIR        backups without a panel: what rookery backups asks for
       --config FILE  its file (default daemon.yaml in DIR)
       --games DIR    enroll: where games live (default servers beside its file)
       --shared DIR   where games live when their users cannot enter DIR (default /var/lib/rookery)`

const defaultSharedFolder = '/var/lib/rookery'

/** For the person at the keyboard: one sentence, no stack. */
class StartProblem extends Error {}

export async function runDaemon(): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`daemon: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine()
  if (values.help) return console.log(usage)
  if (!values.data) throw new StartProblem(`--data DIR is missing\n${usage}`)
  const dataFolder = resolve(values.data)
  const configFile = values.config ? resolve(values.config) : daemonFilePath(dataFolder)
  const [command, panelUrl, ...rest] = positionals
  if (command === 'enroll' && panelUrl && rest.length === 0) {
    const key = await readEnrollmentKey({ key: values.key, keyFile: values['key-file'] })
    const gamesFolder = values.games === undefined ? undefined : resolve(values.games)
    return enrollThisMachine(panelUrl, key, { dataFolder, configFile, gamesFolder })
  }
  if (command !== undefined) throw new StartProblem(`this is not understood\n${usage}`)
  if (values['check-config']) return checkConfig(configFile, values.json)
  if (values['recovery-command']) return answerRecoveryCommand(configFile)
  await run({ dataFolder, configFile }, resolve(values.shared))
}

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        config: { type: 'string' },
        games: { type: 'string' },
        shared: { type: 'string', default: defaultSharedFolder },
        key: { type: 'string' },
        'key-file': { type: 'string' },
        'check-config': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        'recovery-command': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new StartProblem(`${(error as Error).message}\n${usage}`)
  }
}

interface DaemonPlaces {
  dataFolder: string
  configFile: string
}

async function enrollThisMachine(
  panelUrl: string,
  key: string,
  { dataFolder, configFile, gamesFolder }: DaemonPlaces & { gamesFolder: string | undefined },
): Promise<void> {
  // Before the key is spent: a folder that cannot be made must not cost it.
  mkdirSync(dirname(configFile), { recursive: true })
  const { nodeId, apiKey, connectionPassword, address, files } = await enroll({
    panelUrl,
    key,
    folder: dataFolder,
  })
  const isInDataFolder = dirname(configFile) === dataFolder
  const written = (file: string) => (isInDataFolder ? relative(dataFolder, file) : file)
  const fields = {
    panel: address,
    node_id: nodeId,
    api_key: apiKey,
    connection_password: connectionPassword,
    certificate: written(files.certificateFile),
    certificate_key: written(files.keyFile),
    ca: written(files.caFile),
  }
  // What an administrator has decided in a file that is here already stays.
  const isNew = !existsSync(configFile)
  writeDaemonConfig(configFile, fields, {
    ...(isNew && { metrics: { history: true } }),
    game_user_id_base: pickUserIdBase(randomInt),
    ...(gamesFolder !== undefined && { work_path: gamesFolder }),
  })
  console.log(
    `this machine is now node ${nodeId} of the panel; start it with rookery daemon, or where it is a unit with systemctl enable --now rookery-daemon`,
  )
}

function checkConfig(configFile: string, asJson: boolean): void {
  const report = reportOnDaemonConfig(configFile, Date.now())
  if (asJson) console.log(JSON.stringify(report))
  else if (!report.isEnrolled) console.log('this machine is not enrolled')
  else for (const line of [...report.problems, ...report.warnings]) console.log(line)
  process.exitCode = report.problems.length > 0 ? 1 : 0
}

/** With the restic that a daemon of this machine would take, enrolled or not. */
async function answerRecoveryCommand(configFile: string): Promise<void> {
  const { runRecoveryCommand } = await import('./run-recovery-command.ts')
  const reading = loadDaemonConfig(configFile)
  const configured = reading && 'config' in reading ? reading.config.backups.resticPath : null
  const program = process.env.BACKUP_RESTIC_PATH || configured
  await runRecoveryCommand({ program, shippedProgram: shippedRestic() })
}

async function run({ dataFolder, configFile }: DaemonPlaces, sharedFolder: string): Promise<void> {
  const recentLines = new RecentLines()
  const log = createLog(process.env.LOGGER_LEVEL || 'info', recentLines)
  const config = readConfig({ dataFolder, configFile }, log)
  const identityFiles = {
    caFile: config.caFile,
    certificateFile: config.certificateFile,
    keyFile: config.certificateKeyFile,
  }
  const identity = await readIdentity(identityFiles)
  const toPanel: { link?: PanelLink } = {}
  const stopping: { stop?: (why: string) => Promise<void> } = {}
  const app = await openApp({
    dataFolder,
    config,
    version: packageFile.version,
    log,
    recentLogLines: count => recentLines.last(count),
    ...(await programFiles(dataFolder)),
    ...programOf({ dataFolder, configFile }, why => void stopping.stop?.(why)),
    sharedFolder,
    nowMs: Date.now,
    send: message => void toPanel.link?.send(message),
    async ask(question) {
      if (!toPanel.link) throw new LinkRefusal('unavailable', 'the panel is not connected')
      return toPanel.link.ask(question)
    },
  })
  const link = new PanelLink({
    address: config.panelAddress,
    identity,
    nodeId: config.nodeId,
    apiKey: config.apiKey,
    connectionPassword: config.connectionPassword,
    instanceId: randomUUID(),
    hooks: { ...app.hooks, presence: notifyStarter(app.hooks.presence) },
    saveCertificate: certificatePem => replaceCertificate(identityFiles, certificatePem),
    log,
    clock: Date.now,
    random: Math.random,
  })
  toPanel.link = link
  stopping.stop = stopWhenAsked(app, link, log)
  link.start()
  log.info({ panel: config.panelAddress, node_id: config.nodeId }, 'the daemon is running')
}

function readConfig({ dataFolder, configFile }: DaemonPlaces, log: Log): DaemonConfig {
  const reading = loadDaemonConfig(configFile)
  if (!reading) {
    throw new StartProblem(
      `${configFile} does not exist: join this machine to a panel first, with: daemon enroll URL --data ${dataFolder}`,
    )
  }
  if ('problems' in reading) throw new StartProblem(reading.problems.join('\n'))
  for (const warning of reading.warnings) log.warn(warning)
  const { backups } = reading.config
  const resticPath = process.env.BACKUP_RESTIC_PATH || backups.resticPath
  return { ...reading.config, backups: { ...backups, resticPath } }
}

/** A bundle has its companions beside it; the source finds its own, and builds the shipped game when it must. */
async function programFiles(
  dataFolder: string,
): Promise<Pick<AppOptions, 'keeper' | 'shippedGames' | 'sevenZipFile' | 'shippedRestic'>> {
  const self = fileURLToPath(import.meta.url)
  const folder = dirname(self)
  if (!self.endsWith('.ts')) {
    const keeper = { keeperFile: join(folder, 'keeper.mjs'), launcherFile: join(folder, 'launcher.mjs') }
    return {
      keeper,
      shippedGames: shippedBeside(folder),
      sevenZipFile: join(folder, 'seven-zip.mjs'),
      shippedRestic: shippedRestic(),
    }
  }
  const builtFolder = join(dataFolder, 'shipped')
  mkdirSync(builtFolder, { recursive: true })
  return { keeper: {}, shippedGames: await shippedFromSource(resolve(folder, '../..'), builtFolder) }
}

/** Only releases have one. */
const shippedRestic = () => join(dirname(fileURLToPath(import.meta.url)), '../bin/restic')

/** What upgrades from the panel must know of this program; nothing where it runs from its source. */
function programOf(
  { dataFolder, configFile }: DaemonPlaces,
  restart: (why: string) => void,
): Pick<AppOptions, 'program'> {
  const self = fileURLToPath(import.meta.url)
  const launcher = process.env.ROOKERY_LAUNCHER
  // Of this daemon alone, not of what it starts.
  delete process.env.ROOKERY_LAUNCHER
  if (self.endsWith('.ts')) return {}
  const checkArguments = ['--check-config', '--data', dataFolder, '--config', configFile]
  return { program: { folder: resolve(dirname(self), '..'), launcher, checkArguments, restart } }
}

/** `rookery up` waits for the first connection. */
function notifyStarter(presence: LinkHooks['presence']): NonNullable<LinkHooks['presence']> {
  return (connected, reason) => {
    presence?.(connected, reason)
    if (connected) process.send?.({ kind: 'panel-connected' } satisfies DaemonMessage)
  }
}

/** Also when `rookery up`, which started this, is gone: its channel closes then. Games keep running. */
function stopWhenAsked(app: App, link: PanelLink, log: Log): (why: string) => Promise<void> {
  let isStopping = false
  const stop = async (why: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'the daemon stops; games keep running')
    await link.close()
    await app.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  if (process.send) process.on('disconnect', () => void stop('its starter is gone'))
  return stop
}
