// The step `read-json`: fetches a JSON document and takes one value out of it for the steps after.

import { FetchRefused } from '../../../platform/outgoing-http/outgoing-http.ts'
import { ActionFailed } from '../../game-servers/logic/action.ts'
import { findInJson } from '../logic/json-path.ts'
import { retry, StepFailed } from '../retry.ts'
import type { Step, StepDeps } from '../step-deps.ts'

const answerLimitBytes = 8 * 1024 * 1024

export async function readJson(step: Step<'read-json'>, deps: StepDeps): Promise<string> {
  if (step.given && step.given !== 'latest') return step.given
  const host = URL.parse(step.url)?.host ?? step.url
  const text = await retry(deps, () => fetchText(step.url, host, deps))
  const finding = findInJson(parse(text, host), step.where)
  if ('problem' in finding) throw new ActionFailed(`${host}: ${finding.problem}`)
  deps.say(`${step.name} is ${finding.value}`)
  return finding.value
}

async function fetchText(url: string, host: string, deps: StepDeps): Promise<string> {
  const { status, body, headers } = await deps.http
    .get(url, { headers: { accept: 'application/json' }, signal: deps.canceled })
    .catch((error: unknown) => {
      const refusal = [error, (error as Error).cause].find(found => found instanceof FetchRefused)
      if (refusal) throw new ActionFailed(refusal.message, null, { reason: 'address', subject: host })
      throw new StepFailed((error as Error).message, { subject: host }, { cause: error })
    })
  body.on('error', () => {})
  try {
    if (status !== 200) {
      const reason = `${host} answers ${status}`
      const facts = { httpStatus: status, subject: host }
      throw status >= 500 || status === 429
        ? new StepFailed(reason, facts)
        : new ActionFailed(reason, null, facts)
    }
    const encoding = headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      throw new ActionFailed(
        `${host} answers in the encoding ${JSON.stringify(encoding)}, which was not asked for`,
      )
    return await readText(body, host)
  } finally {
    body.destroy()
  }
}

async function readText(body: AsyncIterable<Uint8Array>, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > answerLimitBytes) throw new ActionFailed(`the answer of ${host} is larger than 8 MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string, host: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ActionFailed(`the answer of ${host} is not JSON`)
  }
}
