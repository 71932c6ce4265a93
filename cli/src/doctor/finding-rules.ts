// What the panel's report about its services and the dates of a certificate mean, in words that say what to do.

import type { PanelServicesReport } from '@rookery/contracts/up-protocol.ts'
import { compareVersions } from '@rookery/primitives/compare-versions.ts'
import type { Finding } from './finding.ts'

/** Session tokens and certificates tolerate a little; beyond this, two instances disagree about what has expired. */
const clockSlackMs = 5_000

/** More names would hide the rest of the report. */
const mostNamed = 5

const dayMs = 86_400_000
const soonDays = 21

export function serviceFindings(report: PanelServicesReport): Finding[] {
  return [
    ...schemaFindings(report.database),
    ...clockFindings(report.database.clockAheadMs),
    cacheFinding(report.cache),
    ...secretFindings(report.unreadableSecrets),
    ...report.nodes.flatMap(node => versionFindings(node, report.version)),
  ]
}

function schemaFindings({ problem, schema }: PanelServicesReport['database']): Finding[] {
  const name = 'database'
  if (problem !== null) return [{ name, verdict: 'problem', message: problem }]
  if (schema === null) return []
  if (schema.blocking.length > 0) {
    const message = `was changed by a newer version (${schema.blocking.join(', ')}); install that version, or go back as docs/operate/upgrade.md says`
    return [{ name, verdict: 'problem', message }]
  }
  if (schema.unknown.length > 0) {
    const message = `has changes of a newer version (${schema.unknown.join(', ')}), with which this one works; upgrade again when you can`
    return [{ name, verdict: 'warning', message }]
  }
  if (schema.pending.length > 0) {
    const message = `${count(schema.pending.length, 'change')} of its schema will be made at the next start; make a backup first`
    return [{ name, verdict: 'ok', message }]
  }
  return [{ name, verdict: 'ok', message: 'answers, its schema is up to date' }]
}

function clockFindings(aheadMs: number | null): Finding[] {
  if (aheadMs === null) return []
  const name = 'clock of the database'
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) <= clockSlackMs) return [{ name, verdict: 'ok', message: 'agrees with this machine' }]
  const message = `is ${count(seconds, 'second')} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine; let both take their time from the network (NTP)`
  return [{ name, verdict: 'problem', message }]
}

function cacheFinding({ name, problem }: PanelServicesReport['cache']): Finding {
  if (problem === null) return { name: 'cache', verdict: 'ok', message: `${name} answers` }
  return {
    name: 'cache',
    verdict: 'problem',
    message: `${name}: ${problem}; start it, or correct CACHE_REDIS_ADDR and CACHE_REDIS_PASSWORD`,
  }
}

function secretFindings(unreadable: string[]): Finding[] {
  if (unreadable.length === 0) return []
  const named = unreadable.slice(0, mostNamed).join('; ')
  const more = unreadable.length > mostNamed ? `; and ${unreadable.length - mostNamed} more` : ''
  const message = `ENCRYPTION_KEY is missing or is not the one that sealed ${count(unreadable.length, 'secret')} (${named}${more}); restore it in config.env and start again, or set each of them again`
  return [{ name: 'encryption key', verdict: 'problem', message }]
}

function versionFindings(node: PanelServicesReport['nodes'][number], panelVersion: string): Finding[] {
  const name = `node ${node.name}`
  if (node.refusal !== null) {
    const at = new Date(node.refusal.atMs).toISOString()
    return [
      { name, verdict: 'warning', message: `was refused by the panel at ${at}: ${node.refusal.reason}` },
    ]
  }
  // A node that has never joined has told no version.
  if (node.version === null) return []
  const order = compareVersions(node.version, panelVersion)
  if (order === 0) return [{ name, verdict: 'ok', message: `runs ${node.version}, as the panel does` }]
  const advice = order < 0 ? 'update Rookery on that node' : 'update the panel: it comes before its nodes'
  return [{ name, verdict: 'warning', message: `runs ${node.version}, the panel ${panelVersion}; ${advice}` }]
}

const count = (number: number, what: string) => `${number} ${number === 1 ? what : `${what}s`}`

/** Whether a certificate is still valid for long enough. */
export function certificateFinding(
  file: string,
  validity: { fromMs: number; toMs: number },
  nowMs: number,
): Finding {
  const name = 'TLS certificate'
  const day = new Date(validity.toMs).toISOString().slice(0, 10)
  if (nowMs > validity.toMs) {
    return {
      name,
      verdict: 'problem',
      message: `${file} expired on ${day}; renew it, and the panel picks up the new one automatically`,
    }
  }
  if (nowMs < validity.fromMs) {
    return { name, verdict: 'problem', message: `${file} is not valid yet; set the clock of this machine` }
  }
  const leftDays = Math.floor((validity.toMs - nowMs) / dayMs)
  return leftDays < soonDays
    ? {
        name,
        verdict: 'warning',
        message: `${file} expires on ${day}; renew it, and the panel picks up the new one automatically`,
      }
    : { name, verdict: 'ok', message: `${file}, valid until ${day}` }
}
