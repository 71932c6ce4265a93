// Checks piece by piece whether bytes are a text: UTF-8 without NUL, or UTF-16 that begins with its byte order mark.

export interface TextCheck {
  /** False as soon as it cannot be a text any more. */
  isTextWith(bytes: Uint8Array): boolean
  /** After the last piece. */
  isWhole(): boolean
}

export function createTextCheck(): TextCheck {
  let opening = Buffer.alloc(0)
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let isText = true

  function decode(bytes: Uint8Array, stream: boolean): boolean {
    decoder ??= new TextDecoder(encodingOf(opening), { fatal: true })
    try {
      const text = decoder.decode(bytes, { stream })
      return decoder.encoding !== 'utf-8' || !text.includes('\0')
    } catch {
      return false
    }
  }

  return {
    isTextWith(bytes) {
      if (!isText) return false
      if (decoder) isText = decode(bytes, true)
      else {
        opening = Buffer.concat([opening, bytes])
        if (opening.length >= 2) isText = decode(opening, true)
      }
      return isText
    },
    isWhole() {
      isText &&= decode(decoder ? Buffer.alloc(0) : opening, false)
      return isText
    },
  }
}

function encodingOf(opening: Uint8Array): string {
  if (opening[0] === 0xff && opening[1] === 0xfe) return 'utf-16le'
  if (opening[0] === 0xfe && opening[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
