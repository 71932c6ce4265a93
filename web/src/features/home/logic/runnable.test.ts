// Tests of which games the first run offers.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { expect, test } from 'vitest'
import type { FitNode } from '../../../parts/games/logic/game-fit.ts'
import { gameChoices } from './runnable.ts'

const template = (slug: string, process_managers: string[]) => ({ slug, process_managers }) as TemplateSummary
const node: FitNode = {
  name: 'basement',
  enrolled: true,
  enabled: true,
  online: true,
  runtimes: ['process'],
  arch: 'x64',
  limits: {},
}

test('the game that ships comes first, then what the node can run, in their own order', () => {
  const templates = [
    template('rust', ['docker']),
    template('valheim', ['process']),
    template('factorio', ['podman', 'process']),
    template('arena', ['process']),
  ]
  const choices = gameChoices(templates, node)
  expect(choices.map(choice => [choice.template.slug, choice.isRunnable])).toEqual([
    ['arena', true],
    ['valheim', true],
    ['factorio', true],
    ['rust', false],
  ])
})

test('without a node nothing can be run', () => {
  expect(gameChoices([template('valheim', ['process'])], undefined)).toMatchObject([{ isRunnable: false }])
})
