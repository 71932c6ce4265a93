// What a set of entries gives and denies, in words: one line for each scope.

import { Box, Group, Stack } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import { effectStyles } from './effect-style.ts'
import type { ScopeText } from './logic/entries-text.ts'
import type { Effect } from './logic/scopes.ts'

function EffectLine({ effect, list }: { effect: Effect; list: string }) {
  const t = useTexts()
  const { Icon, tone } = effectStyles[effect]
  return (
    <Group
      component="span"
      className={`text-secondary ${tones.sign} ${tones[tone]}`}
      gap={6}
      align="stretch"
      wrap="nowrap"
    >
      <Icon size={14} stroke={2.2} aria-hidden />
      <span>
        {effect === 'allow' ? t('permissions.allows', { list }) : t('permissions.denies', { list })}
      </span>
    </Group>
  )
}

function Faint({ children }: { children: string }) {
  return (
    <Box component="span" className="text-faint" fz={13.5}>
      {children}
    </Box>
  )
}

export function EffectLines({ text }: { text: Pick<ScopeText, 'allows' | 'denies' | 'withoutEffect'> }) {
  const t = useTexts()
  if (!text.allows && !text.denies && !text.withoutEffect) {
    return <Faint>{t('permissions.nothingSet')}</Faint>
  }
  return (
    <Stack component="span" gap={2}>
      {text.allows && <EffectLine effect="allow" list={text.allows} />}
      {text.denies && <EffectLine effect="deny" list={text.denies} />}
      {text.withoutEffect && (
        <Box component="span" pl={text.allows || text.denies ? 20 : 0}>
          <Faint>{t('permissions.withoutEffect', { list: text.withoutEffect })}</Faint>
        </Box>
      )}
    </Stack>
  )
}

export function ScopeSummaryList({ list, emptyText }: { list: readonly ScopeText[]; emptyText: string }) {
  if (list.length === 0) return <Faint>{emptyText}</Faint>
  return (
    <Stack component="ul" gap={4} fz={13.5}>
      {list.map(text => (
        <Group component="li" key={text.where} gap="0 10px" align="stretch">
          <strong>{text.where}</strong>
          <EffectLines text={text} />
        </Group>
      ))}
    </Stack>
  )
}
