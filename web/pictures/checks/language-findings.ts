// What does not fit a phone in one language: screens that nothing is done on, and specimens of the gallery with its dialogs.

import { galleryChapters, galleryScreen, openChapter } from '../gallery-chapters.ts'
import { goToScreen, openScreen, shapes, type Viewer } from '../open-screen.ts'
import { checkedScreens } from './checked-screens.ts'
import { layoutFindings } from './layout-findings.ts'

const [, , phone] = shapes

/** With `every` only each so manieth screen. */
export async function languageFindings(
  viewer: Viewer,
  language: string,
  { every = 1 }: { every?: number } = {},
): Promise<string[]> {
  const found: string[] = []
  const isChosen = (_: unknown, index: number) => index % every === 0
  // What is done on a screen is done by English names.
  const plain = (await checkedScreens()).filter(screen => !screen.act && !screen.scene && !screen.isSignedOut)
  let isOpen = false
  for (const screen of plain.filter(isChosen)) {
    if (isOpen) await goToScreen(viewer, { ...screen, language })
    else await openScreen(viewer, { ...screen, language }, phone)
    isOpen = true
    const findings = [...(await layoutFindings(viewer.page)), ...viewer.problems.splice(0)]
    found.push(...findings.map(finding => `${screen.name}: ${finding}`))
  }
  return found
}

export async function galleryLanguageFindings(viewer: Viewer, language: string): Promise<string[]> {
  const found: string[] = []
  const { page } = await openScreen(viewer, galleryScreen('auth', language), phone)
  for (const chapter of await galleryChapters(page)) {
    await openChapter(page, chapter)
    found.push(...(await layoutFindings(page)))
  }
  return [...found, ...viewer.problems.splice(0)]
}
