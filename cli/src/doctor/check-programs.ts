// Checks that ask the programs themselves: the panel about its configuration, the daemon about its enrollment.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  daemonCheckReport,
  type PanelCheckReport,
  panelCheckReport,
  panelServicesReport,
  parseReport,
} from '@rookery/contracts/up-protocol.ts'
import { daemonPlaceArguments, type Places } from '../places.ts'
import { installationRoot, type Programs } from '../programs.ts'
import { runForOutput } from '../run-in-foreground.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { serviceFindings } from './finding-rules.ts'

/** In a process of its own: a native library that does not fit ends the process that loads it. */
export async function checkTerminalLibrary(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const name = 'terminal library'
  const script = `require('node:module').createRequire(${JSON.stringify(join(installationRoot, 'package.json'))})('@lydell/node-pty')`
  const { status, complaints } = await runForOutput(['-e', script], environment)
  if (status === 0) return ok(name, 'loads')
  const reason = complaints.split('\n').find(line => line.includes('Error')) ?? `exit code ${status}`
  return problem(name, `does not load (${reason.trim()}); remove node_modules and run npm start again`)
}

export async function checkPanelConfig(
  programs: Programs,
  places: Places,
  environment: NodeJS.ProcessEnv,
): Promise<{ findings: Finding[]; facts: PanelCheckReport['facts'] }> {
  const name = 'configuration'
  if (!existsSync(places.configFile) && !environment.AUTH_SECRET) {
    const database = join(places.dataDir, 'panel.sqlite')
    const finding = existsSync(database)
      ? problem(
          name,
          `${places.configFile} is missing, but there is a database (${database}): a start would make new secrets and could not read the stored ones; restore it from a backup`,
        )
      : ok(name, `${places.configFile} will be made at the first start`)
    return { findings: [finding], facts: null }
  }
  const run = await runForOutput([programs.panel, '--check-config', '--json'], environment)
  const report = parseReport(panelCheckReport, run.output)
  if (!report) return { findings: [problem(name, noReport('panel', run.complaints))], facts: null }
  const findings = [
    ...report.problems.map(message => problem(name, message)),
    ...report.warnings.map(message => warning(name, message)),
  ]
  return { findings: findings.length > 0 ? findings : [ok(name, places.configFile)], facts: report.facts }
}

export async function checkServices(programs: Programs, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const run = await runForOutput([programs.panel, '--check-services', '--json'], environment)
  const report = parseReport(panelServicesReport, run.output)
  return report ? serviceFindings(report) : [problem('database', noReport('panel', run.complaints))]
}

export async function checkDaemon(
  programs: Programs,
  places: Places,
  environment: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const name = 'daemon'
  if (isOfAnotherUser(places.daemonFile))
    return [
      ok(name, `${places.daemonFile} belongs to another user: not checked; run doctor as root for that`),
    ]
  const message = [programs.daemon, '--check-config', '--json', ...daemonPlaceArguments(places)]
  const run = await runForOutput(message, environment)
  const report = parseReport(daemonCheckReport, run.output)
  if (!report) return [problem(name, noReport('daemon', run.complaints))]
  if (!report.isEnrolled)
    return [ok(name, 'this machine is not enrolled; npm start enrolls it, or rookery node enroll')]
  const findings = [
    ...report.problems.map(text => problem(name, text)),
    ...report.warnings.map(text => warning(name, text)),
  ]
  return findings.length > 0 ? findings : [ok(name, `enrolled, certificate valid (${places.daemonFile})`)]
}

/** Who looks at the panel as its user may not read the secrets of the daemon, which is root where games have users of their own. */
export function isOfAnotherUser(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return false
  } catch (error) {
    const isRefused = (error as NodeJS.ErrnoException).code === 'EACCES'
    return isRefused && statSync(file, { throwIfNoEntry: false })?.uid !== process.getuid?.()
  }
}

function noReport(program: string, complaints: string): string {
  const reason = complaints.split('\n').find(line => line.trim() !== '') ?? 'it said nothing'
  return `the ${program} program does not answer (${reason.trim()}); run npm run build`
}
