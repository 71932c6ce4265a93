// A reporter for vitest: how long each file took with its hooks and imports, and what tests said that they leave out.

import { writeFileSync } from 'node:fs'
import type { UserConsoleLog } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import type { RunNotes } from './test-summary.ts'

/** The file to write to, by a variable, because reporters on a command line take no options. */
export const notesVariable = 'ROOKERY_TEST_NOTES'

export default class RunNotesReporter implements Reporter {
  readonly #leftOut = new Set<string>()

  onUserConsoleLog({ content }: UserConsoleLog): void {
    for (const [, reason = ''] of content.matchAll(/^skipped: (.+)$/gm)) this.#leftOut.add(reason.trim())
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env[notesVariable]
    if (!path) return
    const files = modules.map(module => {
      const { collectDuration, duration } = module.diagnostic()
      return { name: module.moduleId, seconds: (collectDuration + duration) / 1_000 }
    })
    const notes: RunNotes = { files, leftOut: [...this.#leftOut] }
    writeFileSync(path, JSON.stringify(notes))
  }
}
