// Whether this person wants the time before each line of a console; kept in the browser.

const key = 'rookery.console-times'

export function isShowingTimes(): boolean {
  try {
    return window.localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

export function rememberShowingTimes(isVisible: boolean): void {
  try {
    window.localStorage.setItem(key, isVisible ? 'yes' : 'no')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
