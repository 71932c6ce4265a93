// Asks the panel program where its things are and which changes of the database it knows.

import { type PanelCheckReport, panelCheckReport, parseReport } from '@rookery/contracts/up-protocol.ts'
import type { Programs } from './programs.ts'
import { runForOutput } from './run-in-foreground.ts'

/** What ends a backup or restore, in words for the person at the keyboard. */
export class BackupProblem extends Error {}

export type PanelFacts = NonNullable<PanelCheckReport['facts']>

export async function readPanelFacts(
  programs: Programs,
  environment: NodeJS.ProcessEnv,
): Promise<{ facts: PanelFacts; schema: string[] }> {
  const run = await runForOutput([programs.panel, '--check-config', '--json'], environment)
  const report = parseReport(panelCheckReport, run.output)
  if (report === null) {
    throw new BackupProblem(`the panel program does not answer (${run.complaints || 'it said nothing'})`)
  }
  if (report.facts === null) throw new BackupProblem(report.problems.join('\n'))
  return { facts: report.facts, schema: report.schema }
}
