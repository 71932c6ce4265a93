// Sets the color scheme before the first paint, so that nobody sees a flash of the wrong one.
;(() => {
  let choice = null
  try {
    choice = window.localStorage.getItem('rookery.colour-scheme')
  } catch {
    // Storage may be switched off; the system's choice is used then.
  }
  const isSystemLight = window.matchMedia('(prefers-color-scheme: light)').matches
  const isLight = choice === 'light' || (choice !== 'dark' && isSystemLight)
  document.documentElement.setAttribute('data-mantine-color-scheme', isLight ? 'light' : 'dark')
  const themeColor = document.querySelector('meta[name="theme-color"]')
  if (themeColor) themeColor.setAttribute('content', isLight ? '#f4f6f8' : '#0c1116')
})()
