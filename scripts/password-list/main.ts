// node scripts/password-list/main.ts: writes the embedded list of compromised passwords beside the code that reads it.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { asText, compromisedLines } from './compromised-lines.ts'
import { readSourceList } from './source-list.ts'

const target = fileURLToPath(
  new URL('../../panel/src/features/users/compromised-passwords-list.ts', import.meta.url),
)

const lines = compromisedLines(readSourceList())
const text = asText(lines)
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
})
writeFileSync(
  target,
  `// The embedded list of compromised passwords (5.7.2), written by scripts/password-list; see NOTICE for its source.

export const compromisedPasswordsList = {
  count: ${lines.length},
  sha256: '${createHash('sha256').update(text).digest('hex')}',
  brotliBase64:
    '${packed.toString('base64')}',
}
`,
)
process.stdout.write(
  `${lines.length} passwords, ${text.length} bytes as text, ${packed.length} bytes compressed: ${target}\n`,
)
