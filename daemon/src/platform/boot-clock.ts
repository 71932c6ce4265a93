// The time since this machine was started: nobody sets it, it goes on while a process stands still or the machine
// sleeps, and it is the same for all processes of the machine.

import { uptime } from 'node:os'

export function bootClockMs(): number {
  return uptime() * 1_000
}
