// What the page of the API does in a browser beyond showing itself: search, and trying operations with the own session.
// It is a text: the panel serves it as a file, because the page's policy allows no scripts in the page.

export const docsScript = String.raw`'use strict'
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
const stored = storage => key => { try { return window[storage].getItem(key) } catch { return null } }
const scheme = stored('localStorage')('rookery.colour-scheme')
if (scheme === 'light' || scheme === 'dark') document.documentElement.style.colorScheme = scheme

const search = document.getElementById('search')
const menu = document.getElementById('menu')
const contents = document.getElementById('contents')
const nothing = document.getElementById('nothing')
search.hidden = menu.hidden = false
const entries = [...contents.querySelectorAll('li')].map(item => {
  const id = item.querySelector('a').hash.slice(1)
  const article = document.getElementById(id)
  const path = article.querySelector('.address').textContent
  return { item, text: (item.textContent + ' ' + id + ' ' + path).toLowerCase() }
})
search.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean)
  for (const { item, text } of entries) item.hidden = !wanted.every(word => text.includes(word))
  for (const list of contents.querySelectorAll('ul')) {
    const isEmpty = [...list.children].every(item => item.hidden)
    list.hidden = list.previousElementSibling.hidden = isEmpty
  }
  nothing.hidden = entries.some(({ item }) => !item.hidden)
  contents.classList.toggle('searched', wanted.length > 0)
})
search.addEventListener('keydown', event => {
  if (event.key !== 'Enter') return
  const first = entries.find(({ item }) => !item.hidden)
  if (first) first.item.querySelector('a').click()
})
document.addEventListener('keydown', event => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)
  if (event.key !== '/' || isTyping) return
  event.preventDefault()
  search.focus()
})
const openMenu = isOpen => {
  contents.classList.toggle('open', isOpen)
  menu.setAttribute('aria-expanded', String(isOpen))
}
menu.addEventListener('click', () => openMenu(!contents.classList.contains('open')))
contents.addEventListener('click', event => {
  if (!event.target.closest('a')) return
  openMenu(false)
  contents.classList.remove('searched')
})

const tokenKey = 'rookery.session-token'
let token = stored('sessionStorage')(tokenKey) ?? stored('localStorage')(tokenKey)
const session = document.getElementById('session')
const tell = () => {
  session.textContent = token
    ? 'You are signed in: \u201cTry it\u201d calls this panel in your name.'
    : 'Sign in to the panel in this browser to try operations here.'
}
tell()
if (typeof BroadcastChannel === 'function') {
  const tabs = new BroadcastChannel('rookery.login-session')
  tabs.addEventListener('message', ({ data }) => {
    if (data?.kind === 'answer' || data?.kind === 'begun') token ??= data.sessionToken
    if (data?.kind === 'ended' && data.sessionToken === token) token = null
    tell()
  })
  if (!token) tabs.postMessage({ kind: 'ask' })
}

for (const article of document.querySelectorAll('article[data-method]')) {
  const place = article.querySelector('.try')
  const button = element('button', { type: 'button', textContent: 'Try it' })
  button.addEventListener('click', () => { button.remove(); place.append(tryForm(article)) })
  place.append(button)
}

function tryForm(article) {
  const { method, path, body } = article.dataset
  const example = article.querySelector('.samples pre').textContent
  const address = element('input', { value: /\$PANEL([^"]*)/.exec(example)[1], required: true, spellcheck: false })
  const form = element('form', {}, element('label', {}, method + ' ' + path, address))
  let text = null
  let file = null
  if (body === 'application/json') {
    const sent = /-d '([\s\S]*)'$/.exec(example)
    const value = sent ? JSON.stringify(JSON.parse(sent[1].replaceAll("'\\''", "'")), null, 2) : '{}'
    text = element('textarea', { value, spellcheck: false })
    form.append(element('label', {}, 'Body', text))
  } else if (body) {
    file = element('input', { type: 'file', required: true })
    form.append(element('label', {}, 'File', file))
  }
  if (method !== 'GET' && method !== 'HEAD')
    form.append(element('p', { className: 'warning', textContent: 'This really changes this panel.' }))
  form.append(element('div', {}, element('button', { textContent: 'Send' })))
  const answer = element('div', { role: 'status' })
  form.addEventListener('submit', async event => {
    event.preventDefault()
    answer.replaceChildren('Sending\u2026')
    const began = performance.now()
    try {
      const headers = token ? { authorization: 'Bearer ' + token } : {}
      let content
      if (text) { headers['content-type'] = body; content = text.value }
      else if (file && body === 'multipart/form-data') {
        content = new FormData()
        content.append('files', file.files[0])
      } else if (file) { headers['content-type'] = body; content = file.files[0] }
      // Never to another origin: the session is this panel's.
      const target = new URL(address.value, location.origin)
      if (target.origin !== location.origin) throw new Error('The address must begin with /.')
      const got = await fetch(target, { method, headers, body: content })
      const type = got.headers.get('content-type') ?? ''
      const raw = /json|text|javascript|csv/.test(type) ? await got.text() : (await got.arrayBuffer()).byteLength + ' bytes'
      const shown = type.includes('json') && raw ? JSON.stringify(JSON.parse(raw), null, 2) : raw
      const line = got.status + ' in ' + Math.round(performance.now() - began) + ' ms'
      answer.replaceChildren(element('p', {}, element('strong', { textContent: line })))
      if (shown) answer.append(element('pre', { tabIndex: 0, textContent: shown }))
    } catch (error) {
      answer.replaceChildren(element('p', { className: 'warning', textContent: 'Not sent: ' + error.message }))
    }
  })
  const whole = element('div', {}, form, answer)
  return whole
}
`
