// Waits until something is true, generously: a slow machine is no failure.

const limitMs = 90_000
const everyMs = 50

export async function waitFor(
  what: string | (() => string),
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  const untilMs = Date.now() + limitMs
  while (!(await isTrue())) {
    if (Date.now() > untilMs) throw new Error(inVain(what))
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}

const inVain = (what: string | (() => string)) =>
  `waited ${limitMs / 1000} s in vain: ${typeof what === 'string' ? what : what()}`
