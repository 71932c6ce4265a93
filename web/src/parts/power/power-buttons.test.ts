// A game is killed only after its question was answered, tried without a page.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAskedAction } from './power-buttons.tsx'
import type { PowerAction } from './power-rules.ts'

/** Presses the button once while it is drawn. */
function press(action: PowerAction): { done: PowerAction[]; isAsked: boolean } {
  const done: PowerAction[] = []
  const outcome = { done, isAsked: false }
  let isPressed = false
  function Pressed() {
    const { act, question } = useAskedAction(
      { id: 1, name: 'Wolfpack', state: 'running', node_online: true },
      each => done.push(each),
    )
    if (!isPressed) {
      isPressed = true
      act(action)
    }
    outcome.isAsked = question !== false
    return null
  }
  renderToStaticMarkup(createElement(Pressed))
  return outcome
}

test('killing asks first', () => {
  expect(press('kill')).toEqual({ done: [], isAsked: true })
})

test.each<PowerAction>(['start', 'stop', 'restart'])('%s is done at once', action => {
  expect(press(action)).toEqual({ done: [action], isAsked: false })
})
