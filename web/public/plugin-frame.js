// Runs inside the sandboxed frame of a plugin's page: takes the plugin's part over a message, hands it the `rookery`
// object, and tells the page around it how high the content is. It is as untrusted as the part itself: every rule is
// kept by the page, not here.
;(() => {
  const waiting = new Map()
  const themeListeners = new Set()
  let port = null
  let theme = 'dark'
  let lastId = 0

  const say = message => port.postMessage(message)

  function ask(method, path, body) {
    lastId += 1
    const id = lastId
    const text = body === undefined ? null : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      say({ type: 'request', id, method, path: String(path), body: text })
    })
  }

  function answered({ id, value, problem, status }) {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (problem === null) resolve?.(value)
    else reject?.(Object.assign(new Error(problem), { status }))
  }

  function wear(look) {
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(look.variables)) style.setProperty(name, value)
    style.colorScheme = look.theme
    document.documentElement.dataset.theme = look.theme
    theme = look.theme
  }

  function hear({ data }) {
    if (data.type === 'answer') answered(data)
    else if (data.type === 'ping') say({ type: 'pong' })
    else if (data.type === 'look') {
      wear(data.look)
      for (const listener of themeListeners) listener(theme)
    }
  }

  function tellHeight() {
    let told = -1
    const tell = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height)
      if (height === told) return
      told = height
      say({ type: 'height', height })
    }
    let isWaiting = false
    new ResizeObserver(() => {
      if (isWaiting) return
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        tell()
      }, 60)
    }).observe(document.body)
    tell()
  }

  function takeFonts(fonts) {
    for (const { family, weight, bytes } of fonts) {
      document.fonts.add(new FontFace(family, bytes, { weight }))
    }
  }

  async function show(part, rookery) {
    // Made in here: a frame without an origin cannot read addresses that the page around it has made.
    const address = URL.createObjectURL(new Blob([part], { type: 'text/javascript' }))
    try {
      const module = await import(address)
      if (typeof module.default !== 'function')
        throw new Error('frontend.js exports no function as its default')
      tellHeight()
      const shown = module.default(rookery)
      say({ type: 'shown' })
      await shown
    } catch (error) {
      say({ type: 'failed', words: String(error?.message ?? error).slice(0, 300) })
    } finally {
      URL.revokeObjectURL(address)
    }
  }

  function begin({ source, data, ports }) {
    if (source !== window.parent || port !== null || ports.length !== 1) return
    port = ports[0]
    port.onmessage = hear
    document.documentElement.lang = data.language
    wear(data.look)
    takeFonts(data.fonts)
    const rookery = {
      get: path => ask('GET', path),
      post: (path, body) => ask('POST', path, body),
      put: (path, body) => ask('PUT', path, body),
      delete: path => ask('DELETE', path),
      page: data.page,
      server: data.server,
      language: data.language,
      get theme() {
        return theme
      },
      onTheme: listener => void themeListeners.add(listener),
    }
    void show(data.part, Object.freeze(rookery))
  }

  window.addEventListener('message', begin)
})()
