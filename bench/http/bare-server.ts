// What is compared with: Node's own HTTP server, which does nothing but answer the bytes that it was given.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** By path, whatever is asked for behind it. */
export type BareAnswers = Record<
  string,
  {
    headers: Record<string, string>
    body: string
    /** Of the body where it is no text. */
    encoding?: BufferEncoding
  }
>

process.on('message', (answers: BareAnswers) => {
  const bodies = new Map(
    Object.entries(answers).map(([path, { headers, body, encoding = 'utf8' }]) => {
      const bytes = Buffer.from(body, encoding)
      return [path, { headers: { ...headers, 'content-length': bytes.length }, bytes }]
    }),
  )
  const server = createServer((request, response) => {
    const answer = bodies.get(request.url?.split('?', 1)[0] ?? '')
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit(0))
