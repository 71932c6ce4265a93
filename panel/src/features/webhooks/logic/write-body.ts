// What a delivery carries: the event itself, or a sentence in the form of a chat service.

import type { DeliveredEvent } from '@rookery/contracts/event-catalog.ts'
import type { WebhookFormat } from '@rookery/contracts/http/webhooks.ts'

const textLimit = 1_800

export function writeBody(event: DeliveredEvent, format: WebhookFormat): string {
  switch (format) {
    case 'rookery':
      return JSON.stringify(event)
    case 'discord':
      // Nobody is called by a name that somebody gave a server.
      return JSON.stringify({ content: forDiscord(sentenceOf(event)), allowed_mentions: { parse: [] } })
    case 'slack':
      return JSON.stringify({ text: forSlack(sentenceOf(event)) })
  }
}

function forDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()-]/g, character => `\\${character}`)
}

function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function sentenceOf({ type, data }: DeliveredEvent): string {
  return describe(type, data).slice(0, textLimit)
}

function describe(type: string, data: Record<string, unknown>): string {
  const server = nameIn(data, 'server') || 'a server'
  const node = nameIn(data, 'node') || 'a node'
  const place = nameIn(data, 'node') === '' ? '' : ` on ${node}`
  const who = text(inside(data, 'by').login)
  const why = (field: string) => (text(data[field]) === '' ? '' : `: ${text(data[field])}`)
  const byWhom = who === '' ? '' : ` by ${who}`
  switch (type) {
    case 'server.created':
      return `${server}${place} was created${byWhom}`
    case 'server.deleted':
      return `${server}${place} was deleted${byWhom}`
    case 'server.suspended':
      return `${server}${place} was suspended${byWhom}${why('reason')}`
    case 'server.unsuspended':
      return `${server}${place} is no longer suspended${byWhom}`
    case 'server.state_changed':
      return `${server}${place} is ${text(data.state).replaceAll('_', ' ')}${why('reason')}`
    case 'server.crashed':
      return `${server}${place} crashed${why('reason')}`
    case 'task.ended': {
      const task = inside(data, 'task')
      const message = text(task.message) === '' ? '' : `: ${text(task.message)}`
      const outcome = { success: 'done', error: 'failed', canceled: 'canceled' }[text(task.status)] ?? 'over'
      return `${server}${place}: ${text(task.kind)} ${outcome}${message}`
    }
    case 'backup.ended':
      return `${server}${place}: a backup was taken`
    case 'backup.failed':
      return `${server}${place}: the backup failed${why('message')}`
    case 'backup.overdue':
      return `${server}${place} has had no backup for a week`
    case 'node.online':
      return `${node} is online`
    case 'node.offline':
      return `${node} is offline`
    case 'node.upgrade_failed':
      return `${node} could not be upgraded to ${text(data.to)}${why('reason')}`
    case 'panel_backup.trouble':
      return `The panel's own backup needs attention${why('message')}`
    case 'panel_backup.recovered':
      return "The panel's own backup works again"
    case 'user.created':
      return `The user ${text(inside(data, 'user').login)} was created`
    case 'user.deleted':
      return `The user ${text(inside(data, 'user').login)} was deleted`
    case 'user.suspended':
      return `The user ${text(inside(data, 'user').login)} was suspended${why('reason')}`
    case 'user.unsuspended':
      return `The user ${text(inside(data, 'user').login)} is no longer suspended`
    case 'user.signed_in':
      return `${text(inside(data, 'user').login)} signed in`
    case 'webhook.disabled':
      return `The webhook ${nameIn(data, 'webhook')} was disabled: nothing could be delivered for days`
    default:
      return type
  }
}

function inside(data: Record<string, unknown>, field: string): Record<string, unknown> {
  const value = data[field]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const nameIn = (data: Record<string, unknown>, field: string) => text(inside(data, field).name)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
