// One HTTP request to a storage: the whole answer, or an error that holds its status and the beginning of its text.

const answerLimit = 16 * 1024 * 1024

export class StorageAnswer extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`the storage answers ${status} ${text.slice(0, 500)}`)
    this.status = status
  }
}

export async function sendRequest(
  url: string,
  options: { method: string; headers: Record<string, string>; body?: Buffer; signal: AbortSignal },
): Promise<Buffer> {
  const { body, ...rest } = options
  const answer = await fetch(url, { ...rest, redirect: 'error', ...(body && { body: new Uint8Array(body) }) })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > answerLimit) throw new StorageAnswer(answer.status, 'with more than it should')
    chunks.push(chunk)
  }
  const content = Buffer.concat(chunks)
  if (!answer.ok) throw new StorageAnswer(answer.status, content.toString('utf8'))
  return content
}
