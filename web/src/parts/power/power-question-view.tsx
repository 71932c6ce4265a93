// Asks how to stop or restart while people play: in five minutes with a message, when all have left, or now.

import { Box, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { OptionCards } from '../../ui/controls/option-cards.tsx'
import type { PowerChoice, PowerQuestion } from './power-question.ts'
import { type PowerOption, powerOptions } from './power-question-rules.ts'

const soonSeconds = 5 * 60
const messageLimit = 500

/** In a dialog, because it is asked from anywhere. */
export function PowerQuestionView(question: PowerQuestion) {
  const t = useTexts()
  const { action, gameServers, answer } = question
  const [only] = gameServers
  const title =
    gameServers.length === 1
      ? t(`power.ask.${action}Title`, { name: only?.name ?? '' })
      : t(`power.ask.${action}ManyTitle`, { count: gameServers.length })
  return (
    <Modal opened onClose={() => answer(null)} title={title}>
      <PowerQuestionForm {...question} />
    </Modal>
  )
}

export function PowerQuestionForm({ action, gameServers, answer }: PowerQuestion) {
  const t = useTexts()
  const options = powerOptions(gameServers.map(({ facts }) => facts))
  const [chosen, setChosen] = useState<PowerOption>(options.offered[0] ?? 'now')
  const [message, setMessage] = useState(t(`power.ask.${action}Message`))
  const count = gameServers.reduce((sum, { facts }) => sum + (facts.players ?? 0), 0)
  const choices: Record<PowerOption, PowerChoice> = {
    soon: { when: 'at', delay_seconds: soonSeconds, message: message.trim() },
    empty: { when: 'empty' },
    now: { when: 'now' },
  }
  const label = { soon: 'Soon', empty: 'Empty', now: 'Now' } as const
  const isIncomplete = chosen === 'soon' && message.trim() === ''
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isIncomplete) answer(choices[chosen])
      }}
    >
      <p className="text-quiet">{t('power.ask.players', { count })}</p>
      <Stack gap={12} mt={14}>
        <OptionCards
          label={t(`power.${action}`)}
          value={chosen}
          options={options.offered.map(option => ({
            value: option,
            title: t(`power.ask.${option}`),
            text: t(`power.ask.${option}Text`),
          }))}
          onChange={setChosen}
        />
        {options.offered.includes('soon') && (
          <TextInput
            label={t('power.ask.message')}
            maxLength={messageLimit}
            value={message}
            // It keeps its place: what is below does not move with the choice.
            disabled={chosen !== 'soon'}
            onChange={event => setMessage(event.currentTarget.value)}
          />
        )}
      </Stack>
      {options.note && (
        <Box component="p" className="text-hint" mt={14}>
          {t(`power.ask.${options.note}`)}
        </Box>
      )}
      <Group mt={22} gap={8} justify="flex-end">
        <Button variant="default" onClick={() => answer(null)}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" disabled={isIncomplete} data-autofocus>
          {t(`power.ask.${action}${label[chosen]}`)}
        </Button>
      </Group>
    </form>
  )
}
