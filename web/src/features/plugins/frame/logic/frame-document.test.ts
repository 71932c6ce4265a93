// Tests of the document of a plugin's frame.

import { expect, test } from 'vitest'
import { frameDocument, frameHeight } from './frame-document.ts'

test('5.12 the frame may load our script and blobs, and connect to nothing', () => {
  const text = frameDocument('https://panel.example:8443', 'p { margin: 0 }')
  expect(text).toContain('script-src https://panel.example:8443/plugin-frame.js blob:')
  expect(text).toContain("connect-src 'none'")
  expect(text).toContain('<script src="https://panel.example:8443/plugin-frame.js"></script>')
  expect(text.match(/<script/g)).toHaveLength(1)
})

test('the height stays within its place', () => {
  expect(frameHeight(80.2, 600)).toBe(81)
  expect(frameHeight(0, 600)).toBe(24)
  expect(frameHeight(1e9, 600)).toBe(600)
})
