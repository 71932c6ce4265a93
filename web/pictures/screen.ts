// One screen that pictures are taken of: where it is, what the panel answers there, and what is done first.

import type { Page } from 'playwright-core'
import type { Scene } from './fixtures/fake-panel.ts'

export interface Screen {
  /** Also the name of its picture: no two screens share one. */
  name: string
  path: string
  scene?: Scene
  isSignedOut?: boolean
  language?: string
  /** The picture shows all of the page, not only what fits into the window. */
  isWhole?: boolean
  act?: (page: Page) => Promise<void>
}
