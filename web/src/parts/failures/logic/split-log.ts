// Divides the output of a failed installation: what came before, the step that failed up to its cause, what followed.

import type { InstallFailure } from '@rookery/contracts/install-failure.ts'

export interface LogSections {
  before: string[]
  /** The last of them is the line that tells why. */
  failing: string[]
  after: string[]
}

const visibleLines = 40
const endLine = /^failed: /

export function splitLog(
  lines: readonly string[],
  { step, line }: Pick<InstallFailure, 'step' | 'line'>,
): LogSections {
  const begin = step === null ? 0 : Math.max(0, lines.lastIndexOf(step))
  const cause = line === null ? -1 : lines.indexOf(line, begin)
  const end = lines.findLastIndex(each => endLine.test(each))
  const marked = [cause, end, lines.length - 1].find(at => at >= begin) ?? -1
  const from = Math.max(begin, marked + 1 - visibleLines)
  return {
    before: lines.slice(0, from),
    failing: lines.slice(from, marked + 1),
    after: lines.slice(marked + 1),
  }
}
