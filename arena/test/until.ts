// Waits for a condition, and shows what there was when it never came.

import { setTimeout as pause } from 'node:timers/promises'

export async function until(
  condition: () => boolean | Promise<boolean>,
  evidence: () => string = () => '',
  limitMs = 30_000,
): Promise<void> {
  const deadlineMs = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`waited ${limitMs} ms in vain; seen so far:\n${evidence()}`)
    await pause(20)
  }
}
