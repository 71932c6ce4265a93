// `rookery doctor`: checks the installation step by step and says for each what is wrong and what to do.

import type { PanelCheckReport } from '@rookery/contracts/up-protocol.ts'
import type { Places } from '../places.ts'
import type { Programs } from '../programs.ts'
import { isInstanceRunning } from '../up/instance-lock.ts'
import { checkSqliteFile } from './check-database.ts'
import { checkCertificate, checkPrivateFiles } from './check-files.ts'
import { checkClock, checkDataFolder, checkDiskSpace, checkNodeVersion } from './check-machine.ts'
import { answersAsPanel, checkPort } from './check-ports.ts'
import { checkDaemon, checkPanelConfig, checkServices, checkTerminalLibrary } from './check-programs.ts'
import type { Finding } from './finding.ts'

export interface DoctorOptions {
  places: Places
  programs: Programs
  environment: NodeJS.ProcessEnv
}

type Facts = NonNullable<PanelCheckReport['facts']>

/** Prints one line per check; the status is 1 when any found a problem. */
export async function runDoctor({ places, programs, environment }: DoctorOptions): Promise<number> {
  let problems = 0
  const show = (finding: Finding) => {
    if (finding.verdict === 'problem') problems += 1
    console.log(`${finding.verdict.padEnd(8)} ${finding.name}: ${finding.words}`)
  }
  show(checkNodeVersion(process.versions.node))
  show(await checkTerminalLibrary(environment))
  show(checkDataFolder(places.dataDir))
  show(checkDiskSpace(places.dataDir))
  show(checkClock(places.dataDir, Date.now()))
  const { findings, facts } = await checkPanelConfig(programs, places, environment)
  findings.forEach(show)
  if (facts) {
    for (const finding of await checkWhatThePanelUses(facts, places)) show(finding)
    for (const finding of await checkServices(programs, environment)) show(finding)
  }
  for (const finding of await checkDaemon(programs, places, environment)) show(finding)
  console.log(
    problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
  )
  return problems === 0 ? 0 : 1
}

async function checkWhatThePanelUses(facts: Facts, places: Places): Promise<Finding[]> {
  const { http, grpc, database } = facts
  const isRunning = isInstanceRunning(places.dataDir) || (await answersAsPanel(http))
  const web = { name: 'web port', variable: 'HTTP_PORT', ip: http.bindIp, port: http.port }
  const link = { name: 'daemon port', variable: 'GRPC_PORT', ip: grpc.bindIp, port: grpc.port }
  const file = database.driver === 'sqlite' ? database.file : null
  return [
    await checkPort(web, isRunning),
    await checkPort(link, isRunning),
    ...checkPrivateFiles([facts.configFile, ...(file === null ? [] : [file])]),
    ...(http.tlsCertFile === null ? [] : [checkCertificate(http.tlsCertFile, Date.now())]),
    ...(file === null ? [] : [checkSqliteFile(file)]),
  ]
}
