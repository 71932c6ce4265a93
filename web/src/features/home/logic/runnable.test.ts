// Tests of which games the first run offers.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { expect, test } from 'vitest'
import { gameChoices } from './runnable.ts'

const template = (id: number, process_managers: string[]) => ({ id, process_managers }) as TemplateSummary

test('games that the node can run come first, in their own order', () => {
  const templates = [template(1, ['docker']), template(2, ['process']), template(3, ['podman', 'process'])]
  const choices = gameChoices(templates, { runtimes: ['process'] })
  expect(choices.map(choice => [choice.template.id, choice.isRunnable])).toEqual([
    [2, true],
    [3, true],
    [1, false],
  ])
})

test('without a node nothing can be run', () => {
  expect(gameChoices([template(1, ['process'])], undefined)).toMatchObject([{ isRunnable: false }])
})
