// What `npm run prove -- languages` runs: every address and every specimen in six languages at phone width, nothing cut and nothing too wide.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingBrowser } from '../../../test-services/chromium.ts'
import { languageCodes } from '../../src/texts/languages.ts'
import { openViewer, type Viewer } from '../open-screen.ts'
import { type PictureHost, startPictureHost } from '../picture-host.ts'
import { galleryLanguageFindings, languageFindings } from './language-findings.ts'

if (missingBrowser) throw new Error(missingBrowser)

let host: PictureHost
let viewer: Viewer
beforeAll(async () => {
  host = await startPictureHost()
  viewer = await openViewer(host)
}, 300_000)
afterAll(() => host?.close())

test.each(languageCodes)('%s fits a phone of 390 px', async language => {
  const onScreens = await languageFindings(viewer, language)
  expect([...onScreens, ...(await galleryLanguageFindings(viewer, language))]).toEqual([])
})
