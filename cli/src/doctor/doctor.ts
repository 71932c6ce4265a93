// `rookery doctor`: checks the installation step by step and says for each what is wrong and what to do.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { acmeFileNames } from '@rookery/contracts/acme-status.ts'
import type { PanelFacts } from '../panel-facts.ts'
import type { Places } from '../places.ts'
import type { Programs } from '../programs.ts'
import { isInstanceRunning } from '../up/instance-lock.ts'
import { checkAcme } from './check-acme.ts'
import { checkSqliteFile, inspectSqliteFile } from './check-database.ts'
import { checkCertificate, checkPrivateFiles } from './check-files.ts'
import {
  checkClock,
  checkDataFolder,
  checkDiskSpace,
  checkNodeVersion,
  checkOwners,
  checkWritable,
} from './check-machine.ts'
import { answersAsPanel, checkKeeperSocket, checkPort } from './check-ports.ts'
import {
  checkDaemon,
  checkPanelConfig,
  checkServices,
  checkTerminalLibrary,
  isOfAnotherUser,
} from './check-programs.ts'
import { checkUpgrade } from './check-upgrade.ts'
import { type Finding, warning } from './finding.ts'

export interface DoctorOptions {
  places: Places
  programs: Programs
  environment: NodeJS.ProcessEnv
}

/** Prints one line per check; the status is 1 when any found a problem. */
export async function runDoctor({ places, programs, environment }: DoctorOptions): Promise<number> {
  let problems = 0
  const show = (finding: Finding) => {
    if (finding.verdict === 'problem') problems += 1
    console.log(`${finding.verdict.padEnd(8)} ${finding.name}: ${finding.message}`)
  }
  show(checkNodeVersion(process.versions.node))
  show(await checkTerminalLibrary(environment))
  show(checkDataFolder(places.dataDir))
  show(checkDiskSpace(places.dataDir))
  show(checkClock(places.dataDir, Date.now()))
  for (const finding of checkUpgrade()) show(finding)
  const { findings, facts } = await checkPanelConfig(programs, places, environment)
  findings.forEach(show)
  if (facts) {
    for (const finding of await checkWhatThePanelUses(facts, places)) show(finding)
    for (const finding of await checkPanelDatabase(facts, programs, environment)) show(finding)
  }
  for (const finding of await checkDaemon(programs, places, environment)) show(finding)
  for (const finding of checkDaemonFiles(places)) show(finding)
  console.log(
    problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
  )
  return problems === 0 ? 0 : 1
}

async function checkWhatThePanelUses(facts: PanelFacts, places: Places): Promise<Finding[]> {
  const { http, grpc, database } = facts
  const isRunning = isInstanceRunning(places.dataDir) || (await answersAsPanel(http))
  const web = { name: 'web port', variable: 'HTTP_PORT', ip: http.bindIp, port: http.port }
  const link = { name: 'daemon port', variable: 'GRPC_PORT', ip: grpc.bindIp, port: grpc.port }
  const file = database.driver === 'sqlite' ? database.file : null
  return [
    await checkPort(web, isRunning),
    await checkPort(link, isRunning),
    ...(await checkAcmePort(http, isRunning)),
    ...checkPrivateFiles([facts.configFile, ...(file === null ? [] : [file]), ...acmeFiles(http)]),
    ...checkCertificates(http),
    ...checkWritable([places.dataDir, places.logDir, ...databaseFiles(file)]),
    ...checkOwners(places.dataDir, [facts.configFile, ...databaseFiles(file)]),
  ]
}

type HttpFacts = PanelFacts['http']

async function checkAcmePort({ acme, bindIp }: HttpFacts, isRunning: boolean): Promise<Finding[]> {
  if (acme === null) return []
  const port = { name: 'ACME port', variable: 'TLS_ACME_HTTP_PORT', ip: bindIp, port: acme.httpPort }
  return [await checkPort(port, isRunning)]
}

const acmeFiles = ({ acme }: HttpFacts): string[] =>
  acme === null ? [] : Object.values(acmeFileNames).map(name => join(acme.folder, name))

function checkCertificates({ acme, tlsCertFile, tlsKeyFile }: HttpFacts): Finding[] {
  if (acme !== null) return [checkAcme(acme, Date.now())]
  return tlsCertFile === null ? [] : [checkCertificate(tlsCertFile, tlsKeyFile, Date.now())]
}

/** SQLite writes beside its file too, so the folder counts. */
function databaseFiles(file: string | null): string[] {
  return file === null ? [] : [dirname(file), file, `${file}-wal`]
}

/** The panel itself looks at the database, and at a copy of it where opening the file would change something. */
async function checkPanelDatabase(
  { database }: PanelFacts,
  programs: Programs,
  environment: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  if (database.driver !== 'sqlite') return checkServices(programs, environment)
  const inspect = inspectSqliteFile('database file', database.file)
  try {
    if (inspect.finding.verdict === 'problem') return [inspect.finding]
    const place = existsSync(database.file) ? inspect.readableFile : database.file
    if (place === null) {
      const message = `${database.file} is too large to copy, so its schema is not looked at; run this while the panel runs`
      return [inspect.finding, warning('database', message)]
    }
    const findings = await checkServices(programs, { ...environment, DATABASE_URL: place })
    const named = findings.map(finding => ({
      ...finding,
      message: finding.message.replaceAll(place, database.file),
    }))
    // A database that is gone is not one that will be made.
    const isGone = !existsSync(database.file) && named.some(isProblemOfDatabase)
    return isGone ? named : [inspect.finding, ...named]
  } finally {
    inspect.close()
  }
}

const isProblemOfDatabase = ({ name, verdict }: Finding): boolean =>
  name === 'database' && verdict === 'problem'

/** Where its certificate is: in a package its folder is beside that of the panel. */
function findDaemonFolder({ daemonDir, daemonFile }: Places): string {
  try {
    const [, certificate] = /^certificate: *(\/\S+)$/m.exec(readFileSync(daemonFile, 'utf8')) ?? []
    return certificate === undefined ? daemonDir : dirname(certificate)
  } catch {
    // Whoever asks may not read the file, which is found elsewhere.
    return daemonDir
  }
}

function checkDaemonFiles(places: Places): Finding[] {
  const { daemonFile } = places
  if (!existsSync(daemonFile) || isOfAnotherUser(daemonFile)) return []
  const daemonDir = findDaemonFolder(places)
  const store = join(daemonDir, 'daemon.sqlite')
  return [
    checkSqliteFile('daemon database', store),
    ...checkWritable([daemonDir, store]),
    ...checkOwners(daemonDir, [daemonFile, store]),
    ...checkKeeperSocket(join(daemonDir, 'keeper.sock')),
  ]
}
