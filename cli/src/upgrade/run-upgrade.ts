// The steps that change something: copy of the database, install, wait for health; and the way back.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseReport } from '@rookery/contracts/up-protocol.ts'
import { type UserCommand, userCommandReport } from '@rookery/contracts/user-command.ts'
import type { PanelFacts } from '../panel-facts.ts'
import type { Programs } from '../programs.ts'
import { findOwner } from '../setup/setup-places.ts'
import { copyPanelDatabase } from './copy-panel-database.ts'
import type { Installer } from './installer.ts'
import { verifyChecksum } from './release-file.ts'
import { tryCommand } from './system-command.ts'
import { daemonUnit, ensureRunning, lastLines, panelUnit, restartUnits, stopUnit } from './units.ts'
import type { UpgradeState } from './upgrade-rules.ts'
import { type UpgradePlaces, writeState } from './upgrade-state.ts'
import { waitForNode, waitForPanel } from './wait-for-health.ts'

export interface Run {
  places: UpgradePlaces
  installer: Installer
  environment: NodeJS.ProcessEnv
  say: (line: string) => void
  state: UpgradeState
  /** Of the copy that this runs from. */
  programs: Programs
  readFacts: () => Promise<PanelFacts | null>
}

/** A node that connects late is not a reason to go back at once. */
const leastNodePatienceMs = 30_000
/** What ran before is expected to come back, and there is nothing else to return to. */
const leastReturnSeconds = 120

/** From `saved` or `installing` to one of the two ends; gives the exit code. */
export async function carryOn(run: Run): Promise<number> {
  const { say, installer } = run
  finishDespiteSignals(say)
  await requireFile(run.state)
  if (run.state.phase === 'saved') await copyDatabaseFirst(run)
  const { state } = run
  say(`3/5 Installing ${state.to}`)
  const sinceMs = Date.now()
  try {
    await installer.install(state.file)
    say(`4/5 Starting ${state.units.join(' and ') || 'nothing: no unit ran before'}`)
    if (installer.restartsUnits.install) await ensureRunning(state.units)
    else await restartUnits(state.units)
  } catch (error) {
    return returnToPrevious(run, error instanceof Error ? error.message : String(error), sinceMs)
  }
  if (state.units.length > 0)
    say(`5/5 Waiting until ${state.to} is ready (at most ${state.timeoutSeconds} s)`)
  const problem = await waitForHealth(run, state.to, sinceMs, state.timeoutSeconds)
  if (problem !== null) return returnToPrevious(run, problem, sinceMs)
  end(run, { ...state, phase: 'done' })
  await recordInAudit(run, 'upgraded')
  say(`Upgraded from ${state.from} to ${state.to}.`)
  sayCopy(run)
  say(`${state.from} can be put back: rookery upgrade --back`)
  return 0
}

/** It may have been in a place that does not outlive a restart of the machine. */
async function requireFile({ file, sha256, from }: UpgradeState): Promise<void> {
  if (!existsSync(file)) {
    throw new Error(`${file} is gone: put it there again, or return to ${from} with rookery upgrade --back`)
  }
  if (sha256 !== '') await verifyChecksum(file, sha256)
}

async function copyDatabaseFirst(run: Run): Promise<void> {
  const { state, say, places, environment, installer } = run
  const facts = await run.readFacts()
  let databaseCopy: string | null = null
  if (facts === null) say('2/5 No panel is set up here: there is no database to copy')
  else {
    say('2/5 Copying the database')
    const { programFolder } = installer
    const nowIso = new Date().toISOString()
    const request = { database: facts.database, folder: places.databases, version: state.from, nowIso }
    try {
      databaseCopy = await copyPanelDatabase({ ...request, programFolder, environment })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!state.withoutCopy) {
        discard(run)
        throw new Error(
          `there is no copy of the database (${reason}), so nothing was changed. Correct it, or make a copy yourself and give --without-copy`,
        )
      }
      say(`    There is no copy: ${reason}. Continuing without one, as --without-copy allows`)
    }
  }
  run.state = { ...state, phase: 'installing', databaseCopy }
  writeState(places, run.state)
}

/** Null: everything that ran before is back with this version. */
async function waitForHealth(
  run: Run,
  version: string,
  sinceMs: number,
  patienceSeconds: number,
): Promise<string | null> {
  const { state, environment, installer } = run
  const givesUpAtMs = Date.now() + patienceSeconds * 1_000
  const facts = await run.readFacts()
  if (facts && state.units.includes(panelUnit)) {
    const problem = await waitForPanel(facts.http, version, givesUpAtMs)
    if (problem !== null) return problem
  }
  if (state.nodeId === null || !state.units.includes(daemonUnit)) return null
  const { nodeId } = state
  const patient = Math.max(givesUpAtMs, Date.now() + leastNodePatienceMs)
  const { programFolder } = installer
  return waitForNode({ nodeId, version, sinceMs, givesUpAtMs: patient, programFolder, environment })
}

/** The old program on the database as it is now: a copy is never restored by itself, people may have written since. */
export async function returnToPrevious(run: Run, reason: string, sinceMs?: number): Promise<number> {
  const { say, installer, places } = run
  finishDespiteSignals(say)
  run.state = { ...run.state, phase: 'returning', reason }
  const { state } = run
  writeState(places, state)
  say(`${state.to} is not used: ${reason}.`)
  if (sinceMs !== undefined) await sayLastLines(run, sinceMs)
  say(`Putting ${state.from} back`)
  const returnedAtMs = Date.now()
  if (state.units.includes(panelUnit)) await stopUnit(panelUnit)
  await installer.putBack(places.previous)
  if (installer.restartsUnits.putBack) await ensureRunning(state.units)
  else await restartUnits(state.units)
  const patienceSeconds = Math.max(state.timeoutSeconds, leastReturnSeconds)
  const problem = await waitForHealth(run, state.from, returnedAtMs, patienceSeconds)
  end(run, { ...state, phase: 'returned' })
  await recordInAudit(run, 'returned')
  if (problem === null) say(`${state.from} runs again, with the database as people left it.`)
  else
    say(
      `${state.from} was put back and does not work either: ${problem}. See why: journalctl -u ${panelUnit}`,
    )
  sayCopy(run)
  return 1
}

async function sayLastLines({ say, state }: Run, sinceMs: number): Promise<void> {
  for (const unit of state.units) {
    const lines = await lastLines(unit, sinceMs)
    if (lines.length > 0) say(`The last lines of ${unit}:`)
    for (const line of lines) say(`    ${line}`)
  }
}

function sayCopy({ say, state }: Run): void {
  if (state.databaseCopy !== null) {
    say(`The database as it was before is in ${state.databaseCopy}; it is not restored automatically.`)
  }
}

function end(run: Run, state: UpgradeState): void {
  const { places, installer } = run
  run.state = state
  writeState(places, state)
  rmSync(places.program, { force: true })
  installer.cleanUp(places.previous)
  if (state.file.startsWith(`${places.folder}/`)) rmSync(state.file, { force: true })
}

/** Of an upgrade that has changed nothing. */
export function discard(run: Run): void {
  end(run, { ...run.state, phase: 'returned', reason: 'it was left before anything was changed' })
}

/** The panel that runs now writes the line into its log, where the others are. */
async function recordInAudit(run: Run, outcome: 'upgraded' | 'returned'): Promise<void> {
  const { state, installer, environment, say } = run
  if (!existsSync(environment.CONFIG_FILE ?? '')) return
  const { from, to, reason } = state
  const command: UserCommand = { command: 'record-upgrade', from, to, outcome, reason }
  const { programFolder } = installer
  const argv = [join(programFolder, 'bin/node'), join(programFolder, 'dist/panel.mjs'), '--user-command']
  const options = { env: environment, input: JSON.stringify(command), owner: findOwner(), timeoutMs: 60_000 }
  const { output, complaints } = await tryCommand(argv, options)
  const report = parseReport(userCommandReport, output)
  const problem = report === null ? complaints : report.problem
  if (problem !== null) say(`It could not be written to the audit log: ${problem}`)
}

let isInsistent = false

/** Half an upgrade is worse than a minute more. */
function finishDespiteSignals(say: (line: string) => void): void {
  if (isInsistent) return
  isInsistent = true
  // The terminal may be gone.
  process.stdout.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => say('This is finished first, so that one whole version is installed.'))
  }
}
