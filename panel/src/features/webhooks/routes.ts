// Routes of webhooks, for administrators.

import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  renewWebhookSecret,
  replayDelivery,
  testWebhook,
  type Webhook,
} from '@rookery/contracts/http/webhooks.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { creatingRoute, madeObject, type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { Webhooks } from './webhooks.ts'

interface WebhookRoutesDeps {
  webhooks: Webhooks
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'writeAlone'>
  editTags: EditTags
}

export function webhookRoutes({ webhooks, audit, peopleActivity, editTags }: WebhookRoutesDeps): Route[] {
  const record = async (
    what: 'created' | 'changed' | 'deleted',
    { caller, request }: { caller: SignedInCaller; request: RequestFacts },
    { id, name }: Pick<Webhook, 'id' | 'name'>,
    fields?: string[],
  ) => {
    const details = { webhook_id: id, webhook_name: name }
    audit.record({ event: `webhook.${what}`, outcome: 'success', request, details }, caller)
    await peopleActivity.writeAlone(authorOf(caller), {
      event: `webhook_${what}`,
      subject: { type: 'webhook', id, name },
      details: { ...(fields && { fields }) },
    })
  }
  return [
    route(listWebhooks, administrator(), () => webhooks.list()),
    route(createWebhook, administrator(), async call => {
      const created = await webhooks.create(call.body, call.caller.login)
      await record('created', call, created)
      return created
    }),
    route(readWebhook, administrator(), (call, { reply }) =>
      webhooks.read(call.params.id, state => editTags.give(reply, state)),
    ),
    route(changeWebhook, administrator(), async (call, { incoming, reply }) => {
      const before = await webhooks.read(call.params.id)
      const changed = await webhooks.change(call.params.id, call.body, {
        login: call.caller.login,
        requireState: editTags.requiredBy(incoming.headers),
        see: state => editTags.give(reply, state),
      })
      await record('changed', call, changed, changedParts(before, changed, call.body.url !== undefined))
      return changed
    }),
    route(deleteWebhook, administrator(), async call => {
      const webhook = await webhooks.read(call.params.id)
      await webhooks.remove(webhook.id)
      await record('deleted', call, webhook)
    }),
    route(renewWebhookSecret, administrator(), async call => {
      const renewed = await webhooks.renewSecret(call.params.id)
      await record('changed', call, await webhooks.read(call.params.id), ['secret'])
      return renewed
    }),
    route(testWebhook, administrator(), call => webhooks.test(call.params.id)),
    route(listDeliveries, administrator(), call => {
      const { per_page: limit, ...filter } = call.query
      return webhooks.deliveries(call.params.id, filter, limit)
    }),
    creatingRoute(replayDelivery, administrator(), {
      made: madeObject,
      create: ({ params }, once) =>
        webhooks.replay(params.id, params.delivery, (transaction, id) => once.note(transaction, { id })),
      again: made => webhooks.delivery(made.id),
    }),
  ]
}

/** Names of what differs; an address is nobody's business in a list of what people did. */
function changedParts(before: Webhook, after: Webhook, isUrlGiven: boolean): string[] {
  const parts = ['name', 'format', 'kinds', 'server_ids', 'enabled'] as const
  const changed: string[] = parts.filter(part => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
  return isUrlGiven ? [...changed, 'url'] : changed
}
