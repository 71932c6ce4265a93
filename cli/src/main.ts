// The `rookery` command.

import { defineCommand, runMain } from 'citty'
import manifest from '../package.json' with { type: 'json' }
import { runDoctor } from './doctor/doctor.ts'
import { readEnrollmentAddress } from './logic/enrollment-address.ts'
import { findPlaces } from './places.ts'
import { programs } from './programs.ts'
import { runInForeground } from './run-in-foreground.ts'
import { lintTemplates } from './template/lint-templates.ts'
import { up } from './up/up.ts'

const places = () => findPlaces(process.env, process.cwd())
const environment = () => ({ ...process.env, DATA_DIR: places().dataDir, CONFIG_FILE: places().configFile })

const upCommand = defineCommand({
  meta: { name: 'up', description: 'Run the panel and a daemon for this machine' },
  args: {
    verbose: { type: 'boolean', description: 'Show every log line' },
    watch: { type: 'boolean', description: 'Restart on changes of the source' },
  },
  async run({ args }) {
    process.exitCode = await up({
      programs,
      places: places(),
      environment: process.env,
      workingDirectory: process.cwd(),
      isVerbose: args.verbose ?? false,
      isWatching: args.watch ?? false,
    })
  },
})

const panelCommand = defineCommand({
  meta: { name: 'panel', description: 'Run the panel alone' },
  async run() {
    process.exitCode = await runInForeground([programs.panel], environment())
  },
})

const daemonCommand = defineCommand({
  meta: { name: 'daemon', description: 'Run the daemon of this machine alone' },
  async run() {
    process.exitCode = await runInForeground([programs.daemon, '--data', places().daemonDir], environment())
  },
})

const enrollCommand = defineCommand({
  meta: { name: 'enroll', description: 'Join this machine to a panel' },
  args: {
    url: {
      type: 'positional',
      description: 'Address of the panel; the key may follow after #',
      required: true,
    },
    key: { type: 'string', description: 'One-time key from the panel' },
  },
  async run({ args }) {
    const address = readEnrollmentAddress(args.url, args.key)
    if ('wrong' in address) {
      console.error(address.wrong)
      process.exitCode = 1
      return
    }
    const words = ['enroll', address.url, '--key', address.key, '--data', places().daemonDir]
    process.exitCode = await runInForeground([programs.daemon, ...words], environment())
  },
})

const configCheckCommand = defineCommand({
  meta: { name: 'check', description: 'Read the configuration and list everything that is wrong with it' },
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

const doctorCommand = defineCommand({
  meta: { name: 'doctor', description: 'Check this installation and say what is wrong' },
  async run() {
    process.exitCode = await runDoctor({ places: places(), programs, environment: environment() })
  },
})

const versionCommand = defineCommand({
  meta: { name: 'version', description: 'Print the version' },
  run() {
    console.log(manifest.version)
  },
})

await runMain(
  defineCommand({
    meta: {
      name: 'rookery',
      version: manifest.version,
      description: 'Game servers and the machines they run on',
    },
    subCommands: {
      up: upCommand,
      panel: panelCommand,
      daemon: daemonCommand,
      doctor: doctorCommand,
      node: defineCommand({
        meta: { name: 'node', description: 'This machine as a node' },
        subCommands: { enroll: enrollCommand },
      }),
      config: defineCommand({
        meta: { name: 'config', description: 'The configuration' },
        subCommands: { check: configCheckCommand },
      }),
      template: defineCommand({
        meta: { name: 'template', description: 'Templates of games' },
        subCommands: { lint: templateLintCommand },
      }),
      version: versionCommand,
    },
  }),
)
