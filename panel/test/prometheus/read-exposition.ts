// Reads the text format of Prometheus strictly: whatever is not exactly it throws.

export interface ReadSample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Exposition {
  types: Map<string, string>
  samples: ReadSample[]
  /** The samples of this name whose labels hold at least these. */
  of(name: string, labels?: Record<string, string>): ReadSample[]
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const helpLine = new RegExp(`^# HELP (${metricName}) (.+)$`, 'v')
const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram)$`, 'v')
const sampleLine = new RegExp(`^(${metricName})(?:\\{(.+)\\})? (\\S+)$`, 'v')
const labelPair = /^([a-z_]+)="((?:[^"\\]|\\[\\"n])*)"(?:,(?=[a-z])|$)/v

export function readExposition(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const types = new Map<string, string>()
  const samples: ReadSample[] = []
  const seen = new Set<string>()
  let family = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helped] = helpLine.exec(line) ?? []
    const [, typed, type] = typeLine.exec(line) ?? []
    if (helped !== undefined) {
      if (types.has(helped)) throw new Error(`${helped} comes twice`)
      family = helped
    } else if (typed !== undefined) {
      if (typed !== family) throw new Error(`${typed} has a type and no help`)
      types.set(typed, type ?? '')
    } else {
      const sample = readSample(line)
      const isOfFamily =
        sample.name.replace(/_(?:bucket|sum|count)$/v, '') === family || sample.name === family
      if (!isOfFamily) throw new Error(`${line} stands below ${family}`)
      const series = line.slice(0, line.lastIndexOf(' '))
      if (seen.has(series)) throw new Error(`${series} is told twice`)
      seen.add(series)
      samples.push(sample)
    }
  }
  return {
    types,
    samples,
    of: (name, labels = {}) =>
      samples.filter(
        sample =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      ),
  }
}

function readSample(line: string): ReadSample {
  const [, name = '', pairs = '', written = ''] = sampleLine.exec(line) ?? []
  if (name === '') throw new Error(`no sample: ${JSON.stringify(line)}`)
  const labels: Record<string, string> = {}
  for (let rest = pairs; rest !== ''; ) {
    const [whole = '', label = '', value = ''] = labelPair.exec(rest) ?? []
    if (whole === '') throw new Error(`no label: ${JSON.stringify(rest)}`)
    labels[label] = value.replaceAll(/\\(.)/gv, (_, character: string) =>
      character === 'n' ? '\n' : character,
    )
    rest = rest.slice(whole.length)
  }
  const value = written === '+Inf' ? Number.POSITIVE_INFINITY : Number(written)
  if (Number.isNaN(value) && written !== 'NaN') throw new Error(`no value: ${JSON.stringify(line)}`)
  return { name, labels, value }
}
