// Tests of what a schedule says about its steps.

import type { ScheduleStep } from '@rookery/contracts/schedule.ts'
import { expect, test } from 'vitest'
import { languageCodes } from '../../texts/languages.ts'
import { textsForTests } from '../../texts/texts-for-tests.ts'
import { stepsText } from './schedule-text.ts'

const step = (action: ScheduleStep['action'], offset_seconds: number): ScheduleStep => ({
  action,
  offset_seconds,
  continue_on_failure: false,
})
const nightly = [step('message', 0), step('message', 240), step('restart', 300)]

test('steps are told in their order, with what is waited between them', async () => {
  const t = await textsForTests('en')
  expect(stepsText(t, 'en', nightly)).toBe('message → 4 min → message → 1 min → restart')
  expect(stepsText(t, 'en', [step('command', 90), step('stop', 90)])).toBe('90 s → console command → stop')
})

test.each(languageCodes)('every step and every wait is a station of its own, in %s', async language => {
  const t = await textsForTests(language)
  const stations = stepsText(t, language, nightly).split(' → ')
  expect(stations).toHaveLength(5)
  expect(stations[0]).toBe(t('schedules.steps.names.message'))
  expect(stations[1]).toContain('4')
  expect(stations[4]).toBe(t('schedules.steps.names.restart'))
})
