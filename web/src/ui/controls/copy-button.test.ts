// A button that is only an icon has a name for those who cannot see it.

import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CopyButton } from './copy-button.tsx'

test('the button that copies is called by what it copies', () => {
  const button = createElement(CopyButton, { text: '203.0.113.7:27015', label: 'Copy address' })
  const page = renderToStaticMarkup(createElement(MantineProvider, null, button))
  expect(page).toMatch(/<button[^>]* aria-label="Copy address"/)
})
