// The choices while people play: in five minutes with a message, when all have left, or now.

import { Box, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { OptionCards } from '../../ui/controls/option-cards.tsx'
import type { PowerChoice } from './power-question.ts'
import { type PowerOption, type PowerOptions, powerOptions } from './power-question-rules.ts'

const soonSeconds = 5 * 60
const messageLimit = 500

interface ChosenWait {
  options: PowerOptions
  chosen: PowerOption
  message: string
  choice: PowerChoice
  isIncomplete: boolean
  onChoose: (option: PowerOption) => void
  onMessage: (message: string) => void
}

export function useWaitChoice(facts: Parameters<typeof powerOptions>[0], firstMessage: string): ChosenWait {
  const options = powerOptions(facts)
  const [picked, setPicked] = useState<PowerOption | null>(null)
  const [message, setMessage] = useState(firstMessage)
  const chosen = picked ?? options.offered[0] ?? 'now'
  const choices: Record<PowerOption, PowerChoice> = {
    soon: { when: 'at', delay_seconds: soonSeconds, message: message.trim() },
    empty: { when: 'empty' },
    now: { when: 'now' },
  }
  return {
    options,
    chosen,
    message,
    choice: choices[chosen],
    isIncomplete: chosen === 'soon' && message.trim() === '',
    onChoose: setPicked,
    onMessage: setMessage,
  }
}

export function WaitChoice({ label, wait }: { label: string; wait: ChosenWait }) {
  const t = useTexts()
  const { options, chosen, message } = wait
  return (
    <>
      <Stack gap={12}>
        <OptionCards
          label={label}
          value={chosen}
          options={options.offered.map(option => ({
            value: option,
            title: t(`power.ask.${option}`),
            text: t(`power.ask.${option}Text`),
          }))}
          onChange={wait.onChoose}
        />
        {options.offered.includes('soon') && (
          <TextInput
            label={t('power.ask.message')}
            maxLength={messageLimit}
            value={message}
            // It keeps its place: what is below does not move with the choice.
            disabled={chosen !== 'soon'}
            onChange={event => wait.onMessage(event.currentTarget.value)}
          />
        )}
      </Stack>
      {options.note && (
        <Box component="p" className="text-hint" mt={14}>
          {t(`power.ask.${options.note}`)}
        </Box>
      )}
    </>
  )
}
