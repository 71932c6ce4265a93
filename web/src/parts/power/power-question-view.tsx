// Asks how to stop or restart while people play.

import { Box, Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import type { PowerQuestion } from './power-question.ts'
import { useWaitChoice, WaitChoice } from './wait-choice.tsx'

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
  const facts = gameServers.map(each => each.facts)
  const wait = useWaitChoice(facts, t(`power.ask.${action}Message`))
  const count = facts.reduce((sum, { players }) => sum + (players ?? 0), 0)
  const label = { soon: 'Soon', empty: 'Empty', now: 'Now' } as const
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!wait.isIncomplete) answer(wait.choice)
      }}
    >
      <p className="text-quiet">{t('power.ask.players', { count })}</p>
      <Box mt={14}>
        <WaitChoice label={t(`power.${action}`)} wait={wait} />
      </Box>
      <Group mt={22} gap={8} justify="flex-end">
        <Button variant="default" onClick={() => answer(null)}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" disabled={wait.isIncomplete} data-autofocus>
          {t(`power.ask.${action}${label[wait.chosen]}`)}
        </Button>
      </Group>
    </form>
  )
}
