// The text format of Prometheus: families of samples with labels, written so that no text can leave its label.

/** The version of the text format that every Prometheus reads. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export interface MetricFamily {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export interface Sample {
  /** As `writeLabels` writes them. */
  labels: string
  value: number
  /** Which series of a histogram. */
  part?: '_bucket' | '_sum' | '_count'
}

export type Labels = Readonly<Record<string, string | number>>

const longestLabelValue = 200

/** Written once for all samples that have the same. */
export function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${labelValue(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function labelValue(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const wellFormed = value.toWellFormed()
  const short =
    wellFormed.length > longestLabelValue
      ? Array.from(wellFormed).slice(0, longestLabelValue).join('')
      : wellFormed
  return short.replaceAll(/["\\]|\p{Cc}/gu, escaped)
}

/** A line break ends a line, and a NUL the whole text: of the control characters only the first can be written. */
function escaped(character: string): string {
  if (character === '\n') return '\\n'
  return character === '"' || character === '\\' ? `\\${character}` : '\uFFFD'
}

/** A family without a sample is left out. */
export function writeExposition(families: readonly MetricFamily[]): string {
  const lines: string[] = []
  for (const { name, help, type, samples } of families) {
    if (samples.length === 0) continue
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
    for (const { part = '', labels, value } of samples) lines.push(`${name}${part}${labels} ${number(value)}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function number(value: number): string {
  if (Number.isFinite(value)) return String(value)
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

/** A family of one sample without labels. */
export function single(name: string, type: 'counter' | 'gauge', help: string, value: number): MetricFamily {
  return { name, type, help, samples: [{ labels: '', value }] }
}

export const sampleCount = (families: readonly MetricFamily[]): number =>
  families.reduce((sum, { samples }) => sum + samples.length, 0)
