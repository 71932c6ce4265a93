// Activity as CSV (RFC 4180): one line for an entry, in plain English, safe to open in a spreadsheet.

import type {
  ActivityEntry,
  GameServerChange,
  PeopleActivityDetails,
  PeopleActivityEntry,
  ServerActivityEntry,
} from '@rookery/contracts/http/activity.ts'

const columns = [
  'time',
  'person',
  'via',
  'kind',
  'event',
  'object_type',
  'object_id',
  'object',
  'server_id',
  'server',
  'details',
  'address',
  'device',
] as const
type Cells = Partial<Record<(typeof columns)[number], string | number | null | undefined>>

/** Spreadsheets know what comes as UTF-8 by this mark. */
const byteOrderMark = '\u{FEFF}'
/** A spreadsheet takes a cell that begins so for a formula, and would run it. */
const formula = /^[=+\-@\t\r]/
const needsQuotes = /[",\r\n]/

export const csvHeader = `${byteOrderMark}${columns.join(',')}\r\n`

export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function csvLine(entry: ActivityEntry): string {
  const cells = entry.what === 'people' ? cellsOfPeople(entry) : cellsOfServer(entry)
  return `${columns.map(name => csvCell(cells[name])).join(',')}\r\n`
}

/** The last line of an export that does not hold everything. */
export function csvCut(limit: number): string {
  return `${csvCell(`Only the newest ${limit} entries are here: export a shorter time for the others.`)}\r\n`
}

function cellsOfPeople(entry: PeopleActivityEntry): Cells {
  const { details } = entry
  return {
    time: entry.at,
    person: entry.by?.login ?? details.machine_user,
    via: entry.via,
    kind: entry.kind,
    event: entry.event,
    object_type: entry.subject?.type,
    object_id: entry.subject?.id,
    object: entry.subject?.name,
    server_id: entry.server?.id,
    server: entry.server?.name,
    details: detailsText(details),
    address: details.ip ?? details.addresses?.join(' '),
    device: [details.browser, details.system].filter(Boolean).join(', '),
  }
}

function cellsOfServer(entry: ServerActivityEntry): Cells {
  return {
    time: entry.at,
    person: entry.by?.login,
    kind: entry.kind,
    event: eventOf(entry),
    object_type: 'server',
    object_id: entry.server.id,
    object: entry.server.name,
    server_id: entry.server.id,
    server: entry.server.name,
    details: serverDetails(entry),
  }
}

function eventOf(entry: ServerActivityEntry): string {
  switch (entry.what) {
    case 'task':
      return `${entry.task} ${entry.status}`
    case 'state':
      return entry.state
    case 'files':
      return `files ${entry.deed}`
    case 'schedule':
      return `schedule ${entry.deed}`
    case 'backup':
      return `backup ${entry.deed}`
    case 'created':
    case 'details':
    case 'settings':
      return entry.what
  }
}

function serverDetails(entry: ServerActivityEntry): string | null {
  switch (entry.what) {
    case 'task':
      return entry.message
    case 'state':
      return entry.reason
    case 'files':
      return entry.paths.length < entry.count
        ? `${entry.paths.join('; ')} (${entry.count} in all)`
        : entry.paths.join('; ')
    case 'schedule':
      return entry.name
    case 'backup':
      return entry.message ?? entry.of
    case 'settings':
    case 'details':
      return [...entry.fields, ...entry.variables].map(name => changeText(entry.changes, name)).join('; ')
    case 'created':
      return null
  }
}

function changeText(changes: readonly GameServerChange[], name: string): string {
  const change = changes.find(each => each.name === name)
  return change ? `${name}: ${change.before ?? '(empty)'} → ${change.after ?? '(empty)'}` : name
}

function detailsText(details: PeopleActivityDetails): string {
  const { changes = [], permissions = [], added = [], removed = [], fields = [] } = details
  const count = (number: number | undefined, name: string) => (number ? [`${number} ${name}`] : [])
  return [
    ...changes.map(({ field, before, after }) => `${field}: ${before ?? '(empty)'} → ${after ?? '(empty)'}`),
    ...permissions.map(each => {
      const place = each.object_type === null ? '' : ` on ${each.object_type} ${each.object_id ?? '(all)'}`
      return `${each.permission}${place}: ${each.before ?? 'none'} → ${each.after ?? 'none'}`
    }),
    ...added.map(name => `added ${name}`),
    ...removed.map(name => `removed ${name}`),
    ...fields,
    ...(details.name === undefined ? [] : [details.name]),
    ...(details.method === undefined ? [] : [`by ${details.method}`]),
    ...(details.sessions === undefined ? [] : [`sessions: ${details.sessions}`]),
    ...count(details.wrong_passwords, 'wrong passwords'),
    ...count(details.wrong_codes, 'wrong codes'),
    ...(details.outcome === 'failure' ? [`failed: ${details.reason ?? ''}`] : []),
  ].join('; ')
}
