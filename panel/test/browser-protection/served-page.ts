// A small web application on disk for a test panel to serve, with inline scripts of every awkward kind.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** As a browser sees them: line ends normalised. */
export const inlineScripts = ['document.title = "ä"', '\n  if (1 < 2) run()\n', '{"imports":{}}']

const page = `<!doctype html><html><head>
<script>${inlineScripts[0]}</script>
<script src="/assets/app.js"></script>
<script type="module" data-note="a > b src=none">${inlineScripts[1]?.replaceAll('\n', '\r\n')}</script >
<SCRIPT type='importmap'>${inlineScripts[2]}</SCRIPT>
<script defer src = '/assets/app.js'>never run</script>
</head><body></body></html>`

export function writeServedPage(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets', 'app.js'), 'run()\n')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
