// Wires the design, the cache, the router and the end of the login session together.

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { createQueryClient } from './platform/api-queries.ts'
import { loginSession } from './platform/login-session.ts'
import { router } from './router.tsx'
import { useTexts } from './texts/texts.ts'
import { useFocusAfterDialogs } from './ui/controls/use-focus-after-dialogs.ts'
import { WrongFields } from './ui/controls/wrong-fields.tsx'
import { colorSchemeManager, kitVariables, themeWithNames } from './ui/design/theme.ts'
import { Notes } from './ui/feedback/notes.tsx'

/** Wherever the person was: when the login session ends, the sign-in page comes, and leads back there. */
function useSignInWhenEnded() {
  useEffect(
    () =>
      loginSession.subscribe(() => {
        const { pathname, href } = router.state.location
        if (loginSession.sessionToken() !== null || pathname === '/sign-in') return
        void router.navigate({ to: '/sign-in', search: { to: href, ended: true }, replace: true })
      }),
    [],
  )
}

export function App() {
  const [queryClient] = useState(createQueryClient)
  useSignInWhenEnded()
  useFocusAfterDialogs()
  const close = useTexts()('actions.close')
  const theme = useMemo(() => themeWithNames(close), [close])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={kitVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notes />
        <WrongFields />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
