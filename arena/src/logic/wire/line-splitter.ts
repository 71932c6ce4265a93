// Cuts bytes from netcat or telnet into clean lines: telnet commands skipped, length bounded, control characters gone.

export type InputLine = { text: string; tooLong: boolean }
export type LineSplitter = { feed(chunk: Buffer): InputLine[] }

type TelnetStage = 'text' | 'command' | 'option' | 'subnegotiation' | 'subnegotiation-end'

const lineFeed = 0x0a
const iac = 0xff
const subnegotiationStart = 250
const subnegotiationEnd = 240

/** Keeps at most `limitBytes` of an unfinished line; the rest of a longer one is dropped and reported. */
export function createLineSplitter(limitBytes: number): LineSplitter {
  const held = Buffer.alloc(limitBytes)
  let length = 0
  let tooLong = false
  let stage: TelnetStage = 'text'

  return {
    feed(chunk) {
      const lines: InputLine[] = []
      for (const value of chunk) {
        if (stage !== 'text' || value === iac) {
          stage = nextTelnetStage(stage, value)
        } else if (value === lineFeed) {
          lines.push({ text: cleanText(held.toString('utf8', 0, length)), tooLong })
          length = 0
          tooLong = false
        } else if (length < limitBytes) {
          held[length++] = value
        } else {
          tooLong = true
        }
      }
      return lines
    },
  }
}

function nextTelnetStage(stage: TelnetStage, value: number): TelnetStage {
  switch (stage) {
    case 'text':
      return 'command'
    case 'command':
      if (value === subnegotiationStart) return 'subnegotiation'
      return value >= 251 && value <= 254 ? 'option' : 'text'
    case 'option':
      return 'text'
    case 'subnegotiation':
      return value === iac ? 'subnegotiation-end' : 'subnegotiation'
    case 'subnegotiation-end':
      return value === subnegotiationEnd ? 'text' : 'subnegotiation'
  }
}

/** Nothing that moves a cursor, changes colours, reverses writing direction or hides survives. */
export function cleanText(text: string): string {
  return text
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .trim()
}
