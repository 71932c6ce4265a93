// The last minute of a value as the line of a small drawing; what was not measured is a gap.

export interface UsageSample {
  atMs: number
  cpuPercent: number | null
  memoryBytes: number | null
}

export const visibleMs = 60_000
/** Longer without a word than this, and nobody knows what was between. */
const longestStepMs = 15_000

export interface SparklineSize {
  width: number
  height: number
}

export interface SparklinePaths {
  line: string
  /** The same line, closed down to the bottom. */
  area: string
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** Runs of neighbouring values, each run without a gap. */
function runsOf(samples: readonly UsageSample[], series: 'cpuPercent' | 'memoryBytes') {
  const runs: { atMs: number; value: number }[][] = []
  let previousMs = Number.NEGATIVE_INFINITY
  for (const sample of samples) {
    const value = sample[series]
    if (value === null) {
      previousMs = Number.NEGATIVE_INFINITY
      continue
    }
    if (sample.atMs - previousMs > longestStepMs) runs.push([])
    runs.at(-1)?.push({ atMs: sample.atMs, value })
    previousMs = sample.atMs
  }
  return runs
}

/** The newest sample stands at the right edge; `top` is the value at the upper one. */
export function sparklinePaths(
  samples: readonly UsageSample[],
  series: 'cpuPercent' | 'memoryBytes',
  top: number,
  { width, height }: SparklineSize,
): SparklinePaths {
  const endMs = samples.at(-1)?.atMs ?? 0
  const x = (atMs: number) => rounded(Math.max(0, width * (1 - (endMs - atMs) / visibleMs)))
  const y = (value: number) => rounded(height - 1 - Math.min(1, Math.max(0, value / top)) * (height - 2))
  let line = ''
  let area = ''
  for (const run of runsOf(samples, series)) {
    const first = run[0]
    const last = run.at(-1)
    if (!first || !last || run.length < 2) continue
    const points = run.map(({ atMs, value }) => `${x(atMs)} ${y(value)}`).join('L')
    line += `M${points}`
    area += `M${x(first.atMs)} ${height}L${points}L${x(last.atMs)} ${height}Z`
  }
  return { line, area }
}

export const largestOf = (samples: readonly UsageSample[], series: 'cpuPercent' | 'memoryBytes'): number =>
  samples.reduce((largest, sample) => Math.max(largest, sample[series] ?? 0), 0)
