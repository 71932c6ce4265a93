// Sends an answer compressed where it pays, beside the event loop; the bytes of a cached answer are compressed once.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type ContentEncoding } from './logic/accepted-encoding.ts'

const compressedFromLength = 1_400
const compressWith = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** The best one is meant for files that are compressed ahead of time. */
const brotliQuality = 4

/** By the very bytes, and forgotten with them. */
const compressed: Record<ContentEncoding, WeakMap<Buffer, Promise<Buffer>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
}

/**
 * Files are sent as they are, so that their length and parts can be named. That what is secret and what a stranger chose
 * are compressed together gives nothing away here: sessions are bearer tokens, so no other page can make a browser ask
 * in somebody's name.
 */
export async function sendCompressed(
  answer: Buffer | string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isWorthIt = answer.length >= compressedFromLength
  const encoding = isWorthIt ? acceptedEncoding(request.headers['accept-encoding']) : null
  if (encoding === null) return reply.send(answer)
  const bytes = await compressBytes(typeof answer === 'string' ? Buffer.from(answer) : answer, encoding)
  const vary = [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ')
  return reply.header('vary', vary).header('content-encoding', encoding).send(bytes)
}

function compressBytes(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  const known = compressed[encoding].get(bytes)
  if (known) return known
  const work = encoding === 'br' ? compressWith.br(bytes, brotliOptions(bytes)) : compressWith.gzip(bytes)
  compressed[encoding].set(bytes, work)
  return work
}

function brotliOptions(bytes: Buffer) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
}
