// Every command of `rookery`, with its words and options; the reference page is made from this.

import { type ArgsDef, type CommandDef, defineCommand } from 'citty'
import manifest from '../package.json' with { type: 'json' }
import { checkReady } from './ask-panel.ts'
import { runDoctor } from './doctor/doctor.ts'
import { readEnrollmentAddress } from './enrollment-address-rules.ts'
import { daemonPlaceArguments, findPlaces } from './places.ts'
import { missingPanel, missingPluginTools, programs } from './programs.ts'
import { runInForeground } from './run-in-foreground.ts'
import { lintTemplates } from './template/lint-templates.ts'
import { setUpPanel } from './up/first-run.ts'
import { up } from './up/up.ts'

const places = () => findPlaces(process.env, process.cwd())
const environment = () => ({ ...process.env, DATA_DIR: places().dataDir, CONFIG_FILE: places().configFile })

/** For groups whose commands are not in the package of a daemon alone: one sentence, and nothing is begun. */
function stopIfMissing(problem: string | null): void {
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}

/** Says what the work gives; a failure is one sentence without a stack. */
async function asText(work: () => Promise<string>): Promise<number> {
  return asStatus(async () => {
    console.log(await work())
    return 0
  })
}

async function asStatus(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

const newInstallation = {
  type: 'boolean',
  description: 'Start over although this installation was set up and its database is gone',
} as const

const upCommand = defineCommand({
  meta: { name: 'up', description: 'Run the panel and a daemon for this machine' },
  setup: () => stopIfMissing(missingPanel('rookery up')),
  args: {
    verbose: { type: 'boolean', description: 'Show every log line' },
    watch: { type: 'boolean', description: 'Restart when the source changes' },
    'new-installation': newInstallation,
  },
  async run({ args }) {
    process.exitCode = await up({
      programs,
      places: places(),
      environment: process.env,
      workingDirectory: process.cwd(),
      isVerbose: args.verbose ?? false,
      isWatching: args.watch ?? false,
      beginsAnew: args['new-installation'] ?? false,
    })
  },
})

const daemonCommand = defineCommand({
  meta: { name: 'daemon', description: 'Run only the daemon of this machine' },
  async run() {
    const argv = [programs.daemon, ...daemonPlaceArguments(places())]
    process.exitCode = await runInForeground(argv, environment())
  },
})

const enrollCommand = defineCommand({
  meta: { name: 'enroll', description: 'Join this machine to a panel' },
  args: {
    url: {
      type: 'positional',
      description: 'Address of the panel',
      required: true,
    },
    'key-file': {
      type: 'string',
      description: 'File with the one-time key from the panel; by default it is read from standard input',
    },
    games: {
      type: 'string',
      description: 'Folder for the games, if not the default; only the first time',
    },
    key: {
      type: 'string',
      description: 'The key itself; every user of this machine can see it, so prefer standard input',
    },
  },
  async run({ args }) {
    const address = readEnrollmentAddress(args.url, args.key)
    if ('wrong' in address) {
      console.error(address.wrong)
      process.exitCode = 1
      return
    }
    const keyFile = args['key-file']
    const argv = [
      ...['enroll', address.url, ...daemonPlaceArguments(places())],
      ...(args.games ? ['--games', args.games] : []),
      ...(address.key === null ? [] : ['--key', address.key]),
      ...(keyFile ? ['--key-file', keyFile] : []),
    ]
    process.exitCode = await runInForeground([programs.daemon, ...argv], environment())
  },
})

const configCheckCommand = defineCommand({
  meta: { name: 'check', description: 'Read the configuration and list everything that is wrong with it' },
  setup: () => stopIfMissing(missingPanel('rookery config')),
  async run() {
    process.exitCode = await runInForeground([programs.panel, '--check-config'], environment())
  },
})

const templateLintCommand = defineCommand({
  meta: { name: 'lint', description: 'Check template files and list everything that is wrong with them' },
  args: { file: { type: 'positional', description: 'Template files, YAML or JSON', required: false } },
  async run({ args }) {
    process.exitCode = await lintTemplates(args._, line => console.log(line))
  },
})

const folderArgument = {
  folder: { type: 'positional', description: 'Folder of the plugin', default: '.' },
} as const

const pluginNewCommand = defineCommand({
  meta: { name: 'new', description: 'Create a folder with a working plugin' },
  args: { name: { type: 'positional', description: 'Its name, such as my-plugin', required: true } },
  async run({ args }) {
    const { newPlugin } = await import('./plugin/new-plugin.ts')
    process.exitCode = await newPlugin(args.name, line => console.log(line))
  },
})

const pluginBuildCommand = defineCommand({
  meta: { name: 'build', description: 'Compile a plugin, check it, and pack it for upload' },
  args: folderArgument,
  async run({ args }) {
    const { buildPlugin } = await import('./plugin/build-plugin.ts')
    process.exitCode = await buildPlugin(args.folder, line => console.log(line))
  },
})

const pluginTestCommand = defineCommand({
  meta: { name: 'test', description: 'Run the tests of a plugin in the sandbox' },
  args: folderArgument,
  async run({ args }) {
    const { testPlugin } = await import('./plugin/test-plugin.ts')
    process.exitCode = await testPlugin(args.folder, line => console.log(line))
  },
})

const doctorCommand = defineCommand({
  meta: { name: 'doctor', description: 'Check this installation and list what is wrong' },
  async run() {
    process.exitCode = await runDoctor({ places: places(), programs, environment: environment() })
  },
})

const readyCommand = defineCommand({
  meta: {
    name: 'ready',
    description: 'Ask the panel of this machine whether it is ready; exit code 0 if it is',
  },
  setup: () => stopIfMissing(missingPanel('rookery ready')),
  async run() {
    process.exitCode = await checkReady(programs, environment(), line => console.log(line))
  },
})

const storageArguments = {
  storage: {
    type: 'positional',
    description:
      'Where the backups are, as on the recovery sheet: a folder, s3:https://HOST/BUCKET/PREFIX, sftp://USER@HOST/PATH or rest:https://HOST:8000/PATH',
    required: true,
  },
} as const
const storageOptions = {
  'key-file': {
    type: 'string',
    description:
      'File with the recovery key, such as the downloaded sheet; otherwise it is asked for, or the first line of standard input',
  },
  'secret-file': {
    type: 'string',
    description:
      'File with the secret access key, the private key or the password of the storage; otherwise it is asked for, or follows on standard input',
  },
  'access-key': { type: 'string', description: 'Access key id, for S3' },
  region: { type: 'string', description: 'Region, for S3; us-east-1 if left out' },
  'host-key': {
    type: 'string',
    description: 'Host key as in known_hosts, for SFTP; otherwise it is shown and asked about',
  },
  user: { type: 'string', description: "User of restic's REST server" },
} as const
const recoveryProgram = () => ({
  argv: [programs.daemon, '--recovery-command', ...daemonPlaceArguments(places())],
  environment: environment(),
})

const backupCommand = defineCommand({
  meta: { name: 'backup', description: 'Back up the panel while it runs: database, settings and secrets' },
  setup: () => stopIfMissing(missingPanel('rookery panel backup')),
  args: {
    file: {
      type: 'positional',
      description: 'File to create, such as rookery-2026-11-15.zip',
      required: true,
    },
    'settings-only': { type: 'boolean', description: 'Leave the database out' },
  },
  async run({ args }) {
    process.exitCode = await asText(async () => {
      const { createPanelBackup } = await import('./panel-backup/create-panel-backup.ts')
      const settingsOnly = args['settings-only'] ?? false
      const nowIso = new Date().toISOString()
      const lines = await createPanelBackup({
        file: args.file,
        settingsOnly,
        programs,
        environment: environment(),
        nowIso,
      })
      return lines.join('\n')
    })
  },
})

const restoreCommand = defineCommand({
  meta: { name: 'restore', description: 'Restore a panel from a backup; it must be stopped' },
  setup: () => stopIfMissing(missingPanel('rookery panel restore')),
  args: {
    file: {
      type: 'positional',
      description: 'File created by rookery panel backup; none with --storage',
      required: false,
    },
    force: {
      type: 'boolean',
      description:
        'Replace the existing installation; its old files, or a dump of its old database, are kept next to the new ones',
    },
    'keep-database': {
      type: 'boolean',
      description:
        'Leave a PostgreSQL or MariaDB database as it is; the dump is put into DATA_DIR instead of being loaded',
    },
    storage: {
      type: 'string',
      description: 'Backup storage to restore from, as on its recovery sheet, instead of a file',
    },
    installation: {
      type: 'string',
      description:
        'Id of the installation, if the storage has several or is a REST server, which lists nothing',
    },
    backup: {
      type: 'string',
      description: 'Beginning of the id of a backup in the storage; the newest if left out',
    },
    ...storageOptions,
  },
  async run({ args }) {
    process.exitCode = await asText(async () => {
      const { file, storage, installation = null, backup = null, force = false } = args
      if ((file === undefined) === (storage === undefined)) {
        throw new Error('Name a file, or a storage with --storage.')
      }
      const { restorePanel } = await import('./panel-backup/restore-panel.ts')
      const { fetchPanelBackup } = await import('./backups/backups.ts')
      const fetchParts = (folder: string) =>
        fetchPanelBackup(
          recoveryProgram(),
          { ...args, storage: storage ?? '' },
          { installation, backup },
          folder,
        )
      const nowIso = new Date().toISOString()
      const source = file ?? fetchParts
      const keepDatabase = args['keep-database'] ?? false
      return restorePanel({
        ...{ source, force, keepDatabase, places: places(), programs },
        ...{ environment: environment(), nowIso },
      })
    })
  },
})

const setupCommand = defineCommand({
  meta: {
    name: 'setup',
    description:
      'Set up the panel after installing it: asks three questions (none if given as flags) and starts it',
  },
  setup: () => stopIfMissing(missingPanel('rookery setup')),
  args: {
    address: { type: 'string', description: 'Name that people use to reach the panel, or localhost' },
    tls: {
      type: 'string',
      description:
        'acme, files, proxy, or none for localhost: who speaks TLS with browsers, and with which certificate; acme agrees to the terms of the certificate authority',
    },
    cert: { type: 'string', description: 'Certificate chain as PEM, for --tls files' },
    key: { type: 'string', description: 'Private key as PEM, where it is not in the same file' },
    email: { type: 'string', description: 'Email address for the certificate authority, for --tls acme' },
    'acme-directory': {
      type: 'string',
      description: "Directory of a certificate authority other than Let's Encrypt, for --tls acme",
    },
    administrator: { type: 'string', description: 'Login of the administrator' },
    'password-stdin': {
      type: 'boolean',
      description:
        'Read the password of the administrator from standard input; otherwise it is asked for, or made and shown once',
    },
    'no-node': { type: 'boolean', description: 'Run no games on this machine' },
    root: { type: 'string', description: 'Write everything below this folder and start nothing' },
  },
  async run({ args }) {
    process.exitCode = await asText(async () => {
      const { setUp } = await import('./setup/setup.ts')
      const { findSetupPlaces } = await import('./setup/setup-places.ts')
      return setUp({
        flags: args,
        readsPassword: args['password-stdin'] ?? false,
        // The parser takes --no-node for the opposite of --node.
        withNode: !('node' in args) || args.node !== false,
        places: findSetupPlaces(process.env, process.cwd(), args.root),
        programs,
        environment: process.env,
        isInteractive: process.stdin.isTTY && process.stdout.isTTY,
      })
    })
  },
})

const upgradeCommand = defineCommand({
  meta: {
    name: 'upgrade',
    description:
      "Install a release on the panel's machine: copies the database, waits until the new version is ready, and puts the old one back when it is not",
  },
  args: {
    release: {
      type: 'positional',
      description: 'File of a release that suits this installation, or a folder with its files',
      required: false,
    },
    check: { type: 'boolean', description: 'Only show what is installed and what the release contains' },
    sha256: { type: 'string', description: 'Checksum of the file, if there is no SHA256SUMS next to it' },
    timeout: {
      type: 'string',
      description: 'Seconds until the new version must be ready',
      default: '120',
    },
    'allow-older': {
      type: 'boolean',
      description: 'Allow a release older than the installed one, if it works with the database',
    },
    'without-copy': { type: 'boolean', description: 'Continue even if the database cannot be copied' },
    resume: { type: 'boolean', description: 'Finish an upgrade that was interrupted' },
    back: { type: 'boolean', description: 'Return to the previous version' },
  },
  async run({ args }) {
    process.exitCode = await asStatus(async () => {
      const { upgrade } = await import('./upgrade/upgrade.ts')
      const timeoutSeconds = Number(args.timeout)
      if (!(timeoutSeconds >= 1)) throw new Error('--timeout must be a number of seconds, at least 1')
      return upgrade({
        ...{ file: args.release, sha256: args.sha256, timeoutSeconds, environment: process.env },
        check: args.check ?? false,
        allowOlder: args['allow-older'] ?? false,
        withoutCopy: args['without-copy'] ?? false,
        resume: args.resume ?? false,
        back: args.back ?? false,
        say: line => console.log(line),
      })
    })
  },
})

const panelRunCommand = defineCommand({
  meta: { name: 'run', description: 'Run only the panel' },
  args: {
    'set-up': { type: 'boolean', description: 'Create config.env with new secrets if there is none' },
    'new-installation': newInstallation,
  },
  async run({ args }) {
    if (args['set-up']) setUpPanel(places(), process.env)
    const argv = args['new-installation'] ? [programs.panel, '--new-installation'] : [programs.panel]
    process.exitCode = await runInForeground(argv, environment())
  },
})

/** Groups run their default when no command of theirs is named. */
const panelCommand = defineCommand({
  meta: { name: 'panel', description: 'The panel of this machine' },
  setup: () => stopIfMissing(missingPanel('rookery panel')),
  default: 'run',
  subCommands: { run: panelRunCommand, backup: backupCommand, restore: restoreCommand },
})

/** Commands that were named differently go on working under that name. */
function earlierName<Args extends ArgsDef>(command: CommandDef<Args>, name: string): CommandDef<Args> {
  const [, , lastWord] = name.split(' ')
  return { ...command, meta: { name: lastWord, description: `The earlier name of ${name}` } }
}

const installation = () => ({ programs, environment: environment() })
const loginArgument = {
  login: { type: 'positional', description: 'Login of the person', required: true },
} as const
const generate = {
  type: 'boolean',
  description:
    'Make a random password and show it once; otherwise it is asked for, or read from standard input',
} as const

const userListCommand = defineCommand({
  meta: { name: 'list', description: 'List the people of the panel of this machine' },
  async run() {
    process.exitCode = await asText(async () => {
      const { listUsers } = await import('./user/user.ts')
      return listUsers(installation())
    })
  },
})

const userAddCommand = defineCommand({
  meta: { name: 'add', description: 'Add a person to the panel of this machine, running or stopped' },
  args: {
    ...loginArgument,
    administrator: {
      type: 'boolean',
      description: 'Can do everything; otherwise the person has no permissions yet',
    },
    name: { type: 'string', description: 'Display name; the login if left out' },
    email: { type: 'string', description: 'Email address' },
    generate,
  },
  async run({ args: { login, name, email, administrator, generate } }) {
    process.exitCode = await asText(async () => {
      const { addUser } = await import('./user/user.ts')
      const { readNewPassword } = await import('./read-password.ts')
      const chosen = await readNewPassword(login, { generate: generate ?? false })
      return addUser(installation(), {
        login,
        name,
        email,
        isAdministrator: administrator ?? false,
        ...chosen,
      })
    })
  },
})

const userPasswordCommand = defineCommand({
  meta: {
    name: 'password',
    description: 'Set a new password for a person; personal access tokens created before stop working',
  },
  args: { ...loginArgument, generate },
  async run({ args: { login, generate } }) {
    process.exitCode = await asText(async () => {
      const { changePassword } = await import('./user/user.ts')
      const { readNewPassword } = await import('./read-password.ts')
      return changePassword(installation(), login, () =>
        readNewPassword(login, { generate: generate ?? false }),
      )
    })
  },
})

const userSignOutCommand = defineCommand({
  meta: { name: 'sign-out', description: 'End every login session of a person' },
  args: loginArgument,
  async run({ args }) {
    process.exitCode = await asText(async () => {
      const { signOut } = await import('./user/user.ts')
      return signOut(installation(), args.login)
    })
  },
})

const backupsListCommand = defineCommand({
  meta: { name: 'list', description: 'List the servers and backups of a storage, without a panel' },
  args: {
    ...storageArguments,
    server: {
      type: 'positional',
      description: 'Only this one: name or uuid; the uuid is needed for a REST server, which lists nothing',
      required: false,
    },
    ...storageOptions,
  },
  async run({ args }) {
    process.exitCode = await asText(async () => {
      const { listBackups } = await import('./backups/backups.ts')
      return listBackups(recoveryProgram(), args, args.server ?? null)
    })
  },
})

const backupsRestoreCommand = defineCommand({
  meta: { name: 'restore', description: 'Restore a server from a storage into a folder, without a panel' },
  args: {
    ...storageArguments,
    server: { type: 'positional', description: 'Name or uuid of the server', required: true },
    into: {
      type: 'string',
      description: 'Folder to restore into: empty, or not there yet',
      required: true,
    },
    backup: { type: 'string', description: 'Beginning of the id of a backup; the newest if left out' },
    ...storageOptions,
  },
  async run({ args }) {
    process.exitCode = await asText(async () => {
      const { restoreBackup } = await import('./backups/backups.ts')
      const { server, into, backup = null } = args
      return restoreBackup(recoveryProgram(), args, { server, into, backup })
    })
  },
})

const versionCommand = defineCommand({
  meta: { name: 'version', description: 'Print the version' },
  run() {
    console.log(manifest.version)
  },
})

export const rookery = defineCommand({
  meta: {
    name: 'rookery',
    version: manifest.version,
    description: 'Game servers and the machines they run on',
  },
  subCommands: {
    setup: setupCommand,
    upgrade: upgradeCommand,
    up: upCommand,
    panel: panelCommand,
    daemon: daemonCommand,
    doctor: doctorCommand,
    ready: readyCommand,
    backup: earlierName(backupCommand, 'rookery panel backup'),
    restore: earlierName(restoreCommand, 'rookery panel restore'),
    user: defineCommand({
      meta: { name: 'user', description: 'People of the panel of this machine' },
      setup: () => stopIfMissing(missingPanel('rookery user')),
      subCommands: {
        list: userListCommand,
        add: userAddCommand,
        password: userPasswordCommand,
        'sign-out': userSignOutCommand,
      },
    }),
    node: defineCommand({
      meta: { name: 'node', description: 'This machine as a node' },
      subCommands: { enroll: enrollCommand },
    }),
    backups: defineCommand({
      meta: { name: 'backups', description: 'Backups of servers, from their storage alone' },
      subCommands: { list: backupsListCommand, restore: backupsRestoreCommand },
    }),
    config: defineCommand({
      meta: { name: 'config', description: 'The configuration' },
      subCommands: { check: configCheckCommand },
    }),
    template: defineCommand({
      meta: { name: 'template', description: 'Templates of games' },
      subCommands: { lint: templateLintCommand },
    }),
    plugin: defineCommand({
      meta: { name: 'plugin', description: 'Write plugins' },
      setup: () => stopIfMissing(missingPluginTools('rookery plugin')),
      subCommands: { new: pluginNewCommand, build: pluginBuildCommand, test: pluginTestCommand },
    }),
    version: versionCommand,
  },
})
