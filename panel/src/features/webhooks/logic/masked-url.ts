// The address of a webhook as people read it again.

import type { WebhookFormat } from '@rookery/contracts/http/webhooks.ts'

/** Whoever has the path of a chat service's address may write there: it is shown to nobody. */
export function maskedUrl(url: string, format: WebhookFormat): string {
  if (format === 'rookery' || !URL.canParse(url)) return url
  return `${new URL(url).origin}/…`
}
