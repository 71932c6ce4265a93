// `rookery setup`: the first setup after installing a package, from a few answers to a panel that runs.
//
// Nothing counts before all of it holds: the settings are written beside their place, the panel program checks them
// and makes the database with its administrator, and only then does config.env get its name.

import { chownSync, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseReport } from '@rookery/contracts/up-protocol.ts'
import { type UserCommand, userCommandReport } from '@rookery/contracts/user-command.ts'
import { replaceFile } from '@rookery/primitives/replace-file.ts'
import { checkCertificate } from '../doctor/check-files.ts'
import { checkPort } from '../doctor/check-ports.ts'
import { type PanelFacts, readPanelFacts } from '../panel-facts.ts'
import type { Programs } from '../programs.ts'
import { type NewPassword, readNewPassword } from '../read-password.ts'
import { runForOutput } from '../run-in-foreground.ts'
import { createConfigText } from '../up/first-run.ts'
import { askMissing, SetupProblem } from './ask.ts'
import {
  filesClosedTo,
  findOwner,
  type Owner,
  panelUser,
  prepareSetupFolders,
  type SetupPlaces,
} from './setup-places.ts'
import {
  alreadySetUp,
  closedFilesText,
  isPublicName,
  missingFlags,
  noPublicName,
  notStartedText,
  readFlags,
  type SetupAnswers,
  type SetupFlags,
  settingsOf,
  setUpText,
  type TlsKind,
  takenPortText,
} from './setup-rules.ts'
import { enrollThisMachine, hasUnit, startDaemonUnit, startPanelUnit } from './start-units.ts'

export interface SetupOptions {
  flags: SetupFlags
  /** The password is read from standard input; otherwise it is asked for, or made where nobody can be asked. */
  readsPassword: boolean
  /** Also runs games on this machine. */
  withNode: boolean
  places: SetupPlaces
  programs: Programs
  environment: NodeJS.ProcessEnv
  isInteractive: boolean
}

/** Gives what to tell. */
export async function setUp(options: SetupOptions): Promise<string> {
  const { places } = options
  if (existsSync(places.configFile)) throw new SetupProblem(alreadySetUp(places.configFile))
  const answers = await completeAnswers(options)
  const owner = findOwner()
  checkFiles(answers, owner)
  const generates = !options.readsPassword && !options.isInteractive
  const chosen = await readNewPassword(answers.login, { generate: generates })
  prepareSetupFolders(places, owner)
  const facts = await createInstallation(options, answers, chosen, owner)
  const administrator = { login: answers.login, password: chosen.password }
  const generatedPassword = chosen.isGenerated ? chosen.password : null
  try {
    const next = await start(options, facts, administrator)
    return setUpText({ answers, configFile: places.configFile, generatedPassword, next })
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    throw new SetupProblem(notStartedText(error.message, places.configFile, answers.login, generatedPassword))
  }
}

async function completeAnswers({ flags, isInteractive }: SetupOptions): Promise<SetupAnswers> {
  const known = readFlags(flags)
  if ('wrong' in known) throw new SetupProblem(known.wrong)
  const missing = missingFlags(known)
  if (missing.length > 0 && !isInteractive) {
    throw new SetupProblem(
      `this is not an interactive terminal: give ${missing.join(', ')} on the command line. See rookery setup --help`,
    )
  }
  const answers = await askMissing(known)
  // The address may have been asked for after the flag.
  if (answers.tls.kind === 'acme' && !isPublicName(answers.address))
    throw new SetupProblem(noPublicName(answers.address))
  return withWholePaths(answers)
}

/** The panel would look for a relative path in its data folder. */
function withWholePaths(answers: SetupAnswers): SetupAnswers {
  const { tls } = answers
  if (tls.kind !== 'files') return answers
  const keyFile = tls.keyFile === null ? null : resolve(tls.keyFile)
  return { ...answers, tls: { ...tls, certFile: resolve(tls.certFile), keyFile } }
}

function checkFiles({ tls }: SetupAnswers, owner: Owner | null): void {
  if (tls.kind !== 'files') return
  const finding = checkCertificate(tls.certFile, tls.keyFile ?? tls.certFile, Date.now())
  if (finding.verdict === 'problem') throw new SetupProblem(finding.message)
  if (!owner) return
  const closed = filesClosedTo(panelUser, [tls.certFile, ...(tls.keyFile === null ? [] : [tls.keyFile])])
  if (closed.length > 0) throw new SetupProblem(closedFilesText(closed, panelUser))
}

/** All of it or nothing. */
async function createInstallation(
  options: SetupOptions,
  answers: SetupAnswers,
  { password }: NewPassword,
  owner: Owner | null,
): Promise<PanelFacts> {
  const { places, programs } = options
  const staged = `${places.configFile}.setup`
  const environment = {
    ...options.environment,
    DATA_DIR: places.panelDir,
    CONFIG_FILE: staged,
  }
  try {
    replaceFile(staged, createConfigText(settingsOf(answers)))
    if (owner) chownSync(staged, owner.uid, owner.gid)
    const { facts } = await readPanelFacts(programs, environment)
    if (await isStartedHere(places)) {
      const taken = await takenPort(facts, answers.tls.kind)
      if (taken !== null) throw new SetupProblem(`${taken}. Nothing was set up`)
    }
    const command: UserCommand = { command: 'initialize', login: answers.login, password }
    const run = await runForOutput([programs.panel, '--user-command'], environment, {
      input: JSON.stringify(command),
      owner,
    })
    const report = parseReport(userCommandReport, run.output)
    const problem = report === null ? run.complaints || 'the panel program does not answer' : report.problem
    if (problem !== null) throw new SetupProblem(`${problem}. Nothing was set up`)
    renameSync(staged, places.configFile)
    return facts
  } finally {
    rmSync(staged, { force: true })
  }
}

async function isStartedHere({ isOfSystem }: SetupPlaces): Promise<boolean> {
  return isOfSystem && (await hasUnit('rookery-panel.service'))
}

/** What the panel would not start for, in words; null: all its ports are free. */
export async function takenPort({ http, grpc }: PanelFacts, tls: TlsKind): Promise<string | null> {
  const ports = [
    { what: 'browsers', variable: 'HTTP_PORT', ip: http.bindIp, port: http.port },
    { what: 'nodes', variable: 'GRPC_PORT', ip: grpc.bindIp, port: grpc.port },
    ...(http.acme === null
      ? []
      : [
          {
            what: 'the certificate authority',
            variable: 'TLS_ACME_HTTP_PORT',
            ip: http.bindIp,
            port: http.acme.httpPort,
          },
        ]),
  ]
  for (const { what, ...place } of ports) {
    const { verdict, message } = await checkPort({ name: what, ...place }, false)
    if (verdict === 'problem') return message.includes('in use') ? takenPortText(place, what, tls) : message
  }
  return null
}

async function start(
  options: SetupOptions,
  { http }: PanelFacts,
  administrator: { login: string; password: string },
): Promise<string[]> {
  const { places, programs, environment, withNode } = options
  if (!(await isStartedHere(places))) {
    return [
      `Start the panel: DATA_DIR=${places.panelDir} CONFIG_FILE=${places.configFile} rookery panel`,
      ...(withNode ? ['To run games on this machine, add it in the panel under Nodes.'] : []),
    ]
  }
  await startPanelUnit(http)
  if (!withNode || existsSync(places.daemonFile)) return []
  await enrollThisMachine({ panel: http, programs, environment, places, administrator })
  await startDaemonUnit()
  return ['The panel and the daemon of this machine run: rookery-panel, rookery-daemon.']
}
