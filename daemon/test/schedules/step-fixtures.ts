// Schedules with steps, and games that write down what they hear, for tests of steps.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { ScheduleStep, StepSchedule } from '@rookery/contracts/schedule.ts'
import { shellGame } from '../open-test-node.ts'

/** Every line that is typed into its console stands in the file `heard`, also after the next start. */
export const heardGame = shellGame(`
echo ready
while read -r line; do
  echo "$line" >> heard
  case "$line" in
    quit) exit 0 ;;
    *) echo "you said: $line" ;;
  esac
done
`)

export const talkative: Pick<GameServerDefinition, 'players'> = {
  players: { by: 'console', identify_by: 'name', message: 'say {message}' },
}

export const nightly: ScheduleStep[] = [
  { action: 'message', message: 'in five minutes', offset_seconds: 0, continue_on_failure: true },
  { action: 'message', message: 'in a minute', offset_seconds: 240, continue_on_failure: true },
  { action: 'restart', offset_seconds: 300, continue_on_failure: false },
]

/** Never due by itself. */
export const stepSchedule = (steps: ScheduleStep[], change: Partial<StepSchedule> = {}): StepSchedule => ({
  ...{ id: 7, action: 'command', command: '', steps, timing: { by: 'cron', expression: '0 0 29 2 *' } },
  ...{ time_zone: 'UTC', enabled: true, only_when_empty: false, overlap: 'skip', missed: 'skip' },
  begins_at_ms: 0,
  ...change,
})

/** An update that writes a line each time it is begun, and does not end. */
export const countedUpdate = {
  file: 'updates',
  install: [
    {
      do: 'run-program' as const,
      command: ['sh', '-c', 'echo x >> updates; while :; do sleep 0.1; done'],
      words: 'updating',
    },
  ],
}
