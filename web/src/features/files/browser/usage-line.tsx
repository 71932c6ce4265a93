// How much room the files take, of how much.

import { Box, Group } from '@mantine/core'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { readFileUsage } from '@rookery/contracts/http/files.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { formatNumber, formatValue } from '../../../ui/format/unit-rules.ts'
import tones from '../../../ui/tone/tone.module.css'
import styles from './browser.module.css'

export type FileUsage = AnswerOf<typeof readFileUsage>

/** From here on it is worth a word. */
const nearlyFull = 0.9

export function UsageLine({ usage }: { usage: FileUsage }) {
  const t = useTexts()
  const language = useLanguage()
  const asText = (bytes: number) => formatValue(bytes, 'bytes', language)
  const { used_bytes, limit_bytes, free_bytes } = usage
  const share = limit_bytes ? Math.min(1, used_bytes / limit_bytes) : null
  const isFull = share === 1 || free_bytes === 0
  const tone = isFull ? 'trouble' : share && share > nearlyFull ? 'warning' : 'running'
  return (
    <Group className="text-note numbers" gap="4px 12px">
      {share !== null && (
        <span className={`${styles.usageBar} ${tones[tone]}`} aria-hidden>
          <span style={{ width: `${Math.max(1, share * 100)}%` }} />
        </span>
      )}
      <span>
        {limit_bytes === null
          ? t('files.usage', { used: asText(used_bytes), free: asText(free_bytes) })
          : t('files.usageOf', { used: asText(used_bytes), limit: asText(limit_bytes) })}
      </span>
      <span className="text-faint">
        {t('files.usageFiles', { count: usage.files, number: formatNumber(usage.files, language) })}
      </span>
      {isFull && (
        <Box component="strong" c="var(--state-trouble)" fw={550}>
          {t('files.usageFull')}
        </Box>
      )}
    </Group>
  )
}
