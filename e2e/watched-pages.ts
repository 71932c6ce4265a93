// The pages that the stories of this process have opened, until the file that opened them ends.

import type { Page } from 'playwright-core'

export interface WatchedPage {
  page: Page
  /** Console errors and violations of the content security policy that the story did not ask for. */
  problems: string[]
  /** Method and path of everything that was asked for. */
  requests: string[]
}

export const watchedPages: WatchedPage[] = []
