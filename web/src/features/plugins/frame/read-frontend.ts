// Reads the front-end part of a running plugin, as text: it is run in a frame, never in this page.

import { apiSend } from '../../../platform/api-client.ts'

/** Told by hand: the frames need nothing else of the contract. */
const frontendOf = (pluginId: number) => ({
  method: 'GET' as const,
  path: `/api/plugins/${pluginId}/frontend.js`,
  summary: 'The front-end part of a running plugin',
})

export async function readFrontend(pluginId: number, signal: AbortSignal): Promise<string> {
  return (await apiSend(frontendOf(pluginId), {}, signal)).text()
}
