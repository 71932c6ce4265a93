// Webhooks and their deliveries in all their moods.

import { deliveries, webhooks } from '../../pictures/fixtures/webhook-fixtures.ts'
import {
  DeliveriesView,
  type DeliveriesViewProps,
  TestOutcomeView,
} from '../features/webhooks/deliveries-view.tsx'
import { draftOf } from '../features/webhooks/webhook-draft-rules.ts'
import { WebhookFormView, type WebhookFormViewProps } from '../features/webhooks/webhook-form-view.tsx'
import { WebhooksView, type WebhooksViewProps } from '../features/webhooks/webhooks-view.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ignore, Specimen } from './specimen.tsx'

const away = new ApiError({ code: 'unavailable', status: 503, message: 'the panel cannot answer now' })
const list: WebhooksViewProps = {
  ...{
    status: 'ready',
    webhooks,
    onAdd: ignore,
    onChange: ignore,
    onEnable: ignore,
    onTest: ignore,
    onDeliveries: ignore,
  },
  ...{ enablingId: null, refusal: null, onRenew: ignore, onDelete: ignore, onRetry: ignore },
}
const formOf = (change: Partial<WebhookFormViewProps>): WebhookFormViewProps => ({
  ...{ draft: draftOf(null), isNew: true, hiddenUrl: null, isBusy: false, faults: {}, problem: null },
  servers: [{ id: 1, name: 'Wolfpack survival' }],
  ...{ onSave: ignore, onClose: ignore },
  ...change,
})
const log: DeliveriesViewProps = {
  ...{ status: 'ready', deliveries, state: null, hasOlder: true, isBusy: false, refusal: null },
  ...{ onState: ignore, onOlder: ignore, onReplay: ignore, onRetry: ignore },
}

export function WebhookSpecimens() {
  return (
    <>
      <Specimen name="Webhooks">
        <WebhooksView {...list} />
      </Specimen>
      <Specimen name="No webhooks">
        <WebhooksView {...list} webhooks={[]} />
      </Specimen>
      <Specimen name="Webhooks are read">
        <WebhooksView {...list} status="loading" webhooks={[]} />
      </Specimen>
      <Specimen name="Webhooks that cannot be read">
        <WebhooksView {...list} status="problem" problem={away} webhooks={[]} />
      </Specimen>
      <Specimen name="A new webhook" isNarrow>
        <WebhookFormView {...formOf({})} />
      </Specimen>
      <Specimen name="A webhook whose address is not told" isNarrow>
        <WebhookFormView
          {...formOf({
            draft: draftOf(webhooks[0] ?? null),
            isNew: false,
            hiddenUrl: webhooks[0]?.url ?? null,
          })}
        />
      </Specimen>
      <Specimen name="A webhook with a wrong address" isNarrow>
        <WebhookFormView
          {...formOf({
            draft: draftOf(webhooks[1] ?? null),
            isNew: false,
            faults: { url: ['localhost is a name in a private network'] },
          })}
        />
      </Specimen>
      <Specimen name="Deliveries" isNarrow>
        <DeliveriesView {...log} />
      </Specimen>
      <Specimen name="No deliveries" isNarrow>
        <DeliveriesView {...log} deliveries={[]} hasOlder={false} />
      </Specimen>
      <Specimen name="A test that arrived" isNarrow>
        <TestOutcomeView format="discord" outcome={{ status: 204, took_ms: 84, problem: '', answer: '' }} />
      </Specimen>
      <Specimen name="A test that did not" isNarrow>
        <TestOutcomeView
          format="discord"
          outcome={{ status: null, took_ms: 15_000, problem: 'no answer within 15 seconds', answer: '' }}
        />
      </Specimen>
      <Specimen name="A test that was rejected" isNarrow>
        <TestOutcomeView
          format="discord"
          outcome={{ status: 401, took_ms: 84, problem: 'the receiver answers 401', answer: '' }}
        />
      </Specimen>
      <Specimen name="A test on its way" isNarrow>
        <TestOutcomeView format="discord" outcome={null} />
      </Specimen>
    </>
  )
}
