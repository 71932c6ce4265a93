// Headers of requests and answers beside those of HTTP itself, as the description of the API tells them.

interface DescribedHeader {
  description: string
  type: 'string' | 'integer'
  example: string | number
  required?: boolean
  /** All that it can be. */
  values?: readonly string[]
  pattern?: string
}

export const requestHeaders = {
  'Idempotency-Key': {
    description:
      'Up to 255 characters that you choose anew for each thing to create, such as a UUID. The same request with the same key creates nothing more: for 24 hours it is answered as the first one was, with `Idempotency-Replayed: true`.',
    type: 'string',
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    pattern: '^[ -~]{1,255}$',
  },
  'If-Match': {
    description: 'The `ETag` that you have read. `412` when it was changed in the meantime.',
    type: 'string',
    example: '"1a2b3c"',
  },
  'If-None-Match': {
    description: '`*`: only create. `409` when it is there already.',
    type: 'string',
    example: '*',
  },
  Prefer: {
    description:
      '`wait=SECONDS`, up to 30: the answer comes when the task has ended, or when the time is over, and holds the `task`.',
    type: 'string',
    example: 'wait=30',
  },
  Range: { description: 'A part of the file, in bytes.', type: 'string', example: 'bytes=0-1023' },
  'Tus-Resumable': {
    description: 'The version of tus.',
    type: 'string',
    example: '1.0.0',
    required: true,
    values: ['1.0.0'],
  },
  'Upload-Length': {
    description: 'The size of the whole file, in bytes.',
    type: 'integer',
    example: 734_003,
  },
  'Upload-Offset': { description: 'Where these bytes begin.', type: 'integer', example: 0 },
  'Upload-Metadata': {
    description:
      'Pairs of a name and a value in base64: `path`, and optionally `sha256` (hexadecimal) and `overwrite` (`true` or `false`).',
    type: 'string',
    example: 'path d29ybGQuemlw',
  },
} as const satisfies Record<string, DescribedHeader>

export type RequestHeader = keyof typeof requestHeaders

export const answerHeaders = {
  'X-Request-Id': {
    description: 'Names this request in the log of the panel. Your own `X-Request-Id` is echoed.',
    type: 'string',
    example: '0f4be2a8-5d0e-4a59-9c1e-2d0c2f4f7a11',
  },
  'X-Total-Count': { description: 'How many items there are on all pages.', type: 'integer', example: 42 },
  Link: {
    description: 'The addresses of the first, previous, next and last page (RFC 8288).',
    type: 'string',
    example: '</api/servers?page=2>; rel="next"',
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', type: 'integer', example: 900 },
  ETag: {
    description: 'Names this state of the content; send it back as `If-Match`.',
    type: 'string',
    example: '"1a2b3c"',
  },
  'Idempotency-Replayed': {
    description: '`true` when an earlier request with the same `Idempotency-Key` has created this.',
    type: 'string',
    example: 'true',
  },
  'Preference-Applied': {
    description: 'How long the answer would have waited for the end of the task.',
    type: 'string',
    example: 'wait=30',
  },
  'X-List-Cut': {
    description: '`true` when the folder holds more than 100,000 names.',
    type: 'string',
    example: 'true',
  },
  Location: {
    description: 'The address of what was created.',
    type: 'string',
    example: '/api/servers/7/files/uploads/0123',
  },
  'Upload-Offset': { description: 'How many bytes have arrived.', type: 'integer', example: 0 },
  'Upload-Length': {
    description: 'The size of the whole file, in bytes.',
    type: 'integer',
    example: 734_003,
  },
  'Upload-Expires': {
    description: 'When an unfinished upload is dropped.',
    type: 'string',
    example: 'Wed, 18 Nov 2026 20:00:00 GMT',
  },
  'Content-Disposition': {
    description: 'The name of the file.',
    type: 'string',
    example: 'attachment; filename="world.zip"',
  },
} as const satisfies Record<string, DescribedHeader>

export type AnswerHeader = keyof typeof answerHeaders
