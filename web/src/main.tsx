// Starts the browser part: the texts and the session of open tabs first, then the page.

import './ui/design/mantine.css'
import './ui/design/fonts.css'
import './ui/design/tokens.css'
import './ui/design/page.css'
import './ui/design/shared.css'
import './ui/design/text.css'
import './ui/design/surfaces.css'
import './ui/design/components.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadRefusalTexts } from './parts/problems/field-message.ts'
import { beforeRefusals } from './platform/api-client.ts'
import { loginSession } from './platform/login-session.ts'
import { startTexts } from './texts/texts.ts'
import { TextsProvider } from './texts/texts-provider.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no element with the id "root"')

beforeRefusals(loadRefusalTexts)

// Not awaited here: the texts are in chunks that need this one, and each would wait for the other.
void Promise.all([startTexts(), loginSession.join()]).then(() =>
  createRoot(place).render(
    <TextsProvider>
      <App />
    </TextsProvider>,
  ),
)
